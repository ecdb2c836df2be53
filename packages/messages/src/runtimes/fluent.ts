import { FluentFault, type FluentPart, readFluent } from './fluent-pattern.ts';
import type { Runtime, RuntimeFault } from './runtime.ts';

const PLURAL_KEY = /^(?:zero|one|two|few|many|other|\d+)$/;

/** Converts a pattern to an ICU message with the same output. */
function asIcu(parts: readonly FluentPart[], isInPlural = false): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') {
        const quoted = part.replaceAll("'", "''").replace(/[{}]/g, "'$&'");
        return isInPlural ? quoted.replaceAll('#', "'#'") : quoted;
      }
      // The name of an attribute contains a dot, and the name of a value may contain a hyphen.
      const name = part.name.replace(/[.-]/g, '_');
      if (!part.variants) return `{${name}}`;
      const isPlural = part.variants.every(({ key }) => PLURAL_KEY.test(key));
      const options = new Map<string, string>();
      for (const { key, parts: inner, isDefault } of part.variants) {
        const shown = `{${asIcu(inner, isInPlural || isPlural).trim()}}`;
        const option = isPlural && /^\d/.test(key) ? `=${key}` : key;
        if (!options.has(option)) options.set(option, shown);
        if (isDefault) options.set('other', shown);
      }
      // The library selects by cardinal numbers even if a message asks for ordinal numbers.
      const kind = isPlural ? 'plural' : 'select';
      return `{${name}, ${kind}, ${[...options].map(([key, shown]) => `${key} ${shown}`).join(' ')}}`;
    })
    .join('');
}

function read(text: string): FluentPart[] | FluentFault {
  try {
    return readFluent(text);
  } catch (error) {
    if (error instanceof FluentFault) return error;
    throw error;
  }
}

function findFaults(text: string): RuntimeFault[] {
  if (!/[{}\n]/.test(text)) return [];
  const fault = read(text);
  if (!(fault instanceof FluentFault)) return [];
  const end = Math.min(text.length, fault.at + 1);
  const sign = text.slice(fault.at, end);
  const isBrace = sign === '{' || sign === '}';
  return [
    {
      start: fault.at,
      end,
      effect: isBrace ? 'refused' : 'misread',
      detail: isBrace ? `cannot read the text at ${sign}` : 'leaves out the text from here',
    },
  ];
}

export const fluent: Runtime = {
  title: 'Fluent',
  versions: '@fluent/bundle 0.19',
  format: 'auto',
  foundBy: { npm: ['@fluent/bundle', '@fluent/react', '@fluent/dom'] },
  finds:
    'a pattern that the parser cannot read: the app has no such message. A selector is compared as the plural or select of an ICU message.',
  facts: {
    empty: 'nothing: an empty message is none',
    missing: 'what the app does: the bundle has no such message',
    noValue: 'the placeholder, and an error',
    forms:
      'a variant for the number itself or for the category of `Intl.PluralRules`, in their order, then the variant with `*`',
  },
  comparedAs: 'icu',
  asFormat: (text) => {
    if (!/['{}]/.test(text)) return text;
    const parts = read(text);
    return parts instanceof FluentFault ? text : asIcu(parts);
  },
  findFaults,
};
