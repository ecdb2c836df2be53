import { posixOf } from '../locale/locale-styles.ts';
import { isUtf8Name } from './charset.ts';
import type { PluralForms } from './plural-forms.ts';
import { quotePo } from './strings.ts';

/**
 * Returns the header of a new file. Dates are left out, because they would change the file with
 * every export.
 */
export function headerOf(localeTag: string, forms: PluralForms, isWrapped: boolean): string {
  return `msgid ""
msgstr ""
"Language: ${posixOf(localeTag)}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
${quotePo(`Plural-Forms: ${forms.header}\n`, '', { isWrapped, newline: '\n' }).replace(/^""\n/, '')}
`;
}

/**
 * Returns the header of a file for another locale. As with msginit, nobody has translated the new
 * file yet. The header has the date of the template, because the date of today would change the
 * file with every export.
 */
export function headerFor(
  header: string,
  { to, forms }: { to: string; forms: PluralForms },
): string {
  const created = /^POT-Creation-Date:[ \t]*(\d.*)$/im.exec(header)?.[1];
  const given: Readonly<Record<string, (value: string) => string | null>> = {
    language: () => posixOf(to),
    'content-type': inUtf8,
    'plural-forms': () => forms.header,
    'pot-creation-date': (value) => (/^\d/.test(value) ? value : null),
    'po-revision-date': () => created ?? null,
    'last-translator': () => 'Automatically generated',
    'language-team': () => 'none',
  };
  const required = new Map([
    ['language', 'Language'],
    ['content-type', 'Content-Type'],
    ['plural-forms', 'Plural-Forms'],
  ]);
  const lines = linesOf(header).flatMap((line) => {
    const field = fieldOf(line);
    const name = field?.name.toLowerCase() ?? '';
    if (field === null || !Object.hasOwn(given, name)) return [line];
    required.delete(name);
    const value = given[name]!(field.value);
    return value === null ? [] : [`${field.name}: ${value}`];
  });
  const added = [...required].map(([name, title]) => `${title}: ${given[name]!('')}`);
  return [...lines, ...added].map((line) => `${line}\n`).join('');
}

/** Adds a field to a header, or replaces it. */
export function withField(header: string, title: string, value: string): string {
  const isField = (line: string): boolean =>
    fieldOf(line)?.name.toLowerCase() === title.toLowerCase();
  const lines = linesOf(header);
  const isThere = lines.some(isField);
  const changed = lines.map((line) => (isField(line) ? `${title}: ${value}` : line));
  return [...changed, ...(isThere ? [] : [`${title}: ${value}`])].map((one) => `${one}\n`).join('');
}

/** Returns the value of `Content-Type` for a file in UTF-8. */
const inUtf8 = (value: string): string =>
  value.includes('charset=')
    ? value.replace(/charset=[^\s;]*/i, (found) => (isUtf8Name(found.slice(8)) ? found : UTF_8))
    : `text/plain; ${UTF_8}`;

const UTF_8 = 'charset=UTF-8';

const linesOf = (header: string): string[] => header.split('\n').filter((line) => line !== '');

function fieldOf(line: string): { name: string; value: string } | null {
  const colon = line.indexOf(':');
  if (colon <= 0) return null;
  return { name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() };
}
