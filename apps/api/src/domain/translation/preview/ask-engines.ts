import type { EnginePreview, TranslationSettings } from '@parlance/contracts';
import type { Deps } from '../../../deps.ts';
import {
  type Amounts,
  chargeCredits,
  type EngineAmounts,
  meterUsage,
  sumAmounts,
  type WorkReference,
} from '../../billing/index.ts';
import type { ReadCodeShapes } from '../../content/index.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import type { AnswerCache } from '../../project/index.ts';
import { createCountingAnswerer } from '../pipeline/counting-answerer.ts';
import { EngineAnswerer } from '../pipeline/engine-answerer.ts';
import type { FindHints } from '../pipeline/hints.ts';
import { runPipeline } from '../pipeline/run.ts';
import { findUnserved } from '../pipeline/string-error.ts';
import { openSession, type Session, type TranslationWork } from '../session.ts';
import { type JobString, type StringResult, tallyResults } from '../strings.ts';
import { patienceNow } from '../translate-now.ts';
import { ShownRequests, watchRequests } from './watch-requests.ts';

export interface PreviewWork extends TranslationWork {
  readonly projectId: ProjectRef;
  readonly targetLocale: string;
  readonly settings: TranslationSettings;
  readonly engines: readonly string[];
  readonly strings: readonly JobString[];
  readonly reference: WorkReference;
  readonly readCodeShapes: ReadCodeShapes;
  readonly signal: AbortSignal;
}

export interface AskedEngine {
  readonly preview: EnginePreview;
  readonly amounts: Amounts;
}

type AskDeps = Pick<Deps, 'db' | 'clock' | 'engines' | 'modelLoads' | 'payments'>;

/** Translates the strings with each engine, and charges the usage. */
export async function askEngines(deps: AskDeps, work: PreviewWork): Promise<AskedEngine[]> {
  const { organizationId, projectId, sourceLocale, targetLocale, reference, engines } = work;
  const asked = await Promise.all(engines.map((engine) => askEngine(deps, work, engine)));
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (tx) => {
    const amounts = asked.flatMap(({ tally }) => tally);
    const usage = { organizationId, projectId, sourceLocale, targetLocale };
    await meterUsage(tx, { ...usage, amounts, reference, now });
    await chargeCredits(deps, tx, { organizationId, reference });
  });
  return asked.map(({ preview, tally }) => ({ preview, amounts: sumAmounts(tally) }));
}

/**
 * Returns the units that a preview would be billed for if every request succeeded. Calls no engine. Strings without
 * words need no engine, and an engine that is not ready translates nothing.
 */
export async function estimatePreview(deps: AskDeps, work: PreviewWork): Promise<number> {
  const { strings } = work;
  const tallies = work.engines.map(async (engine) => {
    const session = await openPreview(deps, work, engine, new ShownRequests());
    const refusal = session.engines.length === 0 ? session.refusal : null;
    const counted = { ...session, findHints: undefined };
    const answerer = createCountingAnswerer(counted, NOTHING_CACHED, refusal);
    return tallyResults(strings, await runPipeline(strings, counted, answerer));
  });
  return sumAmounts((await Promise.all(tallies)).flat()).billedUnits;
}

const NOTHING_CACHED: AnswerCache = {
  read: async (hashes) => hashes.map(() => undefined),
  add: () => {},
  write: async () => {},
};

/**
 * Opens a session that does not reuse whole translations from the translation memory, so that the
 * engine translates each string.
 */
async function openPreview(
  deps: AskDeps,
  { options, targetLocale, settings, signal, readCodeShapes, ...work }: PreviewWork,
  id: string,
  shown: ShownRequests,
): Promise<Session> {
  const asking = { ...work, options: { ...options, requestedEngine: id } };
  const session = await openSession(deps, asking, targetLocale, {
    patience: patienceNow(),
    signal,
    readCodeShapes,
    settings,
    pickEngines: ({ ready }) => ready.map((engine) => watchRequests(engine, shown)),
  });
  return { ...session, memory: null };
}

async function askEngine(
  deps: AskDeps,
  work: PreviewWork,
  id: string,
): Promise<{ preview: EnginePreview; tally: EngineAmounts[] }> {
  const { strings } = work;
  const shown = new ShownRequests();
  const session = await openPreview(deps, work, id, shown);
  deps.modelLoads.start(session.choice);
  const asked = { ...session, findHints: withoutOwn(session.findHints) };
  const results = await runPipeline(strings, asked, new EngineAnswerer(asked, null));
  const tally = tallyResults(strings, results);
  const unserved = findUnserved(results);
  const { local } = deps.engines.byId.get(id)!.capabilities;
  const preview: EnginePreview = {
    engine: id,
    local,
    texts: strings.map((string, index) => presentText(string, results[index]!)),
    requests: shown.bodies,
    requestsOmitted: shown.omitted,
    usage: unserved ? null : usageOf(id, sumAmounts(tally), session.queue.takeSent()),
    error: unserved && { code: unserved.error.code, detail: unserved.error.message },
  };
  return { preview, tally };
}

/**
 * Removes examples with the same source text as the string. An engine would only repeat the
 * approved translations of these examples.
 */
function withoutOwn(findHints: FindHints | undefined): FindHints | undefined {
  if (!findHints) return undefined;
  return async (strings) => {
    const found = await findHints(strings);
    return found.map(({ memory, ...hints }, index) => {
      const others = memory?.filter(({ source }) => source !== strings[index]!.text) ?? [];
      return others.length > 0 ? { ...hints, memory: others } : hints;
    });
  };
}

const usageOf = (
  engine: string,
  { units, billedUnits, memoryHits }: Amounts,
  engineCalls: number,
) => ({
  engine,
  engineCalls,
  units,
  billedUnits,
  memoryHits,
});

function presentText(
  { id: keyId }: JobString,
  result: StringResult,
): EnginePreview['texts'][number] {
  if (result.status === 'translated') {
    return { keyId, text: result.text, warnings: [...result.warnings] };
  }
  return { keyId, text: null, warnings: [], error: result.error };
}
