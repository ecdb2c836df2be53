import type { Found } from './scan.ts';

// C, Java, Objective-C, PHP, Python: %[argument$][flags][width][.precision][length]conversion.
// The space flag is left out on purpose: "100% sure" is prose far more often than a padded number.
const SPEC =
  /%(?:(\d{1,3})\$)?([-+0#',]{0,4})(\*|\d{1,4})?(?:\.(\*|\d{0,4}))?(?:hh|h|ll|l|L|q|j|z|t)?([@diouxXeEfFgGaAcCsSpbBn])/y;
// Dates of Java's Formatter (`%1$tY`), told from prose by their number.
const DATE = /%\d{1,3}\$[-#]?\d{0,4}[tT][A-Za-z]/y;
// A variable of Apple's .stringsdict and string catalogs, which has rules of its own. Its name is free.
const VARIABLE = /%(\d{1,3}\$)?#@[^@%\n]{1,64}@/y;
// The argument of a variable, in the forms of a string catalog.
const ARGUMENT = /%arg(?![A-Za-z0-9_])/y;
const NAMED = /%\([\w.-]{1,64}\)[-#0+]{0,4}\d{0,4}(?:\.\d{1,4})?([diouxXeEfFgGcrsa])/y;
const ANGLE = /%<[\w.-]{1,64}>[-+0#]{0,4}\d{0,4}(?:\.\d{1,4})?([a-zA-Z])/y;
const NUMERIC = /[diouxXeEfFgG]/;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** `%(name)s` of Python, also with a format. */
export function scanPython(text: string, at: number): Found | null {
  const match = matchAt(NAMED, text, at);
  if (!match) return null;
  return { end: at + match[0].length, kind: 'python', numeric: NUMERIC.test(match[1]!) };
}

/** `%<n>d` of Ruby. */
export function scanRubyFormat(text: string, at: number): Found | null {
  const match = matchAt(ANGLE, text, at);
  if (!match) return null;
  return { end: at + match[0].length, kind: 'ruby_format', numeric: NUMERIC.test(match[1]!) };
}

/** A percent sign behind a number, with a suffix: `95%-a`, `10%-iger`. */
const SUFFIXED = /(?<=\p{Nd})%-\p{L}/uy;

/** Content of the source that tells a placeholder of a translation from prose. */
export interface PercentKnowledge {
  /** Placeholders of the source. */
  readonly known?: ReadonlySet<string>;
  /** Numbers that the source shows with a percent sign. */
  readonly percents?: ReadonlySet<string>;
}

/**
 * True if what looks like a specifier is a percent sign of prose: with a suffix of the language (`10%-os`), or with a
 * number that the source shows in per cent, before it (`10%ige`) or behind it, as in Basque (`%10eko`).
 */
export function isProsePercent(
  text: string,
  at: number,
  end: number,
  { known, percents }: PercentKnowledge,
): boolean {
  if (known?.has(text.slice(at, end))) return false;
  SUFFIXED.lastIndex = at;
  if (SUFFIXED.test(text)) return true;
  if (percents === undefined || percents.size === 0) return false;
  const before = /\d+$/.exec(text.slice(Math.max(0, at - 20), at))?.[0];
  const behind = /^\d+/.exec(text.slice(at + 1, at + 20))?.[0];
  return [before, behind].some((number) => number !== undefined && percents.has(number));
}

const PERCENT_NUMBERS = /(\d+)[\s\u00a0\u202f]?%|%[\s\u00a0\u202f]?(\d+)(?!\$)/g;

/** The numbers of a text that stand beside a percent sign. */
export const percentsIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(PERCENT_NUMBERS)].map(([, before, behind]) => (before ?? behind)!));

// A padded argument, in a text that goes through a formatter. Elsewhere, and behind a number, `% s` is prose.
const PADDED = /% [sd](?=$|[\s.,:;!?)])/y;

/** `% s` of a project whose texts are formats; in a translation, only that of its source. */
export function scanPadded(
  text: string,
  at: number,
  known: ReadonlySet<string> | undefined,
): Found | null {
  PADDED.lastIndex = at;
  const match = PADDED.exec(text);
  if (!match || /\p{N}\s?$/u.test(text.slice(Math.max(0, at - 2), at))) return null;
  if (known !== undefined && !known.has(match[0])) return null;
  const numeric = match[0] === '% d';
  return { end: at + match[0].length, kind: 'printf', numeric, positional: true };
}

/** `%%`, a percent sign if the text goes through a formatter. */
export function scanPercent(text: string, at: number): Found | null {
  return text[at + 1] === '%' ? { end: at + 2, kind: 'percent' } : null;
}

/**
 * `%s`, `%1$d`, `%-5.2f`, `%@`. With `strict` false (the format is guessed) a bare specifier that runs into a word
 * after a number is prose ("50%discount"); elsewhere it is one ("%dpx").
 */
export function scanPrintf(text: string, at: number, strict: boolean): Found | null {
  const variable = matchAt(VARIABLE, text, at);
  if (variable) {
    const positional = variable[1] === undefined;
    return { end: at + variable[0].length, kind: 'printf', numeric: true, positional };
  }
  if (matchAt(ARGUMENT, text, at)) {
    const isProse = !strict && /\p{N}$/u.test(text.slice(Math.max(0, at - 2), at));
    return isProse ? null : { end: at + '%arg'.length, kind: 'printf', numeric: true };
  }
  const date = matchAt(DATE, text, at);
  if (date) return { end: at + date[0].length, kind: 'printf' };
  const match = matchAt(SPEC, text, at);
  if (!match) return null;
  const end = at + match[0].length;
  const [, index, flags, width, precision, conversion] = match;
  const found: Found = {
    end,
    kind: 'printf',
    numeric: NUMERIC.test(conversion!),
    positional: index === undefined,
  };
  if (strict || index !== undefined) return found;
  const afterNumber = /[\p{N}]\s?$/u.test(text.slice(Math.max(0, at - 2), at));
  const plain = flags === '' && width === undefined && precision === undefined;
  if (conversion === '@') return found;
  // Only Latin: if no spaces are written ("%s个"), a specifier stands against a word as a rule.
  const rest = /^\p{Script=Latin}{0,5}/u.exec(text.slice(end, end + 10))![0];
  if (rest === '') return afterNumber && !'sd'.includes(conversion!) && plain ? null : found;
  if (afterNumber) return null;
  // Prose has a number before the percent sign; what has none is a specifier, most surely a common one.
  if (conversion === 's' || conversion === 'd') return found;
  return rest.length <= 3 && 'iufxX'.includes(conversion!) ? found : null;
}
