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

/** `%%`, a percent sign where the text goes through a formatter. */
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
  // Only Latin: where no spaces are written ("%s个"), a specifier stands against a word as a rule.
  const rest = /^\p{Script=Latin}{0,5}/u.exec(text.slice(end, end + 10))![0];
  if (rest === '') return afterNumber && !'sd'.includes(conversion!) && plain ? null : found;
  if (afterNumber) return null;
  // Prose has a number before the percent sign; what has none is a specifier, most surely a common one.
  if (conversion === 's' || conversion === 'd') return found;
  return rest.length <= 3 && 'iufxX'.includes(conversion!) ? found : null;
}
