import { type FileRow, FormatError } from '../format.ts';
import { requireText } from '../text/utf8.ts';
import { escapeAttribute, escapeContent } from '../xliff/inline/characters.ts';
import { writeComment } from './comments.ts';

function requireXml(text: string, name: string): void {
  requireText(text, name);
  escapeContent(text, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    const message = `the string contains U+${code}, which XML cannot carry`;
    throw new FormatError(message, { path: name });
  });
}

/** Returns the content of an element. */
export function escapeText(text: string, name: string, newline: string): string {
  requireXml(text, name);
  const escaped = escapeContent(text, String);
  return newline === '\n' ? escaped : escaped.replaceAll('\n', newline);
}

/** Layout of entries. */
export interface Layout {
  readonly newline: string;
  /** White space before an entry. */
  readonly indent: string;
  /** White space before a part of an entry, besides that. */
  readonly inner: string;
}

export const USUAL: Layout = { newline: '\n', indent: '  ', inner: '  ' };

/** Returns the lines of an entry. */
export function renderEntry(
  { name, description, translatable }: FileRow,
  text: string,
  { newline, indent, inner }: Layout,
): string[] {
  requireXml(name, name);
  const attribute = escapeAttribute(name);
  const comment = writeComment(description, translatable === false);
  const part = (kind: string, content: string) =>
    `${indent}${inner}<${kind}>${escapeText(content, name, newline)}</${kind}>`;
  return [
    `${indent}<data name="${attribute}" xml:space="preserve">`,
    part('value', text),
    ...(comment === '' ? [] : [part('comment', comment)]),
    `${indent}</data>`,
  ];
}
