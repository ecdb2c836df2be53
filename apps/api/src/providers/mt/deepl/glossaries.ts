import { type EngineContext, EngineError, type GlossaryTermHit } from '../engine.ts';
import type { HttpClient, Timing } from '../http/http.ts';
import { asObject, asText, badResponse } from '../http/http-answer.ts';
import { cacheLoad } from '../http/http-cache.ts';
import {
  type GlossaryPair,
  NAME_PREFIX,
  type NamedEntries,
  nameEntries,
} from './glossary-entries.ts';

/**
 * Maximum number of glossaries that the service keeps in a DeepL account. The account may have
 * 1,000 (developers.deepl.com, "Manage glossaries"), and other applications may share it.
 */
const MAX_OWN = 200;
const STALE_AFTER_MS = 30 * 24 * 3_600_000;
const PAIRS_TTL_MS = 24 * 3_600_000;
const READY_TRIES = 10;
const READY_WAIT_MS = 500;
const QUOTA_STATUS = 456;
/** HTTP statuses that mean that DeepL cannot store the glossary of the request. */
const REFUSED_STATUSES: readonly number[] = [400, 413];

interface OwnGlossary {
  readonly id: string;
  readonly createdAtMs: number;
  usedAtMs: number;
}

/**
 * Glossaries of this service in a DeepL account. DeepL's API v2 cannot change a glossary. The name
 * of each glossary therefore ends in a hash of its language pair and terms. Processes with the same
 * terms share the glossary.
 */
export class DeeplGlossaries {
  readonly #client: HttpClient;
  readonly #context: Pick<EngineContext, 'log'>;
  readonly #timing: Timing;
  /** Glossaries of this service by name. Undefined until DeepL has listed them. */
  #own: Map<string, OwnGlossary> | undefined;
  readonly #named = new WeakMap<readonly GlossaryTermHit[], NamedEntries>();
  readonly #making = new Map<string, Promise<string | undefined>>();
  readonly #supportedPairs: () => Promise<ReadonlySet<string>>;
  readonly #listOwn: () => Promise<Map<string, OwnGlossary>>;

  constructor(client: HttpClient, context: Pick<EngineContext, 'log'>, timing: Timing) {
    this.#client = client;
    this.#context = context;
    this.#timing = timing;
    this.#supportedPairs = cacheLoad(() => this.#loadPairs(), PAIRS_TTL_MS, timing);
    this.#listOwn = cacheLoad(() => this.#loadOwn(), Number.POSITIVE_INFINITY, timing);
  }

  /**
   * Returns the id of a DeepL glossary with exactly these terms, and creates it if necessary.
   * Returns undefined and logs the reason if DeepL cannot store the glossary.
   */
  find(pair: GlossaryPair, terms: readonly GlossaryTermHit[]): Promise<string | undefined> {
    const named = this.#nameEntries(pair, terms);
    const { name, entries } = named;
    if (entries === '') return Promise.resolve(undefined);
    const known = this.#own?.get(name);
    if (known !== undefined) return Promise.resolve(use(known));
    const pending = this.#making.get(name);
    if (pending !== undefined) return pending;
    const made = this.#make(named).finally(() => this.#making.delete(name));
    this.#making.set(name, made);
    return made;
  }

  forget(id: string): void {
    for (const [name, glossary] of this.#own ?? []) if (glossary.id === id) this.#own?.delete(name);
  }

  #nameEntries(pair: GlossaryPair, terms: readonly GlossaryTermHit[]): NamedEntries {
    const known = this.#named.get(terms);
    if (known?.pair.source === pair.source && known.pair.target === pair.target) return known;
    const made = nameEntries(pair, terms);
    this.#named.set(terms, made);
    return made;
  }

  async #loadPairs(): Promise<ReadonlySet<string>> {
    const path = '/v2/glossary-language-pairs';
    const { body } = await this.#client.request({ method: 'GET', path });
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

  async #loadOwn(): Promise<Map<string, OwnGlossary>> {
    const { body } = await this.#client.request({ method: 'GET', path: '/v2/glossaries' });
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
    // Does not wait for the deletion of old glossaries. Another deployment may still use a deleted
    // glossary. That deployment then creates the glossary again.
    void this.#removeAll(stale);
    this.#own = found;
    return found;
  }

  async #make({ name, pair, entries }: NamedEntries): Promise<string | undefined> {
    const about = { source: pair.source, target: pair.target };
    if (!(await this.#supportedPairs()).has(`${pair.source}>${pair.target}`)) {
      this.#context.log('warn', 'DeepL has no glossaries for this pair', about);
      return undefined;
    }
    const glossaries = await this.#listOwn();
    const known = glossaries.get(name);
    if (known !== undefined) return use(known);
    if (glossaries.size >= MAX_OWN) await this.#removeOldest(glossaries);
    const languages = { source_lang: pair.source, target_lang: pair.target };
    for (;;) {
      const answer = await this.#client.request({
        method: 'POST',
        path: '/v2/glossaries',
        body: { name, ...languages, entries, entries_format: 'tsv' },
        passStatuses: [...REFUSED_STATUSES, QUOTA_STATUS],
      });
      const { status } = answer;
      if (status !== QUOTA_STATUS && !REFUSED_STATUSES.includes(status)) {
        const glossary = await this.#readCreated(answer.body);
        glossaries.set(name, glossary);
        return use(glossary);
      }
      if (status === QUOTA_STATUS && (await this.#removeOldest(glossaries))) continue;
      this.#context.log('warn', 'DeepL rejected a glossary', { ...about, status });
      return undefined;
    }
  }

  async #readCreated(body: unknown): Promise<OwnGlossary> {
    const created = asObject(body);
    const id = asText(created?.glossary_id);
    if (id === '') throw badResponse('DeepL returned a glossary without an id');
    if (created?.ready === false) await this.#waitUntilReady(id);
    return { id, createdAtMs: Date.now(), usedAtMs: 0 };
  }

  async #waitUntilReady(id: string): Promise<void> {
    const never = new AbortController().signal;
    const path = `/v2/glossaries/${encodeURIComponent(id)}`;
    for (let tries = 0; tries < READY_TRIES; tries++) {
      await this.#timing.sleep(READY_WAIT_MS, never);
      const { body } = await this.#client.request({ method: 'GET', path });
      if (asObject(body)?.ready === true) return;
    }
    const detail = 'DeepL did not finish creating a glossary in time';
    throw new EngineError('engine_unavailable', detail, { retryable: true });
  }

  /** Deletes the least recently used glossary of this service. Returns false if there is none. */
  async #removeOldest(glossaries: Map<string, OwnGlossary>): Promise<boolean> {
    const [oldest] = [...glossaries].sort(
      ([, a], [, b]) => a.usedAtMs - b.usedAtMs || a.createdAtMs - b.createdAtMs,
    );
    if (oldest === undefined) return false;
    glossaries.delete(oldest[0]);
    await this.#remove(oldest[1].id);
    return true;
  }

  async #removeAll(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.#remove(id);
  }

  async #remove(id: string): Promise<void> {
    const path = `/v2/glossaries/${encodeURIComponent(id)}`;
    try {
      await this.#client.request({ method: 'DELETE', path, passStatuses: [404] });
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      this.#context.log('warn', 'DeepL glossary not deleted', { id, code: error.code });
    }
  }
}

function use(glossary: OwnGlossary): string {
  glossary.usedAtMs = Date.now();
  return glossary.id;
}
