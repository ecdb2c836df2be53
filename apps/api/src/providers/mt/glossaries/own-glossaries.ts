import { raceAbort } from '../../../race-abort.ts';
import {
  type EngineContext,
  EngineError,
  type GlossaryTermHit,
  type TranslateCall,
} from '../engine.ts';
import type { Timing } from '../http/http.ts';
import { cacheLoad } from '../http/http-cache.ts';
import {
  type GlossaryLimits,
  type GlossaryPair,
  NAME_PREFIX,
  type NamedEntries,
  nameEntries,
} from './glossary-entries.ts';

const STALE_AFTER_MS = 30 * 24 * 3_600_000;

export interface StoredGlossary {
  readonly id: string;
  readonly name: string;
  readonly createdAtMs: number;
}

/** Result of the creation of a glossary: its id, or the reason why it was not created. */
export type CreatedGlossary =
  | { readonly id: string }
  /** The account has reached its limit. Another attempt may succeed after a glossary was deleted. */
  | { readonly refused: 'full' }
  /** The provider does not accept the glossary. */
  | { readonly refused: 'content'; readonly status: number };

/** Glossaries in the account of a provider. */
export interface GlossaryStore {
  /** Name of the provider for messages. */
  readonly label: string;
  readonly limits: GlossaryLimits;
  /** Maximum number of glossaries that the service keeps in the account, which other users may use too. */
  readonly maxOwn: number;
  /** True if the provider has glossaries for the pair. */
  supports(pair: GlossaryPair): Promise<boolean>;
  /** Lists all glossaries of the account, including glossaries of other users. */
  list(): Promise<StoredGlossary[]>;
  /** Creates a glossary that can be used as soon as the promise resolves. */
  create(named: NamedEntries): Promise<CreatedGlossary>;
  /** Deletes a glossary. Does nothing if there is none. */
  remove(id: string): Promise<void>;
}

interface OwnGlossary {
  readonly id: string;
  readonly createdAtMs: number;
  usedAtMs: number;
}

/**
 * Glossaries of this service in the account of a provider. A glossary is never changed: its name ends in a hash of its
 * language pair and terms. Processes with the same terms share the glossary.
 */
export class OwnGlossaries {
  readonly #store: GlossaryStore;
  readonly #log: EngineContext['log'];
  /** Glossaries of this service by name. Undefined until the provider has listed them. */
  #own: Map<string, OwnGlossary> | undefined;
  readonly #named = new WeakMap<readonly GlossaryTermHit[], NamedEntries>();
  readonly #making = new Map<string, Promise<string | undefined>>();
  readonly #listOwn: () => Promise<Map<string, OwnGlossary>>;

  constructor(store: GlossaryStore, { log }: Pick<EngineContext, 'log'>, timing: Timing) {
    this.#store = store;
    this.#log = log;
    this.#listOwn = cacheLoad(() => this.#loadOwn(), Number.POSITIVE_INFINITY, timing);
  }

  /**
   * Returns the id of a glossary with exactly these terms, and creates it if necessary. Returns
   * undefined and logs the reason if the provider cannot store the glossary.
   */
  #find(pair: GlossaryPair, terms: readonly GlossaryTermHit[]): Promise<string | undefined> {
    const named = this.#nameEntries(pair, terms);
    const { name, entries } = named;
    if (entries.length === 0) return Promise.resolve(undefined);
    const existing = this.#own?.get(name);
    if (existing !== undefined) return Promise.resolve(use(existing));
    const pending = this.#making.get(name);
    if (pending !== undefined) return pending;
    const made = this.#make(named).finally(() => this.#making.delete(name));
    this.#making.set(name, made);
    return made;
  }

  /**
   * Sends a request with the id of the glossary for a call, or without a glossary. Sends the request again with a new
   * glossary if somebody has deleted the first glossary.
   */
  async sendWith<Answer>(
    pair: GlossaryPair,
    { terms = [], signal }: Pick<TranslateCall, 'terms' | 'signal'>,
    send: (glossaryId: string | undefined) => Promise<Answer>,
    isMissing: (answer: Answer) => boolean,
  ): Promise<Answer> {
    const find = async () =>
      terms.length === 0 ? undefined : raceAbort(this.#find(pair, terms), signal);
    const id = await find();
    const answer = await send(id);
    if (id === undefined || !isMissing(answer)) return answer;
    for (const [name, glossary] of this.#own ?? []) if (glossary.id === id) this.#own?.delete(name);
    return send(await find());
  }

  #nameEntries(pair: GlossaryPair, terms: readonly GlossaryTermHit[]): NamedEntries {
    const cached = this.#named.get(terms);
    if (cached?.pair.source === pair.source && cached.pair.target === pair.target) return cached;
    const made = nameEntries(pair, terms, this.#store.limits);
    this.#named.set(terms, made);
    return made;
  }

  async #loadOwn(): Promise<Map<string, OwnGlossary>> {
    const found = new Map<string, OwnGlossary>();
    const stale: string[] = [];
    const nowMs = Date.now();
    for (const { id, name, createdAtMs } of await this.#store.list()) {
      if (!name.startsWith(NAME_PREFIX)) continue;
      if (nowMs - createdAtMs > STALE_AFTER_MS || found.has(name)) stale.push(id);
      else found.set(name, { id, createdAtMs, usedAtMs: 0 });
    }
    // Does not wait for the deletion of old glossaries. Another deployment may still use a deleted
    // glossary. That deployment then creates the glossary again.
    void this.#removeAll(stale);
    this.#own = found;
    return found;
  }

  async #make(named: NamedEntries): Promise<string | undefined> {
    const { name, pair } = named;
    const { label, maxOwn } = this.#store;
    if (!(await this.#store.supports(pair))) {
      this.#log('warn', `${label} has no glossaries for this pair`, { ...pair });
      return undefined;
    }
    const glossaries = await this.#listOwn();
    const existing = glossaries.get(name);
    if (existing !== undefined) return use(existing);
    if (glossaries.size >= maxOwn) await this.#removeOldest(glossaries);
    for (;;) {
      const created = await this.#store.create(named);
      if ('id' in created) {
        const glossary = { id: created.id, createdAtMs: Date.now(), usedAtMs: 0 };
        glossaries.set(name, glossary);
        return use(glossary);
      }
      if (created.refused === 'full' && (await this.#removeOldest(glossaries))) continue;
      this.#log('warn', `${label} rejected a glossary`, { ...pair, ...created });
      return undefined;
    }
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
    try {
      await this.#store.remove(id);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      const about = { id, code: error.code };
      this.#log('warn', `a glossary of ${this.#store.label} was not deleted`, about);
    }
  }
}

function use(glossary: OwnGlossary): string {
  glossary.usedAtMs = Date.now();
  return glossary.id;
}
