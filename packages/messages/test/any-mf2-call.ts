import fc from 'fast-check';

const digits = fc.constantFrom('0', '1', '2', '3', '-1', 'x', '$digits', '$none');
const numbers: Readonly<Record<string, fc.Arbitrary<string>>> = {
  minimumFractionDigits: digits,
  maximumFractionDigits: digits,
  minimumIntegerDigits: digits,
  maximumSignificantDigits: digits,
  signDisplay: fc.constantFrom('always', 'never', '$sign'),
  useGrouping: fc.constantFrom('always', 'never', 'min2'),
  select: fc.constantFrom('exact', 'ordinal', '$sign'),
  style: fc.constantFrom('percent'),
  'u:dir': fc.constantFrom('ltr', 'rtl', 'auto', 'inherit', '|?|'),
};
const ownOptions: Readonly<Record<string, Readonly<Record<string, fc.Arbitrary<string>>>>> = {
  number: numbers,
  integer: numbers,
  percent: numbers,
  string: { 'u:dir': numbers['u:dir']!, signDisplay: numbers.signDisplay! },
  currency: {
    ...numbers,
    currency: fc.constantFrom('EUR', 'JPY', '$currency'),
    currencyDisplay: fc.constantFrom('code', 'never'),
    // The library ignores a variable with a number here.
    fractionDigits: fc.constantFrom('auto', '1', '0'),
  },
  unit: { ...numbers, unit: fc.constantFrom('meter', 'liter'), unitDisplay: fc.constant('long') },
  offset: { add: fc.constantFrom('1', '2', '$digits'), subtract: fc.constantFrom('1', '3') },
  date: {
    fields: fc.constantFrom('weekday', 'month-day', 'year-month-day-weekday', 'year'),
    length: fc.constantFrom('long', 'medium', 'short', 'full'),
    timeZone: fc.constantFrom('UTC', '|Asia/Tokyo|', 'input', '$zone'),
    calendar: fc.constantFrom('buddhist'),
  },
  time: {
    precision: fc.constantFrom('hour', 'minute', 'second'),
    hour12: fc.constantFrom('true', 'false', 'x'),
    timeZoneStyle: fc.constantFrom('short', 'long'),
    timeZone: fc.constantFrom('UTC', '$zone'),
  },
  datetime: {
    dateFields: fc.constantFrom('day-weekday', 'month-day-weekday'),
    dateLength: fc.constantFrom('long', 'short'),
    timePrecision: fc.constantFrom('hour', 'second'),
    timeZone: fc.constantFrom('UTC'),
  },
  'ns:fn': {},
};

const call = fc.constantFrom(...Object.keys(ownOptions)).chain((called) => {
  const all = Object.entries(ownOptions[called]!);
  if (all.length === 0) return fc.constant(`:${called}`);
  const option = fc
    .constantFrom(...all)
    .chain(([name, values]) => values.map((value) => [name, value] as const));
  return fc
    .uniqueArray(option, { maxLength: 3, selector: ([name]) => name })
    .map((some) => [`:${called}`, ...some.map(([name, value]) => `${name}=${value}`)].join(' '));
});
const operand = fc.constantFrom(
  '$n',
  '$text',
  '$date',
  '$big',
  '$none',
  '$flag',
  '$user.name',
  '|1.5|',
  '|2024-02-03T04:05:06Z|',
  '|a \\| b|',
  '12',
);
const placeholder = fc.oneof(
  fc.tuple(operand, call).map((parts) => `{${parts.join(' ')}}`),
  operand.map((one) => `{${one}}`),
  call.map((one) => `{${one}}`),
  fc.constantFrom(
    '{$a}',
    '{$b}',
    '{$a :number}',
    '{$b :string}',
    '{$a :datetime}',
    '{#b x=1}',
    '{/b}',
  ),
);
const pattern = fc
  .array(fc.oneof(fc.constantFrom('file ', '\\{', 'é'), placeholder), { maxLength: 3 })
  .map((parts) => `{{${parts.join('')}}}`);
const key = fc.constantFrom('one', 'two', 'few', '1', '100', '|1.5|', 'x', '*');

/** Valid messages of MessageFormat 2 that call all functions with their options, right and wrong ones. */
export const anyMf2Call = fc
  .record({
    calls: fc.tuple(call, call),
    operands: fc.tuple(fc.constantFrom('$n', '$text', '$big'), operand),
    rows: fc.uniqueArray(
      fc.tuple(key, key).map((keys) => keys.join(' ')),
      { maxLength: 4 },
    ),
    patterns: fc.array(pattern, { minLength: 5, maxLength: 5 }),
    isMatcher: fc.boolean(),
  })
  .map(({ calls, operands, rows, patterns, isMatcher }) => {
    const declarations = `.local $a = {${operands[0]} ${calls[0]}} .local $b = {${operands[1]} ${calls[1]}} `;
    if (!isMatcher) return declarations + patterns[0];
    const variants = [...new Set([...rows, '* *'])].map((row, at) => `${row} ${patterns[at]}`);
    return `${declarations}.match $a $b ${variants.join(' ')}`;
  });

/** Values of all variables for the number `n`. */
export const mf2Values = (n: number) => ({
  n,
  big: BigInt(Math.trunc(n)),
  text: n % 2 === 0 ? 'x' : '2',
  date: new Date(1_700_000_000_000),
  flag: true,
  user: { name: 'Ana' },
  digits: n % 2 === 0 ? 2 : '1',
  sign: 'always',
  currency: 'USD',
  zone: 'Asia/Tokyo',
  count: n,
  a: 'A',
  s0: n,
  s1: n,
  arg1: n,
  arg2: 'male',
  'x-y.z': 'dot',
});
