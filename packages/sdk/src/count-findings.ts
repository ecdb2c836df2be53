import type { Client } from './types.ts';

/** Numbers of findings that other runtimes would add to the values of a project and remove from them. */
export interface CountedFindings {
  readonly added: number;
  readonly removed: number;
  /** Number of values that were checked. */
  readonly values: number;
  /** True if all values of the project were checked. */
  readonly isComplete: boolean;
}

/** Maximum number of requests. Each checks a part of the values. */
const MAX_PARTS = 5;

/** Counts the findings that runtimes would add and remove in the first values of a project. */
export async function countFindings(
  { i18n }: Pick<Client, 'i18n'>,
  { projectId, runtimes }: { projectId: string; runtimes: readonly string[] },
): Promise<CountedFindings> {
  const sum = { added: 0, removed: 0, values: 0 };
  let cursor: string | undefined;
  for (let part = 0; part < MAX_PARTS; part++) {
    const query = { projectId, runtimes: [...runtimes], cursor };
    const { data, meta } = await i18n.findings.preview(query);
    sum.added += total(data.added);
    sum.removed += total(data.removed);
    sum.values += data.values;
    if (meta.nextCursor === null) return { ...sum, isComplete: true };
    cursor = meta.nextCursor;
  }
  return { ...sum, isComplete: false };
}

const total = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, one) => sum + one, 0);
