import type { Client } from '@parlance/sdk';
import { count } from '../output/count.ts';

/** Maximum number of requests. Each checks a part of the values. */
const MAX_PARTS = 5;

/** Returns a sentence part about the findings that runtimes would add and remove in a project. */
export async function countFindings(
  { i18n }: Client,
  projectId: string,
  runtimes: string[],
): Promise<string> {
  const sum = { added: 0, removed: 0, values: 0 };
  let cursor: string | undefined;
  for (let part = 0; part < MAX_PARTS; part++) {
    const { data, meta } = await i18n.findings.preview({ projectId, runtimes, cursor });
    sum.added += total(data.added);
    sum.removed += total(data.removed);
    sum.values += data.values;
    cursor = meta.nextCursor ?? undefined;
    if (cursor === undefined) break;
  }
  const of = `${cursor === undefined ? '' : 'the first '}${count(sum.values, 'text')}`;
  return `they would add ${count(sum.added, 'finding')} and remove ${sum.removed} in ${of}`;
}

const total = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, one) => sum + one, 0);
