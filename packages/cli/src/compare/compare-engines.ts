import { chrF, isBroken } from '@parlance/messages/quality';
import type { Client, TranslationPreview } from '@parlance/sdk';
import type { Call } from '../command.ts';
import { failUsage } from '../fault.ts';
import type { LocaleSample } from './sample.ts';

/** Maximum number of keys in one request. */
const KEYS_PER_CALL = 20;
/** Maximum number of engines in one request. */
const ENGINES_PER_CALL = 3;

/** Results of one engine for one locale. */
export interface ComparedEngine {
  readonly locale: string;
  readonly engine: string;
  /** True if the engine sends no text to another host. */
  readonly local: boolean;
  readonly texts: number;
  /** chrF2 score of the translations against the approved texts, 0 to 100. A failed translation counts as empty. */
  readonly chrF: number;
  /** Number of translations that are equal to the approved text. */
  readonly equal: number;
  /** Number of translations that have lost or changed a placeholder, a tag or a plural form. */
  readonly broken: number;
  /** Number of texts without a translation. */
  readonly failed: number;
  readonly units: number;
  /** The last error of an engine that translated nothing. Null otherwise. */
  readonly error: string | null;
}

interface Comparison {
  readonly projectId: string;
  readonly samples: readonly LocaleSample[];
  /** Names of the engines to compare. If empty, the engines of the project are compared. */
  readonly engines: readonly string[];
  readonly isDryRun: boolean;
}

export interface Compared {
  /** Results by locale and engine. */
  readonly results: readonly ComparedEngine[];
  /** Number of translations that were compared. */
  readonly done: number;
  /** Number of translations of all texts by all engines. */
  readonly total: number;
  /** Error that ended the comparison before all texts were translated. Null if there was none. */
  readonly failure: unknown;
}

/**
 * Translates the samples with each engine. Uses preview requests, which store no translations. If a
 * request fails, returns the results until then, because they may have cost money.
 */
export async function compareEngines(
  call: Pick<Call, 'progress'>,
  client: Client,
  { projectId, samples, engines: named, isDryRun }: Comparison,
): Promise<Compared> {
  const { data: translation } = await client.i18n.translation.get({ projectId });
  const jobs = samples.map((sample) => {
    const localeEngines =
      translation.locales.find(({ locale }) => locale === sample.locale)?.engines ?? [];
    return { sample, engines: named.length > 0 ? [...new Set(named)] : localeEngines };
  });
  if (jobs.every(({ engines }) => engines.length === 0)) failUsage('Name engines: --engine deepl.');
  const total = jobs.reduce((sum, job) => sum + job.sample.approved.length * job.engines.length, 0);
  const bar = call.progress('Translating texts', total);
  const tallies: Tally[] = [];
  let done = 0;
  let failure: unknown = null;
  try {
    for (const { sample, engines } of jobs) {
      for (const group of inGroups(engines, ENGINES_PER_CALL)) {
        const ofGroup = group.map((engine) => new Tally(sample.locale, engine));
        tallies.push(...ofGroup);
        for (const part of inGroups(sample.approved, KEYS_PER_CALL)) {
          const keyIds = part.map(({ keyId }) => keyId);
          const order = { projectId, keyIds, localeCode: sample.locale, engines: [...group] };
          const { data } = await client.translate.preview({ ...order, dryRun: isDryRun });
          const wanted = new Map(part.map(({ keyId, text }) => [keyId, text]));
          for (const [at, tally] of ofGroup.entries()) tally.add(data, at, wanted);
          // In a dry run, the server returns the units of all engines together. Only their sum is shown.
          if (isDryRun) ofGroup[0]!.addUnits(data.billedUnits);
          done += part.length * group.length;
          bar.to(done);
        }
      }
    }
  } catch (error) {
    if (done === 0 || isDryRun) throw error;
    failure = error;
  } finally {
    bar.end();
  }
  const results = tallies.map((tally) => tally.result()).filter(({ texts }) => texts > 0);
  return { results, done, total, failure };
}

function inGroups<Element>(all: readonly Element[], size: number): Element[][] {
  const groups: Element[][] = [];
  for (let index = 0; index < all.length; index += size)
    groups.push(all.slice(index, index + size));
  return groups;
}

/** Counts the results of one engine for the texts of one locale. */
class Tally {
  readonly #locale: string;
  readonly #engine: string;
  readonly #pairs: { said: string; wanted: string }[] = [];
  readonly #counts = { equal: 0, broken: 0, failed: 0, units: 0 };
  #isLocal = false;
  #error: string | null = null;

  constructor(locale: string, engine: string) {
    this.#locale = locale;
    this.#engine = engine;
  }

  add(
    { keys, engines }: TranslationPreview,
    at: number,
    wanted: ReadonlyMap<string, string>,
  ): void {
    const { texts, usage, error, local } = engines[at]!;
    const said = new Map(texts.map(({ keyId, text }) => [keyId, text]));
    this.#isLocal = local;
    this.#error = error?.detail ?? this.#error;
    this.addUnits(usage?.billedUnits ?? 0);
    for (const { keyId, sourceText } of keys) {
      const target = wanted.get(keyId);
      if (sourceText === null || target === undefined) continue;
      const text = said.get(keyId) ?? null;
      this.#pairs.push({ said: text ?? '', wanted: target });
      if (text === null) this.#counts.failed++;
      else if (text === target) this.#counts.equal++;
      // A failed check is not counted if the approved text also fails this check.
      else if (
        isBroken(sourceText, text, this.#locale) &&
        !isBroken(sourceText, target, this.#locale)
      )
        this.#counts.broken++;
    }
  }

  addUnits(units: number): void {
    this.#counts.units += units;
  }

  result(): ComparedEngine {
    return {
      locale: this.#locale,
      engine: this.#engine,
      local: this.#isLocal,
      texts: this.#pairs.length,
      chrF: Math.round(chrF(this.#pairs) * 10) / 10,
      ...this.#counts,
      error: this.#counts.failed === this.#pairs.length ? this.#error : null,
    };
  }
}
