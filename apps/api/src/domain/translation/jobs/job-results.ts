import type { TranslationStatus } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import type { Deps } from '../../../deps.ts';
import { decodeCursor, encodeCursor } from '../../../lib/cursor.ts';
import { pollUntil, type Waiting } from '../../../lib/poll.ts';
import type { Owner } from '../../kernel/index.ts';
import type { JobString, StringResult } from '../strings.ts';
import { listChunks } from './translation-chunk.store.ts';
import { getJob, isOver, type JobRow, refOf } from './translation-job.store.ts';

export interface JobItem {
  readonly locale: string;
  readonly string: JobString;
  readonly result: StringResult;
}

const CURSOR = /^([A-Za-z0-9-]+) (\d+) (\d+)$/;
/** Number of chunks in one query. A chunk has up to 200 strings. */
const CHUNKS_AT_ONCE = 2;
/**
 * Maximum number of chunks for one page. If too few strings have the requested status, the page is
 * short.
 */
const CHUNKS_PER_PAGE = 40;

/** Returns the results of a translation job so far, by locale and in the order of the strings. */
export async function readJobItems(
  db: Db,
  job: JobRow,
  page: {
    locale: string | null;
    status: TranslationStatus | null;
    cursor: string | undefined;
    limit: number;
  },
): Promise<{ readonly items: JobItem[]; readonly nextCursor: string | null }> {
  const start = decodeCursor(page.cursor, CURSOR);
  let from = start ? { locale: start[0]!, chunk: Number(start[1]) } : null;
  let skipped = start ? Number(start[2]) : 0;
  const items: JobItem[] = [];
  for (let read = 0; ; read += CHUNKS_AT_ONCE) {
    if (page.status !== null && from && read >= CHUNKS_PER_PAGE) {
      return { items, nextCursor: encodeCursor(`${from.locale} ${from.chunk} 0`) };
    }
    const chunks = await listChunks(db, refOf(job), {
      locale: page.locale,
      from,
      limit: CHUNKS_AT_ONCE,
    });
    for (const { locale, chunk, strings, results } of chunks) {
      for (const [index, string] of strings.entries()) {
        const result = results?.[index];
        if (index < skipped || !result) continue;
        if (page.status !== null && page.status !== result.status) continue;
        if (items.length === page.limit) {
          return { items, nextCursor: encodeCursor(`${locale} ${chunk} ${index}`) };
        }
        items.push({ locale, string, result });
      }
      skipped = 0;
      from = { locale, chunk: chunk + 1 };
    }
    if (chunks.length < CHUNKS_AT_ONCE) return { items, nextCursor: null };
  }
}

/**
 * Waits for the end of a translation job, at most `waitMs`.
 * @throws `not_found`
 */
export const waitForJob = (
  { db }: Pick<Deps, 'db'>,
  owner: Owner,
  jobId: string,
  waiting: Waiting,
): Promise<JobRow> => pollUntil(() => getJob(db, owner, jobId), isOver, waiting);
