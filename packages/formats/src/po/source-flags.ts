import type { FormatLimits } from '../format.ts';
import { scanText } from '../patch/scan.ts';
import { poTextOf } from './charset.ts';
import { keyNameOf } from './names.ts';
import { flagsOf, PoScanner } from './scanner.ts';

/**
 * True for a flag that says how a program formats a text, such as `c-format` or
 * `no-python-brace-format`. `msgfmt -c` and `msgmerge` depend on these flags.
 */
export const isFormatFlag = (flag: string): boolean => /^[a-z][\w+-]*-format$/.test(flag);

/** Returns these flags of the entries in the file of the source locale, by the name of the key. */
export async function findFormatFlags(
  source: Uint8Array,
  limits: FormatLimits,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const scanner = new PoScanner(
    {
      take: (entry) =>
        found.set(
          keyNameOf(entry.context?.text, entry.id!.text),
          flagsOf(entry).filter(isFormatFlag),
        ),
      domain: () => {},
    },
    limits,
  );
  await scanText(await poTextOf(source), scanner);
  scanner.end();
  return found;
}
