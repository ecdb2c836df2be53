import type { RetargetOptions } from '../format.ts';
import { EntryScanner, type JsonMember } from '../json/entries/scan.ts';
import { spellLocale } from '../locale/locale-styles.ts';
import { decodeBase, Edits } from '../patch/edits.ts';
import { scanText } from '../patch/scan.ts';

export const LOCALE_MEMBER = '@@locale';

/** Replaces the locale in the file, if the file names its locale. */
export async function retargetArb(
  base: Uint8Array,
  { to, limits }: RetargetOptions,
): Promise<Uint8Array> {
  const source = await decodeBase(base);
  const edits = new Edits();
  const entry = ({ name, value }: JsonMember): void => {
    if (name !== LOCALE_MEMBER || value.kind !== 'string') return;
    const spelling = value.text.includes('-') ? to : spellLocale(to, 'chrome');
    edits.replace(value.start, value.end, JSON.stringify(spelling));
  };
  const place = { what: 'an ARB file', container: null };
  const scanner = new EntryScanner({ entry }, limits, place);
  await scanText(source.text, scanner);
  scanner.end();
  return edits.collect(source);
}
