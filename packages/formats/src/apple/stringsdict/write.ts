import type { FileRow, WriteOptions } from '../../format.ts';
import { FormatError } from '../../format.ts';
import { valueIn } from '../../patch/value-in.ts';
import { requireText } from '../../text/utf8.ts';
import { Yielder } from '../../text/yielder.ts';
import { escapeContent } from '../../xliff/inline/characters.ts';
import {
  DEVICE_KEY,
  FORMAT_KEY,
  PLURAL_RULE,
  SPEC_TYPE_KEY,
  VALUE_TYPE_KEY,
  WIDTH_KEY,
} from './entry.ts';
import { type Form, Layout, type Message, SOLE_VARIABLE, type WrittenEntry } from './layout.ts';

/** Minimum length of a piece of output, in code units. */
const PIECE_LENGTH = 32 * 1024;
const START = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
`;
const END = '</dict>\n</plist>\n';

export async function* writeStringsdict(
  rows: AsyncIterable<FileRow[]>,
  { localeTags }: WriteOptions,
): AsyncGenerator<string, void> {
  if (localeTags.length !== 1) {
    throw new RangeError('a .stringsdict file contains exactly one locale');
  }
  const localeTag = localeTags[0]!;
  const yielder = new Yielder();
  const layout = new Layout(localeTag);
  const style = { newline: '\n', indent: '\t' };
  let piece = START;
  for await (const batch of rows) {
    for (const row of batch) {
      const text = valueIn(row.values, localeTag)?.text;
      if (text === undefined) continue;
      const entry = layout.takeOrAdd(row, text);
      if (entry === null) continue;
      piece += `${renderEntry(entry, style)}\n`;
      if (piece.length < PIECE_LENGTH) continue;
      yield piece;
      piece = '';
      if (yielder.isDue()) await yielder.pause();
    }
    if (yielder.isDue()) await yielder.pause();
  }
  for await (const entry of layout.entries(yielder)) {
    piece += `${renderEntry(entry, style)}\n`;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
    if (yielder.isDue()) await yielder.pause();
  }
  yield piece + END;
}

export interface Style {
  readonly newline: string;
  readonly indent: string;
}

/** Returns the lines of an entry without the last line break. */
export function renderEntry({ key, message, rows }: WrittenEntry, style: Style): string {
  const [first] = rows as [FileRow];
  const isShared = rows.every(({ description }) => description === first.description);
  const comment = isShared ? commentOf(first.description, first.name) : '';
  if (message.format !== null && isPlain(message) && comment === '') {
    return renderPlain(key, message.format.text, first.name, style);
  }
  const lines = comment === '' ? [] : [style.indent + comment];
  lines.push(`${style.indent}<key>${escapeText(key, first.name)}</key>`);
  addMessage(lines, message, style.indent, style.indent);
  return lines.join(style.newline);
}

function renderPlain(key: string, text: string, path: string, { newline, indent }: Style): string {
  const inner = newline + indent + indent;
  const format = `${inner}<key>${FORMAT_KEY}</key>${inner}<string>${escapeText(text, path)}</string>`;
  const name = escapeText(key, path);
  return `${indent}<key>${name}</key>${newline}${indent}<dict>${format}${newline}${indent}</dict>`;
}

function addMessage(lines: string[], message: Message, indent: string, step: string): void {
  const { format, isSole, variables, widths, devices } = message;
  const inner = indent + step;
  lines.push(`${indent}<dict>`);
  if (format !== null) addPair(lines, inner, FORMAT_KEY, format.text, format.row.name);
  else if (isSole) addPair(lines, inner, FORMAT_KEY, `%#@${SOLE_VARIABLE}@`, '');
  for (const { name, forms } of variables) {
    const { row } = forms[0]!;
    lines.push(`${inner}<key>${escapeText(name, row.name)}</key>`, `${inner}<dict>`);
    const deep = inner + step;
    addPair(lines, deep, SPEC_TYPE_KEY, PLURAL_RULE, '');
    addPair(lines, deep, VALUE_TYPE_KEY, valueTypeOf(forms), '');
    for (const { category, text, row: formRow } of forms) {
      addPair(lines, deep, category, text, formRow.name);
    }
    lines.push(`${inner}</dict>`);
  }
  if (widths.length > 0) {
    lines.push(`${inner}<key>${WIDTH_KEY}</key>`, `${inner}<dict>`);
    for (const { width, item } of widths) {
      addPair(lines, inner + step, width, item.text, item.row.name);
    }
    lines.push(`${inner}</dict>`);
  }
  if (devices.size > 0) {
    lines.push(`${inner}<key>${DEVICE_KEY}</key>`, `${inner}<dict>`);
    for (const [device, deviceForms] of devices) {
      const path = deviceForms.format?.row.name ?? device;
      if (deviceForms.format !== null && isPlain(deviceForms)) {
        addPair(lines, inner + step, device, deviceForms.format.text, path);
        continue;
      }
      lines.push(`${inner}${step}<key>${escapeText(device, path)}</key>`);
      addMessage(lines, deviceForms, inner + step, step);
    }
    lines.push(`${inner}</dict>`);
  }
  lines.push(`${indent}</dict>`);
}

const isPlain = ({ variables, widths, devices }: Message): boolean =>
  variables.length === 0 && widths.length === 0 && devices.size === 0;

function addPair(lines: string[], indent: string, key: string, text: string, path: string): void {
  lines.push(`${indent}<key>${escapeText(key, path)}</key>`, stringLine(indent, text, path));
}

const stringLine = (indent: string, text: string, path: string): string =>
  `${indent}<string>${escapeText(text, path)}</string>`;

export function renderForm({ category, text, row }: Form, indent: string, newline: string): string {
  const lines: string[] = [];
  addPair(lines, indent, category, text, row.name);
  return lines.join(newline);
}

/**
 * Returns the `NSStringFormatValueTypeKey` of a plural. The first number placeholder determines
 * this type.
 */
function valueTypeOf(forms: readonly Form[]): string {
  for (const { text } of forms) {
    for (const [, type] of text.matchAll(NUMBER)) if (type !== undefined) return type;
  }
  return forms.some(({ row }) => row.plural?.domain !== 'integer') ? 'f' : 'd';
}

const NUMBER =
  /%%|%(?:\d+\$)?[-+ 0#']*\d*(?:\.\d+)?((?:hh|h|ll|l|q|z|t|j|L)?[diouxXaAeEfFgG])(?![A-Za-z])/g;

/** @throws FormatError for characters that XML cannot contain. */
export function escapeText(text: string, name: string): string {
  requireText(text, name);
  return escapeContent(text, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    throw new FormatError(`a property list cannot have the character U+${code}`, { path: name });
  });
}

function commentOf(description: string | undefined, name: string): string {
  if (description === undefined) return '';
  requireText(description, name);
  const text = description
    .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
    .replaceAll(/-(?=-|$)/g, '- ')
    .replaceAll(/\r\n?/g, '\n')
    .trim();
  return text === '' ? '' : `<!-- ${text} -->`;
}
