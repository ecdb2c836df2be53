import type { FileRow, FileValue, ValueState, WriteOptions } from '../format.ts';
import { requireText } from '../text/utf8.ts';
import { Yielder } from '../text/yielder.ts';
import {
  escapeAttribute,
  escapeBackslash,
  escapeContent,
  hexOf,
  isXmlText,
} from './inline/characters.ts';
import { type Code, findCodeFaults, noteReference, type UnitIds } from './inline/codes.ts';
import {
  DIALECT_12,
  DIALECT_21,
  type Markup,
  parseMarkup,
  renderMarkup,
  type Tag,
} from './inline/markup.ts';
import {
  ESCAPED_NOTE,
  NAMESPACE_12,
  NAMESPACE_20,
  NAMESPACE_22,
  REFERENCED_NOTE,
} from './names.ts';
import { attributesOf, type Mark } from './own-marks.ts';
import { markOfState, stateTo2, toXliff12State, UNTRANSLATED_12 } from './states.ts';
import { UnitIdsGiven } from './unit/unit-ids.ts';
import { CODE_POINTS, SIZE_ATTRIBUTE, SIZE_NAMESPACE } from './version-2/size.ts';

/** Declares that size restrictions in an XLIFF 2.x file count code points. */
const PROFILE = `    <slr:profiles xmlns:slr="${SIZE_NAMESPACE}" generalProfile="${CODE_POINTS}"/>\n`;
/** Minimum length of a piece of output, in code units. */
const PIECE_LENGTH = 32 * 1024;
const FILE_ID = 'f1';
/**
 * Maximum number of rounds in {@link settleCodes}. If a unit is still invalid after the last round,
 * all of its inline elements are written as text.
 */
const MAX_ROUNDS = 8;

export interface Unit {
  readonly name: string;
  /** Id of the unit, if the id differs from the key name. */
  readonly ownId: string | undefined;
  readonly description: string | undefined;
  readonly source: string | undefined;
  readonly sourceState: ValueState | undefined;
  readonly target: FileValue | undefined;
  /**
   * False if the text must not be translated. The unit then gets the attribute `translate="no"`.
   */
  readonly isTranslated: boolean;
  /**
   * Maximum number of characters in a text. In XLIFF 2.x, it is written only into a file whose size
   * restrictions count code points.
   */
  readonly maxLength: number | undefined;
}

export interface UnitLayout {
  readonly newline: string;
  readonly indent: string;
  readonly step: string;
}

const LAYOUT_12: UnitLayout = { newline: '\n', indent: '      ', step: '  ' };
const LAYOUT_21: UnitLayout = { newline: '\n', indent: '    ', step: '  ' };

/**
 * Writes an XLIFF file in pieces. It contains the source texts and the texts of one target locale.
 */
export async function* writeXliff(
  rows: AsyncIterable<FileRow[]>,
  options: WriteOptions,
): AsyncGenerator<string, void> {
  const { sourceLocaleTag } = options;
  const targets = new Set(options.localeTags.filter((tag) => tag !== sourceLocaleTag));
  if (targets.size > 1) throw new RangeError('an XLIFF file contains exactly one target locale');
  const [targetLocaleTag] = targets;
  const { xliffVersion = '1.2', copiesSource = false, hasLengths = false } = options;
  const is12 = xliffVersion === '1.2';
  const version = is12 ? '1.2' : '2.1';
  const layout = is12 ? LAYOUT_12 : LAYOUT_21;
  const ids = new UnitIdsGiven(version);
  const yielder = new Yielder();
  let piece = is12
    ? start12(sourceLocaleTag, targetLocaleTag)
    : start2(xliffVersion, sourceLocaleTag, targetLocaleTag) + (hasLengths ? PROFILE : '');
  let isEmpty = true;
  for await (const batch of rows) {
    for (const row of batch) {
      const unit = unitOf(row, sourceLocaleTag, targetLocaleTag);
      if (unit === null) continue;
      const isCopied =
        copiesSource && targetLocaleTag !== undefined && unit.isTranslated && !!unit.source;
      isEmpty = false;
      if (row.id !== undefined) await ids.startIndex(yielder);
      piece += `${layout.indent}${renderUnit(unit, version, layout, { unit: ids.give(row), isCopied, countsCodePoints: hasLengths })}\n`;
      if (piece.length < PIECE_LENGTH) continue;
      yield piece;
      piece = '';
      if (yielder.isDue()) await yielder.pause();
    }
  }
  if (isEmpty && !is12) piece += '    <group id="empty"/>\n';
  yield `${piece}${is12 ? '    </body>\n' : ''}  </file>\n</xliff>\n`;
}

/**
 * Returns the unit for a row. Returns null if the row has neither a text in the source locale nor a
 * text in the target locale.
 */
export function unitOf(
  row: FileRow,
  sourceTag: string,
  targetTag: string | undefined,
  writesStates = true,
): Unit | null {
  let source: string | undefined;
  let sourceState: ValueState | undefined;
  let target: FileValue | undefined;
  for (const value of row.values) {
    if (value.localeTag === sourceTag) ({ text: source, state: sourceState } = value);
    else if (value.localeTag === targetTag) target = value;
    else continue;
    requireText(value.text, row.name);
  }
  if (source === undefined && target === undefined) return null;
  if (target?.state === 'translated' && !writesStates) {
    target = { localeTag: target.localeTag, text: target.text };
  }
  const { name, id: ownId, description, maxLength } = row;
  requireText(name, name);
  if (description !== undefined) requireText(description, name);
  const isTranslated = row.translatable !== false;
  return { name, ownId, description, source, sourceState, target, isTranslated, maxLength };
}

function start12(source: string, target: string | undefined): string {
  const languages =
    attribute('source-language', source) +
    (target === undefined ? '' : attribute('target-language', target));
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="${NAMESPACE_12}" version="1.2">
  <file original="messages" datatype="plaintext"${languages}>
    <body>
`;
}

function start2(version: string, source: string, target: string | undefined): string {
  const namespace = version === '2.2' ? NAMESPACE_22 : NAMESPACE_20;
  const languages =
    attribute('srcLang', source) + (target === undefined ? '' : attribute('trgLang', target));
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="${namespace}" version="${version}"${languages}>
  <file id="${FILE_ID}">
`;
}

export function renderUnit(
  unit: Unit,
  version: '1.2' | '2.1',
  layout: UnitLayout,
  { unit: id, file = FILE_ID, isCopied = false, countsCodePoints = false }: UnitPlace,
): string {
  const copied = isCopied && unit.target === undefined ? unit.source : undefined;
  return version === '1.2'
    ? unit12(unit, id, layout, copied)
    : unit21(
        countsCodePoints ? unit : { ...unit, maxLength: undefined },
        { id, file },
        layout,
        copied,
      );
}

interface UnitPlace {
  readonly unit: string;
  readonly file?: string;
  /** XLIFF 2.x: true if size restrictions in the file count code points. */
  readonly countsCodePoints?: boolean;
  /** True if the source text replaces a missing translation. */
  readonly isCopied?: boolean;
}

function unit12(
  unit: Unit,
  id: string,
  { newline, indent, step }: UnitLayout,
  copied: string | undefined,
): string {
  const { description, source = '', target } = unit;
  const { state, approved } = toXliff12State(target?.state);
  const line = newline + indent;
  const { maxLength } = unit;
  const width = maxLength === undefined ? '' : ` maxwidth="${maxLength}" size-unit="char"`;
  let written = `<trans-unit${identity('resname', unit, id)}${width}${attribute('approved', approved)}>`;
  written += `${line}${step}<source>${render12(source)}</source>`;
  if (target !== undefined) {
    const start = `<target${attribute('state', state)}>`;
    written += `${line}${step}${start}${render12(target.text)}</target>`;
  } else if (copied !== undefined) {
    written += `${line}${step}<target state="${UNTRANSLATED_12}">${render12(copied)}</target>`;
  }
  if (description !== undefined) written += `${line}${step}${note('from', description, '')}`;
  return `${written}${line}</trans-unit>`;
}

export function render12(text: string): string {
  return renderMarkup(parseMarkup(text, DIALECT_12), DIALECT_12);
}

function unit21(
  unit: Unit,
  { id, file }: { id: string; file: string },
  { newline, indent, step }: UnitLayout,
  copied: string | undefined,
): string {
  const { description, source = '', target } = unit;
  const sourceMarkup = parseMarkup(source, DIALECT_21);
  const targetMarkup = parseMarkup(target?.text ?? copied ?? '', DIALECT_21);
  const { noteIds, data } = settleCodes(sourceMarkup, targetMarkup, id, file);
  const { state, subState } = target === undefined ? { state: 'initial' } : stateTo2(target.state);
  const line = newline + indent + step;
  const size =
    unit.maxLength === undefined
      ? ''
      : ` xmlns:slr="${SIZE_NAMESPACE}" slr:${SIZE_ATTRIBUTE}="${unit.maxLength}"`;
  let written = `<unit${identity('name', unit, id)}${size}>`;
  if (description !== undefined || noteIds.length > 0) {
    written += `${line}<notes>${notes21(description, noteIds)}</notes>`;
  }
  if (data.size > 0) written += `${line}<originalData>${originalData(data)}</originalData>`;
  written += `${line}<segment${attribute('state', state)}${attribute('subState', subState)}>`;
  written += `${line}${step}<source>${renderMarkup(sourceMarkup, DIALECT_21)}</source>`;
  if (target !== undefined || copied !== undefined) {
    written += `${line}${step}<target>${renderMarkup(targetMarkup, DIALECT_21)}</target>`;
  }
  return `${written}${line}</segment>${newline}${indent}</unit>`;
}

function identity(nameAttribute: 'name' | 'resname', unit: Unit, id: string): string {
  const { name, ownId, source, target } = unit;
  const isPlain = name !== '' && isXmlText(name);
  const isEmptyTarget = target?.text === '' && target.state === undefined;
  const isMarked = isEmptyTarget && source !== undefined && source !== '';
  const marks: [Mark, string | undefined][] = [
    ['name', isPlain ? undefined : name],
    ['id', ownId === id ? undefined : ownId],
    ['source', source === undefined ? 'none' : undefined],
    ['source-state', markOfState(unit.sourceState)],
    ['target', isMarked ? 'empty' : undefined],
  ];
  const attributes = attributesOf(marks, nameAttribute === 'name' ? '2.1' : '1.2');
  const given = isPlain ? attribute(nameAttribute, name) : '';
  const translate = attribute('translate', unit.isTranslated ? undefined : 'no');
  return `${attribute('id', id)}${given}${translate} xml:space="preserve"${attributes.map(([mark, value]) => attribute(mark, value)).join('')}`;
}

export function attribute(name: string, value: string | undefined): string {
  return value === undefined ? '' : ` ${name}="${escapeAttribute(value)}"`;
}

function note(markName: 'category' | 'from', description: string, id: string): string {
  if (isXmlText(description)) {
    return `<note${id}>${escapeContent(description, hexOf)}</note>`;
  }
  const escaped = escapeContent(escapeBackslash(description), hexOf);
  return `<note${id} ${markName}="${ESCAPED_NOTE}">${escaped}</note>`;
}

/**
 * Returns the `<notes>` of an XLIFF 2.1 unit. The note with the description has the id of the first annotation that
 * refers to a note, and each further annotation has an empty note.
 */
function notes21(description: string | undefined, ids: readonly string[]): string {
  const [first, ...others] = ids;
  const idOf = (id: string | undefined) => attribute('id', id);
  const reference = (id: string | undefined) =>
    `<note${idOf(id)} category="${REFERENCED_NOTE}"></note>`;
  const written =
    description === undefined ? reference(first) : note('category', description, idOf(first));
  return written + others.map(reference).join('');
}

/** Returns the `<data>` elements of a unit, each after the text `lead`. */
export function originalData(data: ReadonlyMap<string, string>, lead = ''): string {
  let written = '';
  for (const [id, text] of data) {
    written += `${lead}<data${attribute('id', id)}>${renderData(text)}</data>`;
  }
  return written;
}

export const renderData = (text: string): string =>
  escapeContent(text, (character) => `<cp hex="${hexOf(character)}"/>`);

interface UnitCodes {
  readonly noteIds: readonly string[];
  readonly data: ReadonlyMap<string, string>;
}

const NO_CODES: UnitCodes = { noteIds: [], data: new Map() };

/**
 * Decides which tags of a unit are written as inline elements. All other tags are written as text.
 * The decision takes several rounds, because a tag that becomes text can make further tags invalid.
 */
function settleCodes(source: Markup, target: Markup, unitId: string, fileId: string): UnitCodes {
  if (source.tags.length + target.tags.length === 0) return NO_CODES;
  const all = [...source.tags, ...target.tags];
  const data = settleData(all);
  const everything = { has: () => true };
  const ids = {
    fileId,
    unitId,
    parts: new Set<string>(),
    notes: everything,
    data: everything,
  };
  const isKept = (tag: Tag) => !tag.isText;
  settleFaults(source.tags, target.tags, ids, all);
  const kept = all.filter(isKept);
  const noteIds = kept.flatMap((tag) => noteReference(tag, ids) ?? []);
  const usedData = new Set(kept.flatMap((tag) => [...tag.data.keys()]));
  return {
    noteIds: [...new Set(noteIds)],
    data: new Map([...data].filter(([id]) => usedData.has(id))),
  };
}

interface SettledCode extends Code {
  isText?: boolean;
}

/**
 * Makes tags valid by converting some of them to plain text. Converts only tags in `free`. Returns
 * false if a tag outside of `free` stays invalid.
 */
export function settleFaults(
  source: readonly SettledCode[],
  target: readonly SettledCode[],
  ids: UnitIds,
  free: readonly Tag[],
): boolean {
  const isKept = (code: SettledCode) => code.isText !== true;
  const freeCodes = new Set<SettledCode>(free);
  for (let round = 1; ; round++) {
    const faults = findCodeFaults(source.filter(isKept), target.filter(isKept), ids);
    if (faults.length === 0) return true;
    const changed = faults.filter(({ code }) => freeCodes.has(code));
    if (changed.length === 0 && !free.some(isKept)) return false;
    for (const { code } of changed) code.isText = true;
    if (changed.length === 0 || round === MAX_ROUNDS) for (const tag of free) tag.isText = true;
  }
}

/**
 * Returns the original data of the unit by id. If an earlier tag has other data with the same id, the
 * later tag is written as text.
 */
export function settleData(tags: readonly Tag[]): Map<string, string> {
  const data = new Map<string, string>();
  for (const tag of tags) {
    for (const [id, text] of tag.data) {
      if ((data.get(id) ?? text) !== text) tag.isText = true;
    }
    if (tag.isText) continue;
    for (const [id, text] of tag.data) data.set(id, text);
  }
  return data;
}
