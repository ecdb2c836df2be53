import { type FileRow, FormatError } from '../format.ts';
import type { RowMembers } from '../patch/wanted.ts';
import { requireText } from '../text/utf8.ts';
import { escapeAttribute, escapeContent, hexOf, isXmlText } from '../xliff/inline/characters.ts';
import { writeComment } from './comments.ts';

const PLAIN = /^[ !#-%'-;=?-~]*$/;

/** @throws FormatError for a text that XML cannot contain */
function requireXml(text: string, name: string): void {
  requireText(text, name);
  if (isXmlText(text)) return;
  const code = hexOf([...text].find((character) => !isXmlText(character))!);
  throw new FormatError(`the string contains U+${code}, which XML cannot carry`, { path: name });
}

export function escapeText(text: string, name: string, newline: string): string {
  if (PLAIN.test(text)) return text;
  requireXml(text, name);
  const escaped = escapeContent(text, String);
  return newline === '\n' ? escaped : escaped.replaceAll('\n', newline);
}

function attributeOf(name: string): string {
  if (name.startsWith('>>')) {
    throw new FormatError('names that begin with ">>" are those of the designer', { path: name });
  }
  if (PLAIN.test(name)) return name;
  requireXml(name, name);
  return escapeAttribute(name);
}

export interface Layout {
  readonly newline: string;
  readonly indent: string;
  readonly inner: string;
}

export const USUAL: Layout = { newline: '\n', indent: '  ', inner: '  ' };

export const commentOf = ({ description, translatable }: RowMembers): string =>
  writeComment(description, translatable === false);

/** Returns the lines of an entry. Omits the comment if `comment` is empty. */
export function renderEntry(
  { name }: Pick<FileRow, 'name'>,
  { text, comment }: { text: string; comment: string },
  { newline, indent, inner }: Layout,
): string[] {
  const part = (kind: string, content: string) =>
    `${indent}${inner}<${kind}>${escapeText(content, name, newline)}</${kind}>`;
  return [
    `${indent}<data name="${attributeOf(name)}" xml:space="preserve">`,
    part('value', text),
    ...(comment === '' ? [] : [part('comment', comment)]),
    `${indent}</data>`,
  ];
}
