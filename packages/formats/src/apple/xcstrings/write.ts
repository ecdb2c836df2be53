import type { FileRow, WriteOptions } from '../../format.ts';
import {
  type Json,
  leadOf,
  type Members,
  renderMember,
  type Style,
  XCODE,
} from '../../json/entries/render.ts';
import { valueIn } from '../../patch/value-in.ts';
import { requireText } from '../../text/utf8.ts';
import { Yielder } from '../../text/yielder.ts';
import {
  type CatalogPlace,
  hasVariable,
  localizationOf,
  type Part,
  placeOf,
  pluralOf,
} from './layout.ts';
import { compareNatural, sortNatural } from './order.ts';

/** Minimum length of a piece of output, in code units. */
const PIECE_LENGTH = 32 * 1024;
export const ENTRY_DEPTH = 2;

export interface PlacedRow {
  readonly row: FileRow;
  readonly place: CatalogPlace;
}

export interface Locales {
  readonly sourceLocaleTag: string;
  /** Tags of all locales including the source locale, in natural order. */
  readonly localeTags: readonly string[];
  readonly unit: {
    readonly starts: readonly string[];
    readonly middle: string;
    readonly end: string;
  };
  /**
   * Value of `extractionState` for new entries. Without `manual`, Xcode treats new entries as
   * extracted from code and marks them as stale.
   */
  readonly extraction?: 'manual';
}

export async function* writeXcstrings(
  rows: AsyncIterable<FileRow[]>,
  options: WriteOptions,
): AsyncGenerator<string, void> {
  const locales = localesOf(options, XCODE);
  const yielder = new Yielder();
  const taken: FileRow[] = [];
  for await (const batch of rows) {
    for (const row of batch) if (hasText(row, locales)) taken.push(row);
    if (yielder.isDue()) await yielder.pause();
  }
  const entries = await entriesOf(taken, yielder);
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
    if (yielder.isDue()) await yielder.pause();
  }
  yield `${piece}${isFirst ? '\n' : ''}\n  },\n  "version" : "1.0"\n}`;
}

export function localesOf(
  { localeTags, sourceLocaleTag }: Pick<WriteOptions, 'localeTags' | 'sourceLocaleTag'>,
  { quote, colon, leads }: Style,
): Locales {
  const all = [...new Set([sourceLocaleTag, ...localeTags])].sort(compareNatural);
  const [, , , , localeLead, unitLead, valueLead] = leads;
  const starts = all.map((localeTag) => {
    const unit = `${localeLead}${quote(localeTag)}${colon}{${unitLead}"stringUnit"${colon}{`;
    return `${unit}${valueLead}"state"${colon}`;
  });
  const middle = `,${valueLead}"value"${colon}`;
  const unit = { starts, middle, end: `${unitLead}}${localeLead}}` };
  return { sourceLocaleTag, localeTags: all, unit };
}

const hasText = ({ values }: FileRow, { localeTags }: Locales): boolean =>
  values.some(({ localeTag }) => localeTags.includes(localeTag));

type Entry = FileRow | readonly PlacedRow[];

const isRow = (entry: Entry): entry is FileRow => !Array.isArray(entry);

export const rowsOf = (entry: Entry): FileRow[] =>
  isRow(entry) ? [entry] : entry.map(({ row }) => row);

export async function entriesOf(
  rows: readonly FileRow[],
  yielder: Yielder,
): Promise<Map<string, Entry>> {
  const frames = new Set<string>();
  for (const { name, values } of rows) {
    if (values.some(({ text }) => hasVariable(text))) frames.add(name);
  }
  const entries = new Map<string, FileRow | PlacedRow[]>();
  const isFrame = (key: string): boolean => frames.has(key);
  for (const row of rows) {
    if (row.plural === undefined && !row.name.endsWith(']') && !entries.has(row.name)) {
      entries.set(row.name, row);
      continue;
    }
    const family = pluralOf(row)?.family;
    const place = placeOf(family ?? row.name, family !== undefined, isFrame);
    const { key } = place;
    const isPlain = family === undefined && place.device === null;
    const entry = entries.get(key);
    if (entry === undefined) entries.set(key, isPlain ? row : [{ row, place }]);
    else if (!isRow(entry)) entry.push({ row, place });
    else {
      const plain = { key, variable: null, device: null };
      entries.set(key, [
        { row: entry, place: plain },
        { row, place },
      ]);
    }
    if (yielder.isDue()) await yielder.pause();
  }
  return entries;
}

/** Returns the JSON member of an entry. The source text is left out if it equals the key. */
export function renderEntry(key: string, entry: Entry, locales: Locales, style: Style): string {
  if (isRow(entry)) return renderRow(entry, locales, style);
  const { sourceLocaleTag, localeTags } = locales;
  const [{ row: first }] = entry as [PlacedRow];
  requireText(key, first.name);
  const localizations: [string, Json][] = [];
  for (const localeTag of localeTags) {
    const parts = partsOf(entry, localeTag);
    const [only] = parts;
    if (only === undefined) continue;
    const isKey = localeTag === sourceLocaleTag && parts.length === 1 && only.text === only.name;
    if (isKey && only.name === key && only.state !== 'needs_review') continue;
    const localization = localizationOf(parts, localeTag, NO_SUBSTITUTIONS);
    if (localization !== null) localizations.push([localeTag, localization]);
  }
  const members: [string, Json][] = [];
  const { description } = first;
  if (description) {
    requireText(description, first.name);
    members.push(['comment', description]);
  }
  const extraction = entry.every(({ row }) => row.isStale) ? 'stale' : locales.extraction;
  if (extraction) members.push(['extractionState', extraction]);
  if (localizations.length > 0) members.push(['localizations', localizations]);
  if (entry.every(({ row }) => row.translatable === false)) {
    members.push(['shouldTranslate', { raw: 'false' }]);
  }
  return renderMember(key, members satisfies Members, ENTRY_DEPTH, style);
}

function renderRow(
  row: FileRow,
  { sourceLocaleTag, localeTags, unit, extraction: other }: Locales,
  style: Style,
): string {
  const { name, description, translatable, isStale, values } = row;
  const { quote, colon, leads, newline } = style;
  const [, , entryLead, memberLead] = leads;
  requireText(name, name);
  let localizations = '';
  for (const [at, localeTag] of localeTags.entries()) {
    const value = valueIn(values, localeTag);
    if (value === undefined) continue;
    const { text, state } = value;
    const isReview = state === 'needs_review';
    if (localeTag === sourceLocaleTag && text === name && !isReview) continue;
    requireText(text, name);
    const written = isReview ? '"needs_review"' : '"translated"';
    if (localizations !== '') localizations += ',';
    localizations += `${unit.starts[at]}${written}${unit.middle}${quote(text)}${unit.end}`;
  }
  let members = '';
  if (description) {
    requireText(description, name);
    members += `${memberLead}"comment"${colon}${quote(description)}`;
  }
  const extraction = isStale ? 'stale' : other;
  if (extraction) {
    members += `${members === '' ? '' : ','}${memberLead}"extractionState"${colon}"${extraction}"`;
  }
  if (localizations !== '') {
    members += `${members === '' ? '' : ','}${memberLead}"localizations"${colon}{${localizations}${memberLead}}`;
  }
  if (translatable === false) {
    members += `${members === '' ? '' : ','}${memberLead}"shouldTranslate"${colon}false`;
  }
  return `${quote(name)}${colon}{${members === '' ? newline : members}${entryLead}}`;
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
