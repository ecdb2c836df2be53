import { createHash } from 'node:crypto';
import { type EngineContext, EngineError, type GlossaryTermHit } from './engine.ts';
import type { HttpClient, Timing } from './http.ts';
import { asObject, asText, badResponse } from './http-answer.ts';
import { cacheLoad } from './http-cache.ts';

/** Marks the glossaries that are ours to delete. */
const NAME_PREFIX = 'parlance-';
/** An account holds 1,000 (developers.deepl.com, "Manage glossaries"); others may use it too. */
const MAX_OWN = 200;
const STALE_AFTER_MS = 30 * 24 * 3_600_000;
const PAIRS_TTL_MS = 24 * 3_600_000;
/** "Manage glossaries": 10 MiB a glossary, 1,024 bytes a text. */
const MAX_ENTRIES_BYTES = 10 * 1024 * 1024;
const MAX_TERM_BYTES = 1024;
const READY_TRIES = 10;
const READY_WAIT_MS = 500;
const QUOTA_STATUS = 456;
/** No fault of the call: it goes without a glossary. */
const REFUSED_STATUSES: readonly number[] = [400, 413];

export interface DeeplGlossaries {
  /**
   * The id of a DeepL glossary with exactly these terms, made where there is none. Undefined where
   * DeepL cannot have one (the pair, the plan, no usable term); that is logged.
   */
  find(pair: GlossaryPair, terms: readonly GlossaryTermHit[]): Promise<string | undefined>;
  /** Drops an id that DeepL no longer knows. */
  forget(id: string): void;
}

/** Glossary codes: no variants, lower case. */
export interface GlossaryPair {
  readonly source: string;
  readonly target: string;
}

interface NamedEntries {
  readonly pair: GlossaryPair;
  readonly name: string;
  readonly entries: string;
}

interface OwnGlossary {
  readonly id: string;
  readonly createdAtMs: number;
  usedAtMs: number;
}

/**
 * v2 glossaries cannot be changed, so that each is known by its content: its name ends in the hash of
 * its pair and terms, and every process with the same terms finds the same one.
 */
export function createDeeplGlossaries(
  client: HttpClient,
  context: Pick<EngineContext, 'log'>,
  timing: Timing,
): DeeplGlossaries {
  /** By name; undefined until DeepL was asked. */
  let own: Map<string, OwnGlossary> | undefined;
  const named = new WeakMap<readonly GlossaryTermHit[], NamedEntries>();
  const making = new Map<string, Promise<string | undefined>>();
  const supportedPairs = cacheLoad(loadPairs, PAIRS_TTL_MS, timing.now);
  const listOwn = cacheLoad(loadOwn, Number.POSITIVE_INFINITY, timing.now);

  async function loadPairs(): Promise<ReadonlySet<string>> {
    const { body } = await client.request({ method: 'GET', path: '/v2/glossary-language-pairs' });
    const pairs = asObject(body)?.supported_languages;
    if (!Array.isArray(pairs))
      throw badResponse('DeepL did not return the languages of glossaries');
    return new Set(
      pairs.map((pair: unknown) => {
        const entry = asObject(pair);
        return `${asText(entry?.source_lang)}>${asText(entry?.target_lang)}`.toLowerCase();
      }),
    );
  }

  async function loadOwn(): Promise<Map<string, OwnGlossary>> {
    const { body } = await client.request({ method: 'GET', path: '/v2/glossaries' });
    const rows = asObject(body)?.glossaries;
    if (!Array.isArray(rows)) throw badResponse('DeepL did not return a list of glossaries');
    const found = new Map<string, OwnGlossary>();
    const stale: string[] = [];
    const nowMs = Date.now();
    for (const row of rows.map(asObject)) {
      const name = asText(row?.name);
      if (!name.startsWith(NAME_PREFIX)) continue;
      const createdAtMs = Date.parse(asText(row?.creation_time)) || nowMs;
      const glossary = { id: asText(row?.glossary_id), createdAtMs, usedAtMs: 0 };
      if (nowMs - createdAtMs > STALE_AFTER_MS || found.has(name)) stale.push(glossary.id);
      else found.set(name, glossary);
    }
    // Nobody waits for this. Another deployment that still uses one creates it again.
    void removeAll(stale);
    own = found;
    return found;
  }

  async function remove(id: string): Promise<void> {
    try {
      await client.request({
        method: 'DELETE',
        path: `/v2/glossaries/${encodeURIComponent(id)}`,
        passStatuses: [404],
      });
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      context.log('warn', 'DeepL glossary not deleted', { id, code: error.code });
    }
  }

  async function removeAll(ids: readonly string[]): Promise<void> {
    for (const id of ids) await remove(id);
  }

  /** Deletes the one of ours that was longest not used; false where there is none to delete. */
  async function removeOldest(glossaries: Map<string, OwnGlossary>): Promise<boolean> {
    let oldest: [string, OwnGlossary] | undefined;
    for (const entry of glossaries) {
      const [, { usedAtMs, createdAtMs }] = entry;
      if (
        oldest === undefined ||
        usedAtMs < oldest[1].usedAtMs ||
        (usedAtMs === oldest[1].usedAtMs && createdAtMs < oldest[1].createdAtMs)
      )
        oldest = entry;
    }
    if (oldest === undefined) return false;
    glossaries.delete(oldest[0]);
    await remove(oldest[1].id);
    return true;
  }

  async function make(
    name: string,
    pair: GlossaryPair,
    entries: string,
  ): Promise<string | undefined> {
    const about = { source: pair.source, target: pair.target };
    if (!(await supportedPairs()).has(`${pair.source}>${pair.target}`)) {
      context.log('warn', 'DeepL has no glossaries for this pair', about);
      return undefined;
    }
    const glossaries = await listOwn();
    const known = glossaries.get(name);
    if (known !== undefined) return use(known);
    if (glossaries.size >= MAX_OWN) await removeOldest(glossaries);
    for (;;) {
      const answer = await client.request({
        method: 'POST',
        path: '/v2/glossaries',
        body: {
          name,
          source_lang: pair.source,
          target_lang: pair.target,
          entries,
          entries_format: 'tsv',
        },
        passStatuses: [...REFUSED_STATUSES, QUOTA_STATUS],
      });
      if (answer.status === QUOTA_STATUS || REFUSED_STATUSES.includes(answer.status)) {
        // The plan's number of glossaries is used up (one on the free plan), by ours or by others.
        if (answer.status === QUOTA_STATUS && (await removeOldest(glossaries))) continue;
        context.log('warn', 'DeepL rejected a glossary', { ...about, status: answer.status });
        return undefined;
      }
      const created = asObject(answer.body);
      const id = asText(created?.glossary_id);
      if (id === '') throw badResponse('DeepL returned a glossary without an id');
      if (created?.ready === false) await waitUntilReady(id);
      const glossary = { id, createdAtMs: Date.now(), usedAtMs: 0 };
      glossaries.set(name, glossary);
      return use(glossary);
    }
  }

  function use(glossary: OwnGlossary): string {
    glossary.usedAtMs = Date.now();
    return glossary.id;
  }

  async function waitUntilReady(id: string): Promise<void> {
    const never = new AbortController().signal;
    for (let tries = 0; tries < READY_TRIES; tries++) {
      await timing.sleep(READY_WAIT_MS, never);
      const { body } = await client.request({
        method: 'GET',
        path: `/v2/glossaries/${encodeURIComponent(id)}`,
      });
      if (asObject(body)?.ready === true) return;
    }
    throw new EngineError(
      'engine_unavailable',
      'DeepL did not finish creating a glossary in time',
      {
        retryable: true,
      },
    );
  }

  /** The calls of a job come with the same terms again and again. */
  function nameEntries(pair: GlossaryPair, terms: readonly GlossaryTermHit[]): NamedEntries {
    const known = named.get(terms);
    if (known?.pair.source === pair.source && known.pair.target === pair.target) return known;
    const entries = toTsv(terms);
    const made = { pair, entries, name: glossaryName(pair, entries) };
    named.set(terms, made);
    return made;
  }

  return {
    find(pair, terms) {
      const { name, entries } = nameEntries(pair, terms);
      if (entries === '') return Promise.resolve(undefined);
      const known = own?.get(name);
      if (known !== undefined) return Promise.resolve(use(known));
      const pending = making.get(name);
      if (pending !== undefined) return pending;
      const made = make(name, pair, entries).finally(() => making.delete(name));
      making.set(name, made);
      return made;
    },
    forget(id) {
      for (const [name, glossary] of own ?? []) if (glossary.id === id) own?.delete(name);
    },
  };
}

function glossaryName(pair: GlossaryPair, entries: string): string {
  const hash = createHash('sha256')
    .update(`${pair.source}\0${pair.target}\0${entries}`)
    .digest('hex');
  return `${NAME_PREFIX}${hash.slice(0, 40)}`;
}

/**
 * The terms as DeepL takes them: one line each, no term twice, no control characters or line breaks,
 * at most 1,024 bytes a side, and of too many the first. Sorted, so that their order does not make
 * another glossary.
 */
function toTsv(terms: readonly GlossaryTermHit[]): string {
  const lines = new Map<string, string>();
  let sizeBytes = 0;
  for (const term of terms) {
    const source = cleanTerm(term.source);
    const target = cleanTerm(term.target);
    if (source === null || target === null || lines.has(source)) continue;
    const line = `${source}\t${target}`;
    sizeBytes += Buffer.byteLength(line) + 1;
    if (sizeBytes > MAX_ENTRIES_BYTES) break;
    lines.set(source, line);
  }
  return [...lines.values()].sort().join('\n');
}

function cleanTerm(text: string): string | null {
  const clean = text.replace(/\s+/g, ' ').trim();
  const isUsable =
    clean !== '' &&
    !/[\u0000-\u001f\u007f-\u009f]/.test(clean) &&
    Buffer.byteLength(clean) <= MAX_TERM_BYTES;
  return isUsable ? clean : null;
}
