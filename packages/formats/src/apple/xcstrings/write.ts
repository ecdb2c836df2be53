import type { FileRow, WriteOptions } from '../../format.ts';
import { Pacer } from '../../pace.ts';
import { assertText } from '../../utf8.ts';
import { hasVariable, localizationOf, type Part, type Place, placeOf, pluralOf } from './layout.ts';
import { compareNatural, sortNatural } from './order.ts';
import { type Json, leadOf, type Members, renderMember, type Style, XCODE } from './render.ts';

/** Minimum length of a piece of output, in code units. */
const PIECE_LENGTH = 32 * 1024;
/** Depth of the members of `strings`. */
export const ENTRY_DEPTH = 2;

export interface PlacedRow {
  readonly row: FileRow;
  readonly place: Place;
}

export interface Locales {
  readonly sourceLocaleTag: string;
  /** In natural order, the source locale included. */
  readonly localeTags: readonly string[];
}

export async function* writeXcstrings(
  rows: AsyncIterable<FileRow[]>,
  options: WriteOptions,
): AsyncGenerator<string, void> {
  const locales = localesOf(options);
  const pacer = new Pacer();
  const taken: FileRow[] = [];
  for await (const batch of rows) {
    for (const row of batch) if (hasText(row, locales)) taken.push(row);
    if (pacer.isDue()) await pacer.pause();
  }
  const entries = await entriesOf(taken, pacer);
  const { sourceLocaleTag } = options;
  let piece = `{\n  "sourceLanguage" : ${JSON.stringify(sourceLocaleTag)},\n  "strings" : {`;
  let isFirst = true;
  for (const key of await sortNatural([...entries.keys()])) {
    const entry = renderEntry(key, entries.get(key)!, locales, XCODE);
    piece += `${isFirst ? '' : ','}${leadOf(XCODE, ENTRY_DEPTH)}${entry}`;
    isFirst = false;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
    if (pacer.isDue()) await pacer.pause();
  }
  yield `${piece}${isFirst ? '\n' : ''}\n  },\n  "version" : "1.0"\n}`;
}

export function localesOf({
  localeTags,
  sourceLocaleTag,
}: Pick<WriteOptions, 'localeTags' | 'sourceLocaleTag'>): Locales {
  const all = [...new Set([sourceLocaleTag, ...localeTags])].sort(compareNatural);
  return { sourceLocaleTag, localeTags: all };
}

const hasText = ({ values }: FileRow, { localeTags }: Locales): boolean =>
  values.some(({ localeTag }) => localeTags.includes(localeTag));

/** Collects the rows of each key. */
export async function entriesOf(
  rows: readonly FileRow[],
  pacer: Pacer,
): Promise<Map<string, PlacedRow[]>> {
  const frames = new Set<string>();
  for (const { name, values } of rows) {
    if (values.some(({ text }) => hasVariable(text))) frames.add(name);
  }
  const entries = new Map<string, PlacedRow[]>();
  for (const row of rows) {
    const family = pluralOf(row)?.family;
    const isFrame = (key: string): boolean => frames.has(key);
    const place = placeOf(family ?? row.name, family !== undefined, isFrame);
    const entry = entries.get(place.key);
    if (entry === undefined) entries.set(place.key, [{ row, place }]);
    else entry.push({ row, place });
    if (pacer.isDue()) await pacer.pause();
  }
  return entries;
}

/** Returns the member of an entry. A text of the source locale that is its key is not written. */
export function renderEntry(
  key: string,
  rows: readonly PlacedRow[],
  { sourceLocaleTag, localeTags }: Locales,
  style: Style,
): string {
  const [{ row: first }] = rows as [PlacedRow];
  assertText(key, first.name);
  const localizations: [string, Json][] = [];
  for (const localeTag of localeTags) {
    const parts = partsOf(rows, localeTag);
    const [only] = parts;
    if (only === undefined) continue;
    const isKey = localeTag === sourceLocaleTag && parts.length === 1 && only.text === only.name;
    if (isKey && only.name === key && only.state === undefined) continue;
    const localization = localizationOf(parts, localeTag, NO_SUBSTITUTIONS);
    if (localization !== null) localizations.push([localeTag, localization]);
  }
  const members: [string, Json][] = [];
  const { description } = first;
  if (description) {
    assertText(description, first.name);
    members.push(['comment', description]);
  }
  if (localizations.length > 0) members.push(['localizations', localizations]);
  if (rows.every(({ row }) => row.translatable === false)) {
    members.push(['shouldTranslate', { raw: 'false' }]);
  }
  return renderMember(key, members satisfies Members, ENTRY_DEPTH, style);
}

const NO_SUBSTITUTIONS = new Map<string, Members>();

function partsOf(rows: readonly PlacedRow[], localeTag: string): Part[] {
  const parts: Part[] = [];
  for (const { row, place } of rows) {
    for (const value of row.values) {
      if (value.localeTag !== localeTag) continue;
      const { text, state } = value;
      parts.push({ name: row.name, place, plural: pluralOf(row), text, state });
    }
  }
  return parts;
}
