import type { PlaceholderKind, PlaceholderToken } from '../token/token.ts';
import type { Found } from './scan.ts';

// Matches specifiers of C, Java, Objective-C, PHP and Python:
// %[argument$][flags][width][.precision][length]conversion. The space flag is excluded, because
// "100% sure" is far more often ordinary text than a padded number.
const SPEC =
  /%(?:(\d{1,3})\$)?([-+0#',]{0,4})(\*|\d{1,4})?(?:\.(\*|\d{0,4}))?(?:hh|h|ll|l|L|q|j|z|t)?([@diouxXeEfFgGaAcCsSpbBn])/y;
// Matches dates of Java's Formatter, such as `%1$tY`. The argument number is required, because `%t`
// alone is more often ordinary text.
const DATE = /%\d{1,3}\$[-#]?\d{0,4}[tT][A-Za-z]/y;
// Matches a variable of Apple's .stringsdict files and string catalogs. Its name is arbitrary, and
// its plural rules are stored elsewhere.
const VARIABLE = /%(\d{1,3}\$)?#@[^@%\n]{1,64}@/y;
// Matches the argument of a variable in the plural forms of a string catalog.
const ARGUMENT = /%arg(?![A-Za-z0-9_])/y;
// Matches specifiers of Go with an argument number, such as `%[1]s`.
const NUMBERED = /%[-+# 0]{0,4}\[\d{1,3}\]\d{0,4}(?:\.\d{1,4})?[a-zA-Z]/y;
// Matches arguments of Qt: `%1`, and `%L1` for a localized number.
const QT = /%L?\d{1,2}(?![\d$%]|[.,]\d|[a-zA-Z@])/y;
const QT_FIRST = /(?<!\p{N}\s?)%L?1(?![\d$%]|[.,]\d)/u;
const NAMED = /%\([\w.-]{1,64}\)[-#0+]{0,4}\d{0,4}(?:\.\d{1,4})?([diouxXeEfFgGcrsa])/y;
const ANGLE = /%<[\w.-]{1,64}>[-+0#]{0,4}\d{0,4}(?:\.\d{1,4})?([a-zA-Z])/y;
// `%n` is Qt's placeholder for the number.
const NUMERIC = /[diouxXeEfFgGn]/;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Scans named specifiers of Python: `%(name)s`, optionally with a format. */
export function scanPython(text: string, at: number): Found | null {
  const match = matchAt(NAMED, text, at);
  if (!match) return null;
  return { end: at + match[0].length, kind: 'python', numeric: NUMERIC.test(match[1]!) };
}

/** Scans named specifiers of Ruby: `%<n>d`. */
export function scanRubyFormat(text: string, at: number): Found | null {
  const match = matchAt(ANGLE, text, at);
  if (!match) return null;
  return { end: at + match[0].length, kind: 'ruby_format', numeric: NUMERIC.test(match[1]!) };
}

/** Matches a percent sign with a suffix after a number, such as `95%-a` and `10%-iger`. */
const SUFFIXED = /(?<=\p{Nd})%-\p{L}/uy;

/**
 * Facts about the source text. They decide whether a percent sign in the translation begins a
 * placeholder.
 */
export interface PercentKnowledge {
  readonly known?: ReadonlySet<string>;
  /** Numbers that are next to a percent sign in the source text. */
  readonly percents?: ReadonlySet<string>;
}

/**
 * True if a percent sign is ordinary text, although a specifier could begin there. Examples are
 * `10%-os` and `10%ige`.
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

/** Returns the numbers in a text that are next to a percent sign. */
export const percentsIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(PERCENT_NUMBERS)].map(([, before, behind]) => (before ?? behind)!));

// Matches a specifier with a space, such as `% s`. After a number, it is ordinary text.
const PADDED = /% [sd](?=$|[\s.,:;!?)])/y;

/**
 * Scans `% s` in a project with printf texts. In a translation, `% s` is a specifier only if the
 * source text also contains it.
 */
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

/** Scans `%%`, which a formatter prints as a percent sign. */
export function scanPercent(text: string, at: number): Found | null {
  return text[at + 1] === '%' ? { end: at + 2, kind: 'percent' } : null;
}

/** True for a text with arguments of Qt. Their numbers start at 1, so `%20` alone is a percentage. */
export const hasQt = (text: string): boolean => QT_FIRST.test(text);

export const isQtArgument = (source: string): boolean => /^%L?\d{1,2}$/.test(source);

/** Scans `%1` and `%L1` of Qt. */
export function scanQt(text: string, at: number): Found | null {
  const match = matchAt(QT, text, at);
  if (!match || /\p{N}\s?$/u.test(text.slice(Math.max(0, at - 2), at))) return null;
  return { end: at + match[0].length, kind: 'printf' };
}

/**
 * Scans specifiers such as `%s`, `%1$d`, `%-5.2f` and `%@`. If `strict` is false, a specifier
 * between a number and letters is ordinary text ("50%discount").
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
  const numbered = matchAt(NUMBERED, text, at);
  if (numbered) return { end: at + numbered[0].length, kind: 'printf' };
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
  const rest = /^\p{Script=Latin}{0,5}/u.exec(text.slice(end, end + 10))![0];
  if (rest === '') return afterNumber && !'sd'.includes(conversion!) && plain ? null : found;
  if (afterNumber) return null;
  if (conversion === 's' || conversion === 'd') return found;
  return rest.length <= 3 && 'iufxX'.includes(conversion!) ? found : null;
}

const FORMATTED: ReadonlySet<PlaceholderKind> = new Set([
  ...(['printf', 'python', 'ruby_format', 'percent'] as const),
]);

/** True for a placeholder of a function such as `sprintf`, which reads each percent sign of a text. */
export const isOfPrintf = ({ kind, source }: Pick<PlaceholderToken, 'kind' | 'source'>): boolean =>
  FORMATTED.has(kind) && !isQtArgument(source);
