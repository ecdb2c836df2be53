import type { Db } from '../../../db/client.ts';
import { unpackRows } from './chunk-content.ts';
import { type ChunkFilter, findChunk, type StagedImportRow } from './staged-import.store.ts';

/** Yields the chunks that match the filter, with one chunk at a time in memory. */
export async function* readChunks<Row>(
  db: Db,
  staged: Pick<StagedImportRow, 'project_id' | 'id'>,
  filter: ChunkFilter,
): AsyncGenerator<{ chunk: number; locale: string | null; rows: Row[] }, void> {
  for (let from = filter.from ?? 0; ; ) {
    const found = await findChunk(db, staged, { ...filter, from });
    if (!found) return;
    const { chunk, locale } = found;
    yield { chunk, locale, rows: await unpackRows<Row>(found.content) };
    from = chunk + 1;
  }
}
