import { type NamedEntries, writeCsv } from '../glossaries/glossary-entries.ts';
import type {
  CreatedGlossary,
  GlossaryStore,
  StoredGlossary,
} from '../glossaries/own-glossaries.ts';
import type { HttpAnswer } from '../http/http.ts';
import { asObject, asText, badResponse } from '../http/http-answer.ts';
import { errorCodeOf, LABEL } from './answer.ts';

/** Calls an operation of Amazon Translate. Returns an error response only if `passes` matches its code. */
export type CallAmazon = (
  operation: string,
  body: Readonly<Record<string, unknown>>,
  passes?: RegExp,
) => Promise<HttpAnswer>;

const PAGE_SIZE = 500;
const MAX_PAGES = 10;
const IS_FULL = /^LimitExceeded/;
const IS_REFUSED = /^InvalidParameterValue|^InvalidRequest/;
const IS_MISSING = /^ResourceNotFound/;

/** Custom terminologies of an AWS account in a region (docs.aws.amazon.com/translate, "ImportTerminology"). */
export class TerminologyStore implements GlossaryStore {
  readonly label = LABEL;
  /** Limits of docs.aws.amazon.com/translate, "Guidelines and quotas". */
  readonly limits = { maxBytes: 9 * 1024 * 1024, maxTermBytes: 200 };
  /** An account may have 100 terminologies in a region. */
  readonly maxOwn = 50;
  readonly #call: CallAmazon;

  constructor(call: CallAmazon) {
    this.#call = call;
  }

  /** Returns true, because a terminology can have any pair of languages of the service. */
  async supports(): Promise<boolean> {
    return true;
  }

  async list(): Promise<StoredGlossary[]> {
    const found: StoredGlossary[] = [];
    let token: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const query = { MaxResults: PAGE_SIZE, ...(token !== undefined && { NextToken: token }) };
      const { body } = await this.#call('ListTerminologies', query);
      const answer = asObject(body);
      const rows = answer?.TerminologyPropertiesList;
      if (!Array.isArray(rows))
        throw badResponse(`${LABEL} did not return a list of terminologies`);
      for (const row of rows.map(asObject)) {
        const name = asText(row?.Name);
        const createdAtMs = Number(row?.CreatedAt) * 1_000 || Date.now();
        found.push({ id: name, name, createdAtMs });
      }
      token = asText(answer?.NextToken) || undefined;
      if (token === undefined) break;
    }
    return found;
  }

  async create({ name, pair, entries }: NamedEntries): Promise<CreatedGlossary> {
    const file = writeCsv([[pair.source, pair.target], ...entries]);
    const answer = await this.#call(
      'ImportTerminology',
      {
        Name: name,
        MergeStrategy: 'OVERWRITE',
        TerminologyData: {
          File: Buffer.from(file).toString('base64'),
          Format: 'CSV',
          Directionality: 'UNI',
        },
      },
      new RegExp(`${IS_FULL.source}|${IS_REFUSED.source}`),
    );
    const code = errorCodeOf(answer);
    if (answer.status < 300) return { id: name };
    return IS_FULL.test(code) ? { refused: 'full' } : { refused: 'content', status: answer.status };
  }

  async remove(id: string): Promise<void> {
    await this.#call('DeleteTerminology', { Name: id }, IS_MISSING);
  }
}
