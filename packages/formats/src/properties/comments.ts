import { requireText } from '../text/utf8.ts';
import { escapeUnit } from './escapes.ts';

export function descriptionOf(comment: string): string | undefined {
  const text = comment.replaceAll(/\r\n?/g, '\n').trim();
  return text === '' ? undefined : text;
}

export function commentText(lines: readonly string[], decodes: boolean): string {
  const text = lines.map((line) => line.replace(/^[#!] ?/, '')).join('\n');
  if (!decodes || !text.includes('\\u')) return text;
  return text.replace(/\\u([0-9a-fA-F]{4})/g, (_, digits) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

/** Returns comment lines for a description. Escapes characters that match `unwritable`. */
export function commentLines(
  description: string | undefined,
  name: string,
  unwritable: RegExp | null,
): string[] {
  if (description === undefined) return [];
  requireText(description, name);
  const text = descriptionOf(description);
  if (text === undefined) return [];
  const written =
    unwritable === null ? text : text.replaceAll('\\u', '\\u005cu').replace(unwritable, escapeUnit);
  return written.split('\n').map((line) => (line === '' ? '#' : `# ${line}`));
}
