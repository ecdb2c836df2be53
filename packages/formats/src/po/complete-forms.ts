import type { PatchOptions } from '../format.ts';
import { type BaseText, Edits } from '../patch/edits.ts';
import { scanText } from '../patch/scan.ts';
import type { WantedRows } from '../patch/wanted.ts';
import { headerOf, withField } from './header.ts';
import { defaultPluralForms, type PluralForms } from './plural-forms.ts';
import { readHeader } from './read.ts';
import { type PoEntry, PoScanner } from './scanner.ts';
import { quotePo } from './strings.ts';

/**
 * Adds `Plural-Forms` to a base file without this field, together with all forms of its plurals, if
 * the patch writes a plural that needs them. Until then, gettext reads one form for 1 and another
 * form for all other numbers (`n != 1`). Each new form of a plural has the text that gettext shows.
 */
export async function completeForms(
  base: BaseText,
  wanted: WantedRows,
  options: PatchOptions,
): Promise<BaseText> {
  const localeTag = options.localeTags[0]!;
  const { forms: read, hasForms } = readHeader(base.text, { ...options, localeTag });
  const forms = defaultPluralForms(localeTag);
  if (hasForms || localeTag === options.sourceLocaleTag || options.observe) return base;
  if (!isNeeded(wanted, localeTag, forms, read)) return base;
  const edits = new Edits();
  const newline = /\r\n|\n|\r/.exec(base.text)?.[0] ?? '\n';
  const layout = { isWrapped: options.poWrap ?? true, newline };
  let hasHeader = false;
  let isLossless = true;
  const take = (entry: PoEntry): void => {
    const { id, context, idPlural, strings } = entry;
    if (id!.text === '' && context === null) {
      hasHeader = true;
      const { text, start, end } = strings[0]!;
      const header = withField(text, 'Plural-Forms', forms.header);
      edits.replace(start, end, quotePo(header, 'msgstr', layout));
      return;
    }
    if (idPlural === null || (strings.length > 2 && strings.length === forms.categories.length))
      return;
    const [one, other = one] = strings.map((field) => base.text.slice(field.start, field.end));
    const isLost = strings[0]!.text !== '' && one !== other && !forms.categories.includes('one');
    if (isLost && strings[1]?.text !== '') isLossless = false;
    const start = base.text.lastIndexOf('msgstr', strings[0]!.start);
    const kept = isLost && strings[1]?.text === '' ? one : other;
    const lines = forms.categories.map(
      (category, index) => `msgstr[${index}] ${category === 'one' ? one : kept}`,
    );
    edits.replace(start, strings.at(-1)!.end, lines.join(newline));
  };
  const scanner = new PoScanner({ take, domain: () => {} }, options.limits);
  await scanText(base.text, scanner);
  scanner.end();
  if (!isLossless) return base;
  if (!hasHeader) {
    const header = headerOf(localeTag, forms, layout.isWrapped);
    edits.insert(0, header.replaceAll('\n', newline) + newline);
  }
  const text = (await edits.collect({ text: base.text, hasMark: false })).toString();
  wanted.note({
    path: '',
    code: 'plural_forms_added',
    message: `the file had no Plural-Forms, so gettext read two forms; it got those of ${localeTag}: ${forms.header}`,
  });
  return { ...base, text };
}

/** True if the rows have a plural with all forms of the language that the file cannot store. */
function isNeeded(
  wanted: WantedRows,
  localeTag: string,
  forms: PluralForms,
  read: PluralForms,
): boolean {
  const isNew = forms.categories.some((category) => !read.categories.includes(category));
  for (const has of wanted.families(localeTag)) {
    if (!forms.categories.every((category) => has.has(category))) continue;
    if (isNew || !read.categories.every((category) => has.has(category))) return true;
  }
  return false;
}
