import {
  type MessageFormatElement,
  type PluralOrSelectOption,
  parse,
  TYPE,
} from '@formatjs/icu-messageformat-parser';
import type { CompiledIcu, IcuForms, IcuPart } from './compiled-icu.ts';

/**
 * Compiles an ICU message for {@link formatIcu}. Returns null for an invalid message, and for one that is nested too
 * deeply. The locale decides what `j` means in the skeleton of a time.
 */
export function compileIcu(text: string, locale: string): CompiledIcu | null {
  if (!/['{}<]/.test(text)) return text;
  try {
    return compileAll(parse(text, { locale: new Intl.Locale(locale) }));
  } catch (error) {
    // The parser throws errors of several classes for skeletons that it does not support.
    if (error instanceof Error) return null;
    throw error;
  }
}

function compileAll(elements: readonly MessageFormatElement[]): CompiledIcu {
  const parts = elements.map(compile);
  const isText = parts.length > 0 && parts.every((part) => typeof part === 'string');
  return isText ? parts.join('') : parts;
}

function compile(element: MessageFormatElement): IcuPart {
  switch (element.type) {
    case TYPE.literal:
      return element.value;
    case TYPE.pound:
      return 0;
    case TYPE.argument:
      return [element.value];
    case TYPE.number:
      return [element.value, 'number', ...optionsOf(element.style, NUMBERS)];
    case TYPE.date:
      return [element.value, 'date', ...optionsOf(element.style, DATES)];
    case TYPE.time:
      return [element.value, 'date', ...optionsOf(element.style ?? 'medium', TIMES)];
    case TYPE.select:
      return [element.value, 'select', formsOf(element.options)];
    case TYPE.plural: {
      const kind = element.pluralType === 'ordinal' ? 'ordinal' : 'cardinal';
      const forms = formsOf(element.options);
      const { offset } = element;
      return offset === 0 ? [element.value, kind, forms] : [element.value, kind, forms, offset];
    }
    case TYPE.tag:
      return [element.value, 'tag', compileAll(element.children)];
  }
}

const formsOf = (options: Readonly<Record<string, PluralOrSelectOption>>): IcuForms =>
  Object.fromEntries(Object.entries(options).map(([key, { value }]) => [key, compileAll(value)]));

/** Returns the options of a style: a name, or a skeleton. A name that is not among the usual ones has none. */
function optionsOf<Options extends object>(
  style: string | { readonly parsedOptions: object } | null | undefined,
  named: Readonly<Record<string, Options>>,
): [] | [Options] {
  if (typeof style !== 'string') return style ? [style.parsedOptions as Options] : [];
  return Object.hasOwn(named, style) ? [named[style]!] : [];
}

// Styles that FormatJS knows by name (intl-messageformat 12, `IntlMessageFormat.formats`).
const NUMBERS: Readonly<Record<string, Intl.NumberFormatOptions>> = {
  integer: { maximumFractionDigits: 0 },
  currency: { style: 'currency' },
  percent: { style: 'percent' },
};
const DAY = { day: 'numeric', year: 'numeric' } as const;
const DATES: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  short: { month: 'numeric', day: 'numeric', year: '2-digit' },
  medium: { month: 'short', ...DAY },
  long: { month: 'long', ...DAY },
  full: { weekday: 'long', month: 'long', ...DAY },
};
const MINUTE = { hour: 'numeric', minute: 'numeric' } as const;
const ZONED = { ...MINUTE, second: 'numeric', timeZoneName: 'short' } as const;
const TIMES: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  short: MINUTE,
  medium: { ...MINUTE, second: 'numeric' },
  long: ZONED,
  full: ZONED,
};
