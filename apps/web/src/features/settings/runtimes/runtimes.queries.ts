import { api } from '../../../lib/api.ts';

/** Maximum number of requests. Each checks a part of the values. */
const MAX_PARTS = 5;

const total = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, one) => sum + one, 0);

/** Counts the findings that runtimes would add and remove, in the first values of a project. */
export async function countFindings(
  organizationId: string,
  projectId: string,
  runtimes: readonly string[],
): Promise<{ added: number; removed: number; values: number }> {
  const { findings } = api(organizationId).i18n;
  const sum = { added: 0, removed: 0, values: 0 };
  let cursor: string | undefined;
  for (let part = 0; part < MAX_PARTS; part++) {
    const { data, meta } = await findings.preview({ projectId, runtimes: [...runtimes], cursor });
    sum.added += total(data.added);
    sum.removed += total(data.removed);
    sum.values += data.values;
    cursor = meta.nextCursor ?? undefined;
    if (cursor === undefined) break;
  }
  return sum;
}
