import { UNSPACED_SCRIPTS } from './unspaced.ts';
import { NO_WORDS } from './words.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

// Matches a run of characters that occur in paths and in names in code. Characters of scripts
// without spaces do not match.
const RUN = new RegExp(
  `[[\\p{L}\\p{M}\\p{N}_.~@%+:\\\\\\/$#=&?\\-${NO_WORDS}]--[${UNSPACED_SCRIPTS}]]+`,
  'gv',
);

/** Punctuation that ends a sentence and does not belong to a path. */
const TRAILING = new Set('.,:;!?&=#%+@~-');
const ROOTED = /^(?:[A-Za-z]:|\.{1,2}|~)?[\\/][\p{L}\p{N}_.@\ufffc]/u;
const DOTTED = /[\p{L}\p{N}_\ufffc-]\.[\p{Ll}_]/u;
const ADDRESSED = /[\p{L}\p{N}_\ufffc]@[\p{L}\p{N}\ufffc]/u;
const ASSIGNED = /[\p{L}\p{N}_\ufffc]=[\p{L}\p{N}_\ufffc]/u;
const NAMED = /^(?:--|[$@])\p{L}/u;

/**
 * True for a run that looks like a path, an address or code: `/usr/share`, `src/a/b`, `C:\temp`,
 * `example.com`, `page.html`, `me@host`, `--force`, `$name`, `key=value`. `and/or` counts as
 * ordinary words.
 */
function isCodeLike(run: string, isAtStart: boolean): boolean {
  if (run.length < 2) return false;
  if (isAtStart && (ROOTED.test(run) || NAMED.test(run))) return true;
  if (DOTTED.test(run) || ADDRESSED.test(run) || ASSIGNED.test(run)) return true;
  if (/\\[\p{L}\p{N}_]/u.test(run)) return true;
  const slash = run.indexOf('/');
  return slash >= 0 && run.indexOf('/', slash + 1) >= 0;
}

const CAN_BE_CODE = /[./\\@$=]|--|\(\)/;

/** Returns the ranges of text that looks like a path, an address or code, in order. */
export function findCodeLike(text: string): Range[] {
  const ranges: Range[] = [];
  if (!CAN_BE_CODE.test(text)) return ranges;
  for (const { 0: run, index: start } of text.matchAll(RUN)) {
    let length = run.length;
    while (length > 0 && TRAILING.has(run[length - 1]!)) length--;
    const end = start + length;
    const isCall = length === run.length && text.startsWith('()', end);
    const isAtStart = !/[)\]}"”»'’]/.test(text[start - 1] ?? ' ');
    const word = run.slice(0, length);
    if (word !== NO_WORDS && (isCall || isCodeLike(word, isAtStart))) ranges.push({ start, end });
  }
  return ranges;
}
