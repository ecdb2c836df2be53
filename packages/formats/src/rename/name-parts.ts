import type { FilePlural, FileRow } from '../format.ts';
import { CONTEXT_END, splitKeyName } from '../po/names.ts';

/** A part of a key name that a rename changes. */
export interface PartChange {
  readonly old: string;
  readonly new: string;
}

/** Returns the row after a rename. Null if a plural form would leave its family. */
export function renamedRow(row: FileRow, name: string): FileRow | null {
  const plural = row.plural && renamedPlural(row.name, row.plural, name);
  if (plural === null) return null;
  return { ...row, name, ...(plural && { plural }) };
}

/**
 * Returns a row of a gettext translation file after a rename. Its source text is the `msgid`, which
 * is a part of the name.
 */
export function withMsgidOf(before: FileRow, after: FileRow, localeTag: string): FileRow {
  const [old, next] = [before, after].map(
    ({ name, plural }) => splitKeyName(plural?.family ?? name).id,
  ) as [string, string];
  const values = after.values.map((value) =>
    value.localeTag !== localeTag && value.text === old ? { ...value, text: next } : value,
  );
  return { ...after, values };
}

function renamedPlural(old: string, plural: FilePlural, name: string): FilePlural | null {
  const end = old.slice(plural.family.length);
  if (!name.endsWith(end) || name.length === end.length) return null;
  return { ...plural, family: name.slice(0, name.length - end.length) };
}

/**
 * Returns the parts of a name that a file may contain and that a rename changes, the longest parts
 * first: the whole name, the changed segments together, and each changed segment alone.
 */
export function partsOf(
  before: FileRow,
  after: FileRow,
  keySeparator: string | null,
): readonly (readonly PartChange[])[] {
  const old = before.plural?.family ?? before.name;
  const next = after.plural?.family ?? after.name;
  const separators = [CONTEXT_END, ...(keySeparator ? [keySeparator] : [])];
  const [olds, nexts] = changedSegments(segmentsOf(old, separators), segmentsOf(next, separators));
  const change = (from: readonly string[], to: readonly string[]): PartChange => ({
    old: joined(from, separators),
    new: joined(to, separators),
  });
  const ways = [[{ old, new: next }], [change(olds, nexts)]];
  if (olds.length === 1 || olds.length !== nexts.length) return ways;
  const alone = olds.map((segment, at) => change([segment], [nexts[at]!]));
  return [...ways, alone.filter((part) => part.old !== part.new)];
}

/** Returns the changed segments of two names. Omits the segments that the names share at the start and at the end. */
function changedSegments(
  olds: readonly string[],
  nexts: readonly string[],
): [readonly string[], readonly string[]] {
  const most = Math.min(olds.length, nexts.length) - 1;
  let start = 0;
  while (start < most && olds[start] === nexts[start]) start++;
  let end = 0;
  while (end < most - start && olds.at(-1 - end) === nexts.at(-1 - end)) end++;
  return [olds.slice(start, olds.length - end), nexts.slice(start, nexts.length - end)];
}

/** Splits a name before each separator and before each index of an array. */
function segmentsOf(name: string, separators: readonly string[]): string[] {
  const segments: string[] = [''];
  for (let at = 0; at < name.length; at++) {
    const isStart =
      separators.some((separator) => name.startsWith(separator, at)) ||
      /^\[\d+\]/.test(name.slice(at, at + INDEX_LENGTH));
    if (isStart && at > 0) segments.push('');
    segments[segments.length - 1] += name[at]!;
  }
  return segments;
}

/** Joins segments, without the separator before the first one. */
function joined(segments: readonly string[], separators: readonly string[]): string {
  const text = segments.join('');
  const lead = separators.find((separator) => text.startsWith(separator)) ?? '';
  return text.slice(lead.length);
}

/** Maximum length of the index of an array element. */
const INDEX_LENGTH = 12;
