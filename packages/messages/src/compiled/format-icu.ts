import type { CompiledIcu, IcuForms, IcuPart } from './compiled-icu.ts';
import { cached } from './intl-cache.ts';

/** Value of an argument. The value of a tag such as `<b>` is a function, which gets the content of the tag. */
export type IcuValue<Part = never> =
  | string
  | number
  | bigint
  | boolean
  | Date
  | null
  | undefined
  | Part
  | ((content: (string | Part)[]) => string | Part | (string | Part)[]);

export type IcuValues<Part = never> = Readonly<Record<string, IcuValue<Part>>>;

interface Context {
  readonly locale: string;
  // biome-ignore lint/suspicious/noExplicitAny: `Intl` rejects a value of another type.
  readonly values: Readonly<Record<string, any>>;
  /** Number that `#` stands for. */
  readonly count?: number;
}

/**
 * Formats a compiled ICU message as the npm package intl-messageformat 12 does: as a string, or as a list if tags
 * or arguments have values other than strings.
 *
 * @throws Error if the value of an argument or the function of a tag is missing, and the errors of `Intl` for a
 * value of another type
 */
export function formatIcu(message: CompiledIcu, locale: string, values?: IcuValues): string;
export function formatIcu<Part>(
  message: CompiledIcu,
  locale: string,
  values: IcuValues<Part>,
): string | Part | (string | Part)[];
export function formatIcu(
  message: CompiledIcu,
  locale: string,
  values: IcuValues<unknown> = {},
): unknown {
  const parts = partsOf(message, { locale, values });
  return parts.length < 2 ? (parts[0] ?? '') : parts;
}

/** Returns the parts of a message. Neighboring strings are one part. */
function partsOf(message: CompiledIcu, context: Context): unknown[] {
  if (typeof message === 'string') return [message];
  const parts: unknown[] = [];
  for (const part of message.flatMap((one) => resolve(one, context))) {
    const last = parts.length - 1;
    if (typeof part === 'string' && typeof parts[last] === 'string') parts[last] += part;
    else parts.push(part);
  }
  return parts;
}

function resolve(part: IcuPart, context: Context): unknown {
  const { locale, values, count } = context;
  if (typeof part === 'string') return part;
  if (part === 0) return count === undefined ? [] : cached(Intl.NumberFormat, locale).format(count);
  const name = part[0];
  if (!(name in values)) throw new Error(`The message needs the value "${name}".`);
  const value = values[name];
  switch (part[1]) {
    case undefined:
      return /^(string|number|bigint)$/.test(typeof value) ? `${value}` : [value || ''];
    case 'number': {
      const { scale = 1 } = part[2] ?? {};
      const scaled = typeof value === 'bigint' ? value * BigInt(scale) : value * scale;
      return cached(Intl.NumberFormat, locale, part[2]).format(scaled);
    }
    case 'date':
      return cached(Intl.DateTimeFormat, locale, part[2]).format(value);
    case 'tag':
      return value(partsOf(part[2], context));
    case 'select':
      return partsOf(formOf(part[2], value) ?? part[2].other!, { locale, values });
    default: {
      const rest = Number(value) - (part[3] ?? 0);
      const rules = cached(Intl.PluralRules, locale, { type: part[1] });
      const form = formOf(part[2], `=${value}`) ?? formOf(part[2], rules.select(rest));
      return partsOf(form ?? part[2].other!, { locale, values, count: rest });
    }
  }
}

const formOf = (forms: IcuForms, key: string): CompiledIcu | undefined =>
  Object.hasOwn(forms, key) ? forms[key] : undefined;
