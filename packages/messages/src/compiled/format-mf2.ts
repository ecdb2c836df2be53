import type {
  CompiledExpression,
  CompiledMf2,
  CompiledMf2Matcher,
  Mf2PatternPart,
} from './compiled-mf2.ts';
import { type CallOptions, directionOf, FUNCTIONS, type ShownValue } from './mf2-functions.ts';

export type Mf2Values = Readonly<Record<string, unknown>>;

export interface Mf2Options {
  /** `none` to leave out the invisible characters around placeholders. Defaults to `default`. */
  readonly bidiIsolation?: 'default' | 'none';
}

/** A part of a formatted message: a text, or markup such as `{#b}`. */
export type FormattedPart =
  | string
  | {
      readonly markup: string;
      readonly kind: 'open' | 'close' | 'standalone';
      readonly options: CallOptions;
    };

/**
 * Formats a compiled message of MessageFormat 2 as the npm package messageformat 4 does with all of its functions. A
 * placeholder whose value is missing or wrong is shown by its name, such as `{$count}`. Markup is left out.
 */
export const formatMf2 = (
  message: CompiledMf2,
  locale: string,
  values?: Mf2Values,
  options?: Mf2Options,
): string =>
  formatMf2ToParts(message, locale, values, options)
    .filter((part) => typeof part === 'string')
    .join('');

/** Formats a compiled message as {@link formatMf2} does, with its markup. */
export function formatMf2ToParts(
  message: CompiledMf2,
  locale: string,
  values: Mf2Values = {},
  { bidiIsolation }: Mf2Options = {},
): FormattedPart[] {
  if (typeof message === 'string') return [message];
  const scope: Scope = { locale, values, declared: new Map() };
  const show = (part: Mf2PatternPart): FormattedPart => {
    if (typeof part === 'string') return part;
    if ('markup' in part) {
      const { markup, kind, options, variables } = part;
      return { markup, kind, options: optionsOf(options, variables, scope) };
    }
    return showValue(resolve(part, scope), locale, bidiIsolation !== 'none');
  };
  if (Array.isArray(message)) return message.map(show);
  const { let: declarations, match, forms } = message as CompiledMf2Matcher;
  for (const [name, expression] of declarations) {
    scope.declared.set(name, resolve(expression, scope));
  }
  const selectors = match.map((name) => resolve([`$${name}`], scope));
  const [, pattern] = bestForm(forms, selectors)!;
  return typeof pattern === 'string' ? [pattern] : pattern.map(show);
}

interface Resolved extends ShownValue {
  /** The placeholder, which is shown in braces if the value cannot be shown. */
  readonly source: string;
  /** True if the option `u:dir` asks for an isolate. */
  readonly isIsolated?: boolean;
}

interface Scope {
  readonly locale: string;
  readonly values: Mf2Values;
  readonly declared: Map<string, Resolved>;
}

const fallback = (source: string): Resolved => ({ source, toString: () => `{${source}}` });

function resolve(
  [operand, called, options, variables]: CompiledExpression,
  scope: Scope,
): Resolved {
  const isVariable = operand[0] === '$';
  const name = operand.slice(1);
  const source = isVariable
    ? operand
    : operand
      ? `|${called ? name.replace(/[\\|]/g, '\\$&') : name}|`
      : `:${called}`;
  const input = isVariable ? lookUp(name, scope) : operand ? name : undefined;
  const declared = isVariable && !called && scope.declared.get(name);
  if (declared) return declared.dir ? { ...declared, source } : fallback(source);
  try {
    const own = numbered(optionsOf(options, variables, scope));
    const value = called
      ? Object.hasOwn(FUNCTIONS, called) && FUNCTIONS[called]!(scope.locale, input, own)
      : showPlain(input, scope.locale);
    return value ? { ...value, source, isIsolated: 'dir' in own } : fallback(source);
  } catch {
    return fallback(source);
  }
}

/** Returns the value of a placeholder without a function. */
function showPlain(input: unknown, locale: string): ShownValue | undefined {
  const type = typeof input === 'bigint' ? 'number' : typeof input;
  if (type === 'string' || type === 'number') return FUNCTIONS[type]!(locale, input, {});
  if (input === undefined) return undefined;
  return { dir: 'auto', toString: () => String(input), valueOf: () => input! };
}

function optionsOf(
  literals: CallOptions | undefined,
  variables: Readonly<Record<string, string>> = {},
  scope: Scope,
): CallOptions {
  const all: Record<string, unknown> = { ...literals };
  for (const [name, variable] of Object.entries(variables)) {
    const value = lookUp(variable, scope);
    if (value !== undefined) all[name] = value?.valueOf();
  }
  return all;
}

/** Converts the strings of options that are numbers. Leaves out other values of such options. */
function numbered(options: CallOptions): CallOptions {
  const all = Object.entries(options).flatMap(([name, value]) => {
    if (!/Digits|Increment|^add|^sub/.test(name)) return [[name, value]];
    return /^(0|[1-9]\d*)$/.test(String(value)) ? [[name, Number(value)]] : [];
  });
  return Object.fromEntries(all);
}

/** Returns the value of a variable. `a.b` is also the member `b` of the value `a`. */
function lookUp(name: string, { declared, values }: Scope): unknown {
  return declared.get(name) ?? valueAt(values, name);
}

function valueAt(values: unknown, name: string): unknown {
  if (Object(values) !== values) return undefined;
  const members = values as Mf2Values;
  if (name in members) return members[name];
  for (let at = name.lastIndexOf('.'); at > 0; at = name.lastIndexOf('.', at - 1)) {
    const head = name.slice(0, at);
    if (head in members) return valueAt(members[head], name.slice(at + 1));
  }
  return undefined;
}

/** Returns a value as text, isolated from text in another direction (UAX #9, explicit directional isolates). */
function showValue(value: Resolved, locale: string, isIsolating: boolean): string {
  let { dir } = value;
  let text: string;
  try {
    text = value.toString();
  } catch {
    text = `{${value.source}}`;
    dir = undefined;
  }
  const isSame = dir === 'ltr' && directionOf(locale) === 'ltr' && !value.isIsolated;
  if (!isIsolating || isSame) return text;
  return `${dir === 'ltr' ? '\u2066' : dir === 'rtl' ? '\u2067' : '\u2068'}${text}\u2069`;
}

type Form = CompiledMf2Matcher['forms'][number];

/** Returns the form whose keys are the best for the selectors (Unicode LDML part 9, Pattern Selection). */
function bestForm(
  forms: readonly Form[],
  [selector, ...others]: readonly ShownValue[],
  at = 0,
): Form | undefined {
  if (!selector) return forms[0];
  const keys = new Set(forms.flatMap(([all]) => all[at] ?? []));
  for (;;) {
    const best = keyFor(selector, keys);
    const chosen = forms.filter(([all]) => all[at] === best);
    const found = chosen.length > 0 ? bestForm(chosen, others, at + 1) : undefined;
    if (found || best === null) return found;
    keys.delete(best);
  }
}

function keyFor(selector: ShownValue, keys: ReadonlySet<string>): string | null {
  try {
    return selector.choose?.(keys) ?? null;
  } catch {
    return null;
  }
}
