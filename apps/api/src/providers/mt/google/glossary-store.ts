import { EngineError } from '../engine.ts';
import { type NamedEntries, writeCsv } from '../glossaries/glossary-entries.ts';
import type {
  CreatedGlossary,
  GlossaryStore,
  StoredGlossary,
} from '../glossaries/own-glossaries.ts';
import type { HttpAnswer, HttpRequest, Timing } from '../http/http.ts';
import { asObject, asText, badResponse } from '../http/http-answer.ts';
import { LABEL } from './answer.ts';

const PAGE_SIZE = 1_000;
const MAX_PAGES = 10;
/** Maximum number of checks whether a new glossary is ready. Google needs some minutes for a large glossary. */
const READY_TRIES = 240;
const READY_WAIT_MS = 500;
const STATUS_FULL = 429;
/** Codes of `google.rpc.Code`. */
const INVALID_ARGUMENT = 3;
const ALREADY_EXISTS = 6;
const RESOURCE_EXHAUSTED = 8;

export type SendToGoogle = (request: HttpRequest) => Promise<HttpAnswer>;

export interface GoogleGlossaryOptions {
  /** `projects/PROJECT/locations/LOCATION`, where the location is a region. */
  readonly parent: string;
  /** Bucket from which Google reads the terms. */
  readonly bucket: string;
  readonly sendToTranslate: SendToGoogle;
  readonly sendToStorage: SendToGoogle;
  readonly timing: Timing;
}

/**
 * Glossaries of a Google Cloud project (cloud.google.com/translate/docs/advanced/glossary). Google reads the terms of a
 * new glossary from a bucket of Cloud Storage.
 */
export class GoogleGlossaryStore implements GlossaryStore {
  readonly label = LABEL;
  /** Limits of cloud.google.com/translate/quotas. */
  readonly limits = { maxBytes: 10 * 1024 * 1024, maxTermBytes: 1024 };
  readonly maxOwn = 200;
  readonly #options: GoogleGlossaryOptions;

  constructor(options: GoogleGlossaryOptions) {
    this.#options = options;
  }

  /** Returns true, because a glossary can have any pair of languages of the service. */
  async supports(): Promise<boolean> {
    return true;
  }

  async list(): Promise<StoredGlossary[]> {
    const { parent, sendToTranslate } = this.#options;
    const found: StoredGlossary[] = [];
    let pageToken = '';
    for (let page = 0; page < MAX_PAGES; page++) {
      const { body } = await sendToTranslate({
        method: 'GET',
        path: `/v3/${parent}/glossaries`,
        query: { pageSize: String(PAGE_SIZE), ...(pageToken !== '' && { pageToken }) },
      });
      // The list is absent if there are no glossaries.
      const rows: unknown = asObject(body)?.glossaries ?? [];
      if (!Array.isArray(rows)) throw badResponse(`${LABEL} did not return a list of glossaries`);
      for (const row of rows.map(asObject)) {
        const id = asText(row?.name);
        const createdAtMs = Date.parse(asText(row?.submitTime)) || Date.now();
        found.push({ id, name: id.split('/').at(-1)!, createdAtMs });
      }
      pageToken = asText(asObject(body)?.nextPageToken);
      if (pageToken === '') break;
    }
    return found;
  }

  async create({ name, pair, entries }: NamedEntries): Promise<CreatedGlossary> {
    const { parent, bucket, sendToTranslate, sendToStorage } = this.#options;
    const id = `${parent}/glossaries/${name}`;
    await sendToStorage({
      method: 'POST',
      path: `/upload/storage/v1/b/${bucket}/o`,
      query: { uploadType: 'media', name: `${name}.csv` },
      text: { type: 'text/csv', content: writeCsv(entries) },
    });
    const answer = await sendToTranslate({
      method: 'POST',
      path: `/v3/${parent}/glossaries`,
      body: {
        name: id,
        languagePair: { sourceLanguageCode: pair.source, targetLanguageCode: pair.target },
        inputConfig: { gcsSource: { inputUri: `gs://${bucket}/${name}.csv` } },
      },
      passStatuses: [400, 409, STATUS_FULL],
    });
    if (answer.status === STATUS_FULL) return { refused: 'full' };
    if (answer.status === 400) return { refused: 'content', status: 400 };
    const code = answer.status === 409 ? ALREADY_EXISTS : await this.#wait(answer);
    if (code === null || code === ALREADY_EXISTS) return { id };
    if (code === RESOURCE_EXHAUSTED) return { refused: 'full' };
    if (code === INVALID_ARGUMENT) return { refused: 'content', status: 400 };
    throw badResponse(`${LABEL} could not create a glossary (code ${code})`);
  }

  async remove(id: string): Promise<void> {
    const { bucket, sendToTranslate, sendToStorage } = this.#options;
    const passStatuses = [404];
    await sendToTranslate({ method: 'DELETE', path: `/v3/${id}`, passStatuses });
    const object = encodeURIComponent(`${id.split('/').at(-1)}.csv`);
    const path = `/storage/v1/b/${bucket}/o/${object}`;
    await sendToStorage({ method: 'DELETE', path, passStatuses });
  }

  /** Waits for the end of an operation. Returns the code of its error, or null. */
  async #wait(started: HttpAnswer): Promise<number | null> {
    const { sendToTranslate, timing } = this.#options;
    const never = new AbortController().signal;
    let { body } = started;
    const path = `/v3/${asText(asObject(body)?.name)}`;
    for (let tries = 0; tries < READY_TRIES; tries++) {
      const operation = asObject(body);
      if (operation?.done === true) {
        const error = asObject(operation.error);
        return error === undefined ? null : Number(error.code);
      }
      await timing.sleep(READY_WAIT_MS, never);
      ({ body } = await sendToTranslate({ method: 'GET', path }));
    }
    const detail = `${LABEL} did not finish creating a glossary in time`;
    throw new EngineError('engine_unavailable', detail, { retryable: true });
  }
}
