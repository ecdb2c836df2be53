import { PLURAL_CATEGORIES } from '../plural/plural.ts';
import type { IcuArgument, IcuDimension, IcuNode, IcuRange, IcuSelector } from '../syntax/icu.ts';
import { ANY_KEY } from './any-key.ts';
import type {
  Mf2Declaration,
  Mf2Expression,
  Mf2Function,
  Mf2Message,
  Mf2Pattern,
  Mf2Variant,
} from './mf2-message.ts';

/** Maximum number of combinations of keys. A message with more is not compared by forms. */
const MAX_COMBINATIONS = 300;
/** Functions whose values are numbers, so that a selector chooses plural categories. */
const NUMERIC: ReadonlySet<string> = new Set([
  'number',
  'integer',
  'percent',
  'offset',
  'currency',
  'unit',
]);
const TEMPORAL: ReadonlySet<string> = new Set(['date', 'time', 'datetime']);
const EXACT = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const LAYOUT = { head: '', inner: ' ', gap: '\n', tail: '' };

/** Returns the function that formats a placeholder, its own or that of its declared variable. Null if there is none. */
export function functionOf(
  declarations: readonly Mf2Declaration[],
  { operand, function: own }: Mf2Expression,
) {
  let called = own;
  let variable = operand?.type === 'variable' ? operand.name : null;
  for (let at = declarations.length - 1; called === null && variable !== null && at >= 0; at--) {
    const { type, name, expression } = declarations[at]!;
    if (name !== variable) continue;
    called = expression.function;
    const next = expression.operand;
    variable = type === 'local' && next?.type === 'variable' ? next.name : null;
  }
  return called;
}

/**
 * True if a selector chooses by a number. A function that the standard does not define does so if its
 * keys are numbers and plural categories, as those of `:mf1:plural` are.
 */
function isOfNumbers({ variants }: Mf2Message, index: number, { name }: Mf2Function): boolean {
  if (NUMERIC.has(name)) return true;
  if (name === 'string' || TEMPORAL.has(name)) return false;
  const keys = variants.flatMap(({ keys }) => keys[index] ?? []);
  return keys.some(isCategory) && keys.every((key) => isCategory(key) || EXACT.test(key));
}

const isCategory = (key: string): boolean => (PLURAL_CATEGORIES as readonly string[]).includes(key);

/** Returns the value by which a selector chooses a variant. */
export function dimensionOf(message: Mf2Message, index: number): IcuDimension {
  const { name, start, end } = message.selectors[index]!;
  const operand = { type: 'variable', name } as const;
  const called = functionOf(message.declarations, {
    type: 'expression',
    operand,
    function: null,
    start,
    end,
  });
  const select = called?.options.get('select');
  const choice = select?.type === 'literal' ? select.value : 'plural';
  const isNumeric = called !== null && isOfNumbers(message, index, called) && choice !== 'exact';
  const kind = isNumeric ? (choice === 'ordinal' ? 'ordinal' : 'cardinal') : 'select';
  return { key: `${index} ${name}`, name: `$${name}`, kind, offset: 0 };
}

/** Returns the kind of value that a function formats. */
export function formatOfCall(called: Mf2Function | null): 'number' | 'date' | 'none' {
  const name = called?.name ?? '';
  return NUMERIC.has(name) ? 'number' : TEMPORAL.has(name) ? 'date' : 'none';
}

const argumentOf = (message: Mf2Message, part: Mf2Expression, text: string): IcuArgument => {
  const raw = text.slice(part.start, part.end);
  const { operand } = part;
  return {
    type: 'argument',
    raw,
    name: operand?.type === 'variable' ? `$${operand.name}` : raw,
    format: formatOfCall(functionOf(message.declarations, part)),
  };
};

/** Returns the words and placeholders of a pattern as nodes. */
const nodesOfPattern = (message: Mf2Message, { parts }: Mf2Pattern, text: string): IcuNode[] =>
  parts.map((part): IcuNode => {
    if (part.type === 'expression') return argumentOf(message, part, text);
    const { start } = part;
    const raw = text.slice(start, part.end);
    if (part.type === 'markup') {
      return { type: 'markup', raw, role: part.role, name: `{${part.name}}` };
    }
    return { type: 'literal', raw, start, inPlural: false, nested: false, quotes: false };
  });

/** Returns the key of an option, as ICU writes it: `=1` for a number, and `other` for `*`. */
function optionKey(key: string | null, { kind }: IcuDimension, hasOther: boolean): string {
  if (key === null) return hasOther ? ANY_KEY : 'other';
  return kind !== 'select' && EXACT.test(key) ? `=${key}` : key;
}

interface Options {
  readonly dimension: IcuDimension;
  /** Options in the order of the message, with the range of the first variant that has each. */
  readonly keys: ReadonlyMap<string, IcuRange>;
  readonly optionOf: (variant: Mf2Variant) => string;
}

function optionsOf(message: Mf2Message, index: number): Options {
  const dimension = dimensionOf(message, index);
  const hasOther = message.variants.some(({ keys }) => keys[index] === 'other');
  const optionOf = ({ keys }: Mf2Variant): string => optionKey(keys[index]!, dimension, hasOther);
  const keys = new Map<string, IcuRange>();
  for (const variant of message.variants) {
    const key = optionOf(variant);
    const { start, end } = variant;
    if (!keys.has(key)) keys.set(key, { start, end });
  }
  return { dimension, keys, optionOf };
}

/**
 * Returns how well a variant's option matches an option: 0 for the same one. Null if it does not
 * match. A number that no variant has is matched by its usual category.
 */
function rank(option: string, wanted: string, isAny: boolean): number | null {
  if (option === wanted) return 0;
  if (wanted === '=1' && option === 'one') return 1;
  return isAny ? 2 : null;
}

/** Returns the variant that is shown for a combination of options (Unicode LDML part 9, Pattern Selection). */
function bestVariant(
  message: Mf2Message,
  options: readonly Options[],
  wanted: readonly string[],
): Mf2Variant {
  let best: { variant: Mf2Variant; ranks: readonly number[] } | null = null;
  for (const variant of message.variants) {
    const ranks = options.map(({ optionOf }, at) =>
      rank(optionOf(variant), wanted[at]!, variant.keys[at] === null),
    );
    if (!ranks.every((one) => one !== null)) continue;
    const first = best?.ranks.findIndex((one, at) => one !== ranks[at]) ?? 0;
    if (best === null || (first >= 0 && ranks[first]! < best.ranks[first]!)) {
      best = { variant, ranks };
    }
  }
  return best!.variant;
}

/**
 * Returns the forms of a message as the selectors of an ICU message, one inside the other, in the
 * order of `.match`. Each combination of keys is one form. Null if there are too many forms.
 */
export function nodesOfMf2(message: Mf2Message, text: string): IcuNode[] | null {
  const options = message.selectors.map((_, index) => optionsOf(message, index));
  const combinations = options.reduce((product, { keys }) => product * keys.size, 1);
  if (combinations > MAX_COMBINATIONS) return null;
  const nest = (wanted: readonly string[]): IcuNode[] => {
    const next = options[wanted.length];
    if (!next) {
      const { pattern } = bestVariant(message, options, wanted);
      return nodesOfPattern(message, pattern, text);
    }
    const { start, end } = message.selectors[wanted.length]!;
    const selector: IcuSelector = {
      type: 'selector',
      raw: '',
      dimension: next.dimension,
      options: new Map([...next.keys.keys()].map((key) => [key, nest([...wanted, key])])),
      at: { start, end },
      optionsAt: next.keys,
      layout: LAYOUT,
    };
    return [selector];
  };
  return nest([]);
}

/** Returns how a message writes an option of {@link nodesOfMf2}. */
export function writtenKey(message: Mf2Message, dimension: IcuDimension, option: string): string {
  const index = Number.parseInt(dimension.key, 10);
  const { optionOf } = optionsOf(message, index);
  const same = message.variants.find((variant) => optionOf(variant) === option);
  if (same) return same.written[index]!;
  return option === 'other' ? ANY_KEY : option.replace(/^=/, '');
}
