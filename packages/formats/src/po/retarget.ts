import type { RetargetOptions } from '../format.ts';
import { posixOf } from '../locale/locale-styles.ts';
import { Edits } from '../patch/edits.ts';
import { scanText } from '../patch/scan.ts';
import { charsetOf, decodePo, encoderOf } from './charset.ts';
import { removeFuzzy } from './fuzzy.ts';
import { defaultPluralForms } from './plural-forms.ts';
import { type PoEntry, PoScanner } from './scanner.ts';
import { quotePo } from './strings.ts';
import { headerOf } from './write.ts';

/**
 * Converts a template or translation to the file of another locale, as msginit does. The header
 * names the new language and its plural forms, and all strings are empty. Comments, references and
 * flags stay, except `fuzzy`.
 */
export async function retargetPo(
  base: Uint8Array,
  { to, limits, poWrap: isWrapped = true }: RetargetOptions,
): Promise<Uint8Array> {
  const pieces: string[] = [];
  for await (const piece of decodePo(oneChunk(base))) pieces.push(piece);
  const text = pieces.join('');
  const newline = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const forms = defaultPluralForms(to);
  const edits = new Edits();
  let hasHeader = false;
  const take = (entry: PoEntry): void => {
    removeFuzzy(entry, text, edits);
    if (entry.id!.text === '' && entry.context === null) {
      hasHeader = true;
      const [field] = entry.strings;
      const header = withFields(field!.text, { to, forms: forms.header });
      edits.replace(field!.start, field!.end, quotePo(header, 'msgstr', { isWrapped, newline }));
      return;
    }
    const { strings } = entry;
    const start = text.lastIndexOf('msgstr', strings[0]!.start);
    const lines =
      entry.idPlural === null
        ? ['msgstr ""']
        : forms.categories.map((_, index) => `msgstr[${index}] ""`);
    edits.replace(start, strings.at(-1)!.end, lines.join(newline));
  };
  const scanner = new PoScanner({ take, domain: () => {} }, limits);
  await scanText(text, scanner);
  scanner.end();
  if (!hasHeader)
    edits.insert(0, headerOf(to, forms, isWrapped).replaceAll('\n', newline) + newline);
  const changed = await edits.collect({ text, hasMark: false });
  const charset = charsetOf(base.subarray(0, 64 * 1024));
  return charset === null ? changed : encoderOf(charset)(changed.toString());
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}

function withFields(header: string, { to, forms }: { to: string; forms: string }): string {
  const wanted = new Map([
    ['language', `Language: ${posixOf(to)}`],
    ['plural-forms', `Plural-Forms: ${forms}`],
  ]);
  const lines = header.split('\n').filter((line) => line !== '');
  const named = lines.map((line) => {
    const name = line
      .slice(0, Math.max(0, line.indexOf(':')))
      .trim()
      .toLowerCase();
    const field = wanted.get(name);
    wanted.delete(name);
    return field ?? line;
  });
  return [...named, ...wanted.values()].map((line) => `${line}\n`).join('');
}
