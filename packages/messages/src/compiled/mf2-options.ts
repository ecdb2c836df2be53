import type { Mf2Function, Mf2Value } from '../mf2/mf2-message.ts';
import type { CompiledOptions } from './compiled-mf2.ts';

const ROUNDING = ['roundingMode', 'roundingPriority', 'trailingZeroDisplay', 'useGrouping'];
const FRACTION = ['minimumFractionDigits', 'maximumFractionDigits'];
const SIGNIFICANT = ['minimumSignificantDigits', 'maximumSignificantDigits'];
const ANY_DIGITS = ['minimumIntegerDigits', 'roundingIncrement', ...FRACTION, ...SIGNIFICANT];
const CALENDAR = ['calendar', 'timeZone'];

/** Options of `Intl` that each function takes (Unicode LDML part 9, Default Functions). */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  number: ['select', 'signDisplay', ...ROUNDING, ...ANY_DIGITS],
  integer: [
    'select',
    'signDisplay',
    'useGrouping',
    'minimumIntegerDigits',
    'maximumSignificantDigits',
  ],
  percent: ['signDisplay', ...ROUNDING, ...FRACTION, ...SIGNIFICANT],
  currency: [
    'currency',
    'currencySign',
    'currencyDisplay',
    'minimumIntegerDigits',
    'roundingIncrement',
    ...ROUNDING,
    ...SIGNIFICANT,
  ],
  unit: ['unit', 'unitDisplay', 'signDisplay', ...ROUNDING, ...ANY_DIGITS],
  offset: ['add', 'subtract'],
  date: CALENDAR,
  time: [...CALENDAR, 'hour12'],
  datetime: [...CALENDAR, 'hour12'],
};
const NUMERIC = /Digits$|^roundingIncrement$|^add$|^subtract$/;

/** Names of the options of `Intl` that an option stands for. */
function targetsOf(called: string, name: string): readonly string[] {
  if (name === 'u:dir') return ['dir'];
  if (called === 'currency' && name === 'fractionDigits') return FRACTION;
  return Object.hasOwn(TAKEN, called) && TAKEN[called]!.includes(name) ? [name] : [];
}

/** Returns a literal as `Intl` needs it. Null stands for the default. Undefined if the function ignores it. */
function literalFor(name: string, text: string): string | number | boolean | null | undefined {
  if (NUMERIC.test(name)) {
    if (/^(0|[1-9]\d*)$/.test(text)) return Number(text);
    return text === 'auto' ? null : undefined;
  }
  if (name === 'dir') return /^(ltr|rtl|auto)$/.test(text) ? text : undefined;
  if (name === 'hour12') return /^(true|false)$/.test(text) ? text === 'true' : undefined;
  if (name === 'useGrouping') return text === 'never' ? false : text;
  const isUnused =
    (name === 'currencyDisplay' && text === 'never') || (name === 'timeZone' && text === 'input');
  return isUnused ? undefined : text;
}

/** Options of a compiled placeholder, or of markup. `variables` are those whose value is a variable. */
export interface SplitOptions {
  readonly options: CompiledOptions;
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Returns the options of a function as `Intl` needs them. Leaves out what the function ignores. The fields and the
 * lengths of dates and times must be literals.
 */
export function optionsOfCall(call: Mf2Function): SplitOptions {
  const options: Record<string, string | number | boolean | null> = fieldsOf(call);
  const variables: Record<string, string> = {};
  for (const [name, value] of call.options) {
    for (const target of targetsOf(call.name, name)) {
      if (value.type === 'literal') {
        const literal = literalFor(target, value.value);
        if (literal !== undefined) options[target] = literal;
      } else if (target === 'select') {
        // A variable must not decide how a form is chosen.
        options.select = null;
      } else variables[target] = value.name;
    }
  }
  return { options, variables };
}

/** Returns the options of markup as they are written. */
export function optionsOfMarkup(all: ReadonlyMap<string, Mf2Value>): SplitOptions {
  const own = [...all].filter(([name]) => !name.startsWith('u:'));
  const options = own.flatMap(([name, one]) => (one.type === 'literal' ? [[name, one.value]] : []));
  const variables = own.flatMap(([name, one]) =>
    one.type === 'variable' ? [[name, one.name]] : [],
  );
  return { options: Object.fromEntries(options), variables: Object.fromEntries(variables) };
}

const MONTHS: Readonly<Record<string, string>> = { long: 'long', short: 'numeric' };
const FIELDS = /^(weekday|day-weekday|month-day(-weekday)?|year-month-day(-weekday)?)$/;

/** Returns the fields of a date or a time (Unicode LDML part 9, Date and Time Functions). */
function fieldsOf({ name, options }: Mf2Function): Record<string, string> {
  const literal = (own: string, allowed: RegExp): string | undefined => {
    const value = options.get(own);
    return value?.type === 'literal' && allowed.test(value.value) ? value.value : undefined;
  };
  const fields: Record<string, string> = {};
  const isBoth = name === 'datetime';
  if (name === 'date' || isBoth) {
    const shown = (literal(isBoth ? 'dateFields' : 'fields', FIELDS) ?? 'year-month-day').split(
      '-',
    );
    const length = literal(isBoth ? 'dateLength' : 'length', /^(long|medium|short)$/) ?? 'medium';
    if (shown.includes('year')) fields.year = 'numeric';
    if (shown.includes('month')) fields.month = MONTHS[length] ?? 'short';
    if (shown.includes('day')) fields.day = 'numeric';
    if (shown.includes('weekday')) fields.weekday = length === 'long' ? 'long' : 'short';
  }
  if (name === 'time' || isBoth) {
    const precision = literal(isBoth ? 'timePrecision' : 'precision', /^(hour|minute|second)$/);
    fields.hour = 'numeric';
    if (precision !== 'hour') fields.minute = 'numeric';
    if (precision === 'second') fields.second = 'numeric';
    const zone = literal('timeZoneStyle', /^(long|short)$/);
    if (zone) fields.timeZoneName = zone;
  }
  return fields;
}
