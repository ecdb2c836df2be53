import type { FormatLimits } from '../format.ts';
import { scanText } from '../patch/scan.ts';
import { poTextOf } from './charset.ts';
import { keyNameOf } from './names.ts';
import { flagsOf, PoScanner } from './scanner.ts';

/**
 * True for a flag that states how a program formats a text, such as `c-format` or
 * `no-python-brace-format`. `msgfmt -c` and `msgmerge` depend on these flags.
 */
export const isFormatFlag = (flag: string): boolean => /^[a-z][\w+-]*-format$/.test(flag);

/** The members that an entry for another language takes from the file of the source locale. */
export interface SourceEntry {
  /** Flags that state how a program formats the text. */
  readonly flags: readonly string[];
  /** The `msgid_plural`. Some programs look up an entry by it. */
  readonly idPlural: string | undefined;
}

/** Returns the entries of the file of the source locale, by the name of the key. */
export async function findSourceEntries(
  source: Uint8Array,
  limits: FormatLimits,
): Promise<Map<string, SourceEntry>> {
  const found = new Map<string, SourceEntry>();
  const scanner = new PoScanner(
    {
      take: (entry) =>
        found.set(keyNameOf(entry.context?.text, entry.id!.text), {
          flags: flagsOf(entry).filter(isFormatFlag),
          idPlural: entry.idPlural?.text,
        }),
      domain: () => {},
    },
    limits,
  );
  await scanText(await poTextOf(source), scanner);
  scanner.end();
  return found;
}
