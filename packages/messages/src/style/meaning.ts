import {
  parseDateTimeSkeleton,
  parseNumberSkeleton,
  parseNumberSkeletonFromString,
} from '@formatjs/icu-skeleton-parser';
import type { MessageFormat } from '../token/token.ts';
import type { ArgumentKind, StyledArgument } from './argument.ts';
import { readDecimalPattern } from './decimal-pattern.ts';

/** Properties of the output of a style, for a comparison of two styles. */
export interface StyleMeaning {
  readonly kind: ArgumentKind;
  /** Currency, unit, percent and scale. If they differ, the displayed value differs. */
  readonly unit: string;
  /** Digits of a number that the style displays. */
  readonly digits: string;
  /** False if the program rejects the style. */
  readonly isValid: boolean;
  /** False for a style that the program supports only if the app defines it. */
  readonly isKnown: boolean;
}

const PLAIN = { unit: '', digits: '', isValid: true, isKnown: true } as const;

/** Returns what a style displays in a program for the message format. */
export function meaningOf({ kind, style }: StyledArgument, format: MessageFormat): StyleMeaning {
  if (format === 'dotnet') return ofDotnet(style);
  if (style === '') return { kind, ...PLAIN };
  if (kind === 'number') return { kind, ...PLAIN, ...ofNumber(style, format) };
  if (format === 'java') return { kind, ...PLAIN, isValid: isJavaDate(style) };
  if (style.startsWith('::')) return { kind, ...PLAIN, ...ofDateSkeleton(style) };
  return { kind, ...PLAIN, isKnown: DATE_STYLES.has(style) };
}

const DIGITS = [
  ...(['minimumFractionDigits', 'maximumFractionDigits', 'minimumIntegerDigits'] as const),
  ...(['minimumSignificantDigits', 'maximumSignificantDigits', 'notation'] as const),
];

function digitsOf(options: Partial<Record<(typeof DIGITS)[number], string | number>>): string {
  const shown = DIGITS.map((name) => options[name] ?? '');
  return shown.every((one) => one === '') ? '' : shown.join(' ');
}

const DATE_STYLES: ReadonlySet<string> = new Set(['short', 'medium', 'long', 'full']);
const NUMBER_STYLES: Readonly<Record<string, Partial<StyleMeaning>>> = {
  integer: { digits: digitsOf({ maximumFractionDigits: 0 }) },
  percent: { unit: 'percent' },
  currency: { unit: 'currency' },
};

function ofNumber(style: string, format: MessageFormat): Partial<StyleMeaning> {
  const isJava = format === 'java';
  const named = NUMBER_STYLES[isJava ? style.toLowerCase() : style];
  if (named) return named;
  if (!isJava && style.startsWith('::')) return ofNumberSkeleton(style);
  const pattern = readDecimalPattern(style);
  if (pattern) return { ...pattern, isKnown: isJava };
  return { digits: style, isKnown: isJava, isValid: !isJava || hasClosedQuotes(style) };
}

function ofNumberSkeleton(style: string): Partial<StyleMeaning> {
  try {
    const tokens = parseNumberSkeletonFromString(style.slice(2).trim());
    const { scale = 1, ...options } = parseNumberSkeleton(tokens);
    new Intl.NumberFormat('en', options as Intl.NumberFormatOptions);
    const { currency, unit, style: shown } = options;
    const measure = currency ?? unit ?? (shown === 'percent' ? shown : '');
    return {
      unit: scale === 1 ? measure : `${measure} × ${scale}`,
      digits: digitsOf(options),
    };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { isValid: false };
  }
}

// Matches letters of a skeleton that have no meaning (UTS #35, Date Field Symbol Table).
const NO_FIELD = /[filnoptINPRT]/;

// Hours in the format of the locale, which FormatJS replaces by the locale's letter.
const LOCAL_HOUR = /[jJC]/g;

function ofDateSkeleton(style: string): Pick<StyleMeaning, 'isValid' | 'isKnown'> {
  try {
    parseDateTimeSkeleton(style.slice(2).replace(LOCAL_HOUR, 'H'));
    return { isValid: true, isKnown: !NO_FIELD.test(withoutQuotes(style)) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { isValid: false, isKnown: true };
  }
}

const withoutQuotes = (pattern: string): string => pattern.replace(/'[^']*'/g, '');
const hasClosedQuotes = (pattern: string): boolean => !withoutQuotes(pattern).includes("'");

// Matches letters that `SimpleDateFormat` rejects.
const NO_JAVA_FIELD = /[A-Za-z](?<![GyYMLwWDdFEuaHkKhmsSzZX])/;

const isJavaDate = (style: string): boolean =>
  DATE_STYLES.has(style.toLowerCase()) ||
  (hasClosedQuotes(style) && !NO_JAVA_FIELD.test(withoutQuotes(style)));

// Standard numeric formats of .NET. Some letters are also formats of a date if no precision follows.
const DOTNET_NUMBER = /^([BCDEFGNPRX])(\d{0,9})$/i;
const DOTNET_BOTH = /^[DFGR]$/i;
const DOTNET_DATE = /^[dDfFgGmMoOrRstTuUyY]$/;
const DOTNET_UNITS: Readonly<Record<string, string>> = {
  C: 'currency',
  P: 'percent',
  X: 'hexadecimal',
  B: 'binary',
  E: 'exponent',
};

function ofDotnet(style: string): StyleMeaning {
  if (style === '' || DOTNET_BOTH.test(style)) return { kind: 'none', ...PLAIN };
  const [, letter, precision = ''] = DOTNET_NUMBER.exec(style) ?? [];
  if (letter !== undefined) {
    const name = letter.toUpperCase();
    const digits = name === 'D' ? `D${precision}` : precision;
    return { kind: 'number', ...PLAIN, unit: DOTNET_UNITS[name] ?? '', digits };
  }
  const pattern = readDecimalPattern(style);
  if (pattern) return { kind: 'number', ...PLAIN, ...pattern };
  const isValid = style.length > 1 || DOTNET_DATE.test(style);
  return { kind: 'date', ...PLAIN, isValid };
}
