import type { Config } from '@parlance/config';
import type { FileRow } from '@parlance/formats';
import type { Document } from './documents.ts';

/**
 * Returns the key names in the order in which new rows are inserted. If the result is empty, new
 * rows are added at the end.
 */
export function orderOf(
  { pull, source }: Pick<Config, 'pull' | 'source'>,
  { spec, values, locale }: Document,
  documents: readonly Document[],
): string[] {
  if (pull?.sort === 'end' || locale === null || locale === source.locale) return [];
  const isBase = (document: Document): boolean =>
    document.spec === spec &&
    document.locale === source.locale &&
    JSON.stringify(document.values) === JSON.stringify(values);
  return documents.find(isBase)?.rows.map(({ name }) => name) ?? [];
}

export function placeRows(
  rows: readonly FileRow[],
  added: ReadonlyMap<string, FileRow>,
  order: readonly string[],
): FileRow[] {
  if (added.size === 0 || order.length === 0) return [...rows, ...added.values()];
  const existing = new Set(rows.map(({ name }) => name));
  const left = new Map(added);
  const behind = new Map<string | null, FileRow[]>();
  let before: string | null = null;
  for (const name of order) {
    const row = left.get(name);
    if (existing.has(name)) before = name;
    if (row === undefined) continue;
    left.delete(name);
    const next = behind.get(before);
    if (next) next.push(row);
    else behind.set(before, [row]);
  }
  const placed = [...(behind.get(null) ?? [])];
  for (const row of rows) {
    placed.push(row);
    for (const next of behind.get(row.name) ?? []) placed.push(next);
    behind.delete(row.name);
  }
  return placed.concat([...left.values()]);
}
