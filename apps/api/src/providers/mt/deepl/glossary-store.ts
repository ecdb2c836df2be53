import { EngineError } from '../engine.ts';
import { type GlossaryPair, type NamedEntries, writeTsv } from '../glossaries/glossary-entries.ts';
import type {
  CreatedGlossary,
  GlossaryStore,
  StoredGlossary,
} from '../glossaries/own-glossaries.ts';
import type { HttpClient, Timing } from '../http/http.ts';
import { asObject, asText, badResponse } from '../http/http-answer.ts';
import { cacheLoad } from '../http/http-cache.ts';

const PAIRS_TTL_MS = 24 * 3_600_000;
const READY_TRIES = 10;
const READY_WAIT_MS = 500;
const QUOTA_STATUS = 456;
/** HTTP statuses that mean that DeepL cannot store the glossary of the request. */
const REFUSED_STATUSES: readonly number[] = [400, 413];

/** Glossaries of a DeepL account, in version 2 of the API (developers.deepl.com, "Manage glossaries"). */
export class DeeplGlossaryStore implements GlossaryStore {
  readonly label = 'DeepL';
  readonly limits = { maxBytes: 10 * 1024 * 1024, maxTermBytes: 1024 };
  /** An account may have 1,000 glossaries. */
  readonly maxOwn = 200;
  readonly #client: HttpClient;
  readonly #timing: Timing;
  readonly #pairs: () => Promise<ReadonlySet<string>>;

  constructor(client: HttpClient, timing: Timing) {
    this.#client = client;
    this.#timing = timing;
    this.#pairs = cacheLoad(() => this.#loadPairs(), PAIRS_TTL_MS, timing);
  }

  async supports({ source, target }: GlossaryPair): Promise<boolean> {
    return (await this.#pairs()).has(`${source}>${target}`);
  }

  async list(): Promise<StoredGlossary[]> {
    const { body } = await this.#client.request({ method: 'GET', path: '/v2/glossaries' });
    const rows = asObject(body)?.glossaries;
    if (!Array.isArray(rows)) throw badResponse('DeepL did not return a list of glossaries');
    return rows.map(asObject).map((row) => ({
      id: asText(row?.glossary_id),
      name: asText(row?.name),
      createdAtMs: Date.parse(asText(row?.creation_time)) || Date.now(),
    }));
  }

  async create({ name, pair, entries }: NamedEntries): Promise<CreatedGlossary> {
    const { status, body } = await this.#client.request({
      method: 'POST',
      path: '/v2/glossaries',
      body: {
        name,
        source_lang: pair.source,
        target_lang: pair.target,
        entries: writeTsv(entries),
        entries_format: 'tsv',
      },
      passStatuses: [...REFUSED_STATUSES, QUOTA_STATUS],
    });
    if (status === QUOTA_STATUS) return { refused: 'full' };
    if (REFUSED_STATUSES.includes(status)) return { refused: 'content', status };
    const created = asObject(body);
    const id = asText(created?.glossary_id);
    if (id === '') throw badResponse('DeepL returned a glossary without an id');
    if (created?.ready === false) await this.#waitUntilReady(id);
    return { id };
  }

  async remove(id: string): Promise<void> {
    const path = `/v2/glossaries/${encodeURIComponent(id)}`;
    await this.#client.request({ method: 'DELETE', path, passStatuses: [404] });
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
}
