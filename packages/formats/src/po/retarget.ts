import type { RetargetOptions } from '../format.ts';
import { Edits } from '../patch/edits.ts';
import { scanText } from '../patch/scan.ts';
import { poTextOf } from './charset.ts';
import { changeFlags, removeEntry } from './entry-edits.ts';
import { headerFor, headerOf } from './header.ts';
import type { ObsoleteEntry } from './obsolete.ts';
import { defaultPluralForms } from './plural-forms.ts';
import { type PoEntry, PoScanner } from './scanner.ts';
import { quotePo } from './strings.ts';

/**
 * Converts a template or translation to the file of another locale, as msginit does. The header names the new language,
 * its plural forms and UTF-8, and all strings are empty. References, flags and the comments of programmers stay, except
 * `fuzzy`. Removes the comments of the other language's translators, previous `msgid`s and obsolete entries.
 */
export async function retargetPo(
  base: Uint8Array,
  { to, limits, poWrap: isWrapped = true }: RetargetOptions,
): Promise<Uint8Array> {
  const text = await poTextOf(base);
  const newline = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const forms = defaultPluralForms(to);
  const edits = new Edits();
  let hasHeader = false;
  const take = (entry: PoEntry): void => {
    changeFlags(entry, { isFuzzy: false }, { file: text, edits, newline: '\n' });
    if (entry.id!.text === '' && entry.context === null) {
      hasHeader = true;
      const [field] = entry.strings;
      const header = headerFor(field!.text, { to, forms });
      edits.replace(field!.start, field!.end, quotePo(header, 'msgstr', { isWrapped, newline }));
      return;
    }
    const { strings, comments } = entry;
    for (const { kind, start, end } of comments) {
      if (kind === 'translator') edits.replace(start, end, '');
    }
    const start = text.lastIndexOf('msgstr', strings[0]!.start);
    const lines =
      entry.idPlural === null
        ? ['msgstr ""']
        : forms.categories.map((_, index) => `msgstr[${index}] ""`);
    edits.replace(start, strings.at(-1)!.end, lines.join(newline));
  };
  const obsolete = (entry: ObsoleteEntry): void => removeEntry(entry, text, edits);
  const scanner = new PoScanner({ take, obsolete, domain: () => {} }, limits);
  await scanText(text, scanner);
  scanner.end();
  if (!hasHeader)
    edits.insert(0, headerOf(to, forms, isWrapped).replaceAll('\n', newline) + newline);
  return edits.collect({ text, hasMark: false });
}
