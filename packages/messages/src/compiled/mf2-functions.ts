import { cached } from './intl-cache.ts';

export type CallOptions = Readonly<Record<string, unknown>>;

/** The value of a placeholder or of a declared variable. */
export interface ShownValue {
  /** Direction of the text. Absent if it is unknown. */
  readonly dir?: unknown;
  /** Options of the function, which the next function takes over. */
  readonly options?: CallOptions;
  /** Returns the best of the keys for the value, or null. Absent if a form cannot be chosen by the value. */
  readonly choose?: (keys: ReadonlySet<string>) => string | null;
  toString(): string;
  valueOf(): unknown;
}

/** @throws an error if the function does not accept the value */
type Formatter = (locale: string, input: unknown, options: CallOptions) => ShownValue;

/** Scripts that are written from right to left, for programs without `Intl.Locale.prototype.getTextInfo`. */
const RIGHT_TO_LEFT = /Adlm|Arab|Hebr|Mand|Nkoo|Rohg|Syrc|Thaa/;

interface TextInfo {
  readonly direction?: string;
}

/** Returns the direction in which a language is written. */
export function directionOf(tag: string): string {
  const locale: Intl.Locale & { textInfo?: TextInfo; getTextInfo?(): TextInfo } = cached(
    Intl.Locale,
    tag,
  );
  const { direction } = locale.getTextInfo?.() ?? locale.textInfo ?? {};
  return direction ?? (RIGHT_TO_LEFT.test(locale.maximize().script!) ? 'rtl' : 'ltr');
}

function unwrap(input: unknown): { value: unknown; options: CallOptions } {
  const isObject = typeof input === 'object' && input !== null;
  return isObject
    ? { value: input.valueOf(), options: (input as ShownValue).options ?? {} }
    : { value: input, options: {} };
}

const string: Formatter = (_, input, { dir = 'auto' }) => {
  const text = input === undefined ? '' : String(input);
  const key = text.normalize();
  const choose = (keys: ReadonlySet<string>) => (keys.has(key) ? key : null);
  return { dir, choose, toString: () => text, valueOf: () => text };
};

/** Returns a function that formats numbers. `fixed` are options of `Intl.NumberFormat`. */
const numeric =
  (
    fixed: CallOptions,
    convert: (value: number, options: CallOptions) => number = (value) => value,
  ) =>
  (locale: string, input: unknown, options: CallOptions): ShownValue => {
    const { value, options: before } = unwrap(input);
    const read = typeof value === 'string' ? JSON.parse(value) : value;
    if (!/^(number|bigint)$/.test(typeof read)) throw new TypeError();
    const number = convert(read, options);
    // The direction is that of one placeholder. Other functions do not take it over.
    const { dir = directionOf(locale), ...own } = options;
    const all = { ...before, ...fixed, ...own };
    const { style, select } = all as CallOptions;
    const isMeasure = style === 'currency' || style === 'unit';
    if (isMeasure && !(style in all)) throw new TypeError();
    // Only a literal option of this very function may say how a form is chosen.
    const chooses = !isMeasure && (options.select || select === undefined);
    const choose = (keys: ReadonlySet<string>): string | null => {
      const counted =
        style === 'percent'
          ? number * ((typeof number === 'bigint' ? 100n : 100) as number)
          : number;
      const exact = String(counted);
      if (keys.has(exact)) return exact;
      if (select === 'exact') return null;
      const type = select === 'ordinal' ? select : 'cardinal';
      const category = cached(Intl.PluralRules, locale, { ...all, type }).select(Number(counted));
      return keys.has(category) ? category : null;
    };
    return {
      dir,
      options: all,
      ...(chooses && { choose }),
      toString: () => cached(Intl.NumberFormat, locale, all).format(number),
      valueOf: () => number,
    };
  };

/** Returns a function that formats times. `kept` are the options that it takes over from another function. */
const temporal =
  (kept: readonly string[]): Formatter =>
  (locale, input, { dir = directionOf(locale), ...options }) => {
    const { value, options: before } = unwrap(input);
    const date = new Date(value as number);
    const isDate = /^(number|string)$/.test(typeof value) || value instanceof Date;
    if (!isDate || Number.isNaN(date.getTime())) throw new TypeError();
    const all: Record<string, unknown> = {};
    for (const name of kept) all[name] = options[name] ?? before[name];
    if (before.timeZone && before.timeZone !== all.timeZone) throw new TypeError();
    Object.assign(all, options);
    const format = cached(Intl.DateTimeFormat, locale, all);
    return { dir, options: all, toString: () => format.format(date), valueOf: () => date };
  };

const DECIMAL = { style: 'decimal' };

/** Functions of the standard (Unicode LDML part 9, Default Functions). */
export const FUNCTIONS: Readonly<Record<string, Formatter>> = {
  string,
  number: numeric(DECIMAL),
  integer: numeric(
    {
      ...DECIMAL,
      maximumFractionDigits: 0,
      minimumFractionDigits: undefined,
      minimumSignificantDigits: undefined,
    },
    (value) => (typeof value === 'number' ? Math.round(value) : value),
  ),
  percent: numeric({ style: 'percent' }),
  currency: numeric({ style: 'currency' }),
  unit: numeric({ style: 'unit' }),
  offset: numeric(DECIMAL, (value, { add, subtract }) => {
    if ((add === undefined) === (subtract === undefined)) throw new TypeError();
    const difference = Number(add ?? -(subtract as number));
    return value + ((typeof value === 'bigint' ? BigInt(difference) : difference) as number);
  }),
  date: temporal(['calendar', 'timeZone']),
  time: temporal(['calendar', 'timeZone', 'hour12']),
  datetime: temporal(['calendar', 'timeZone', 'hour12']),
};
