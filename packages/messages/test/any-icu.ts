import fc from 'fast-check';

/** Arbitrary valid ICU messages with every element that FormatJS has. Arguments are those of {@link ICU_VALUES}. */
const word = fc.constantFrom(
  'file',
  ' ',
  'é ',
  "'{'",
  "''",
  "it's",
  '日本',
  "'{}'",
  '# ',
  'a < b',
  '<br/>',
);
const number = fc.constantFrom(
  '{n, number}',
  '{n, number, integer}',
  '{n, number, percent}',
  '{n, number, ::currency/EUR}',
  '{n, number, ::.00 group-off}',
  '{n, number, ::scale/100 percent}',
  '{n, number, ::compact-short}',
  '{n, number, ::unit/kilometer .0}',
  '{n, number, other}',
);
const date = fc.constantFrom(
  '{d, date}',
  '{d, date, short}',
  '{d, date, full}',
  '{d, date, ::yyyyMMMdd}',
  '{d, time}',
  '{d, time, short}',
  '{d, time, ::jmm}',
);
const argument = fc.constantFrom('{name}', '{n}', '{none}', '{object}', '{big}');

export const anyIcu = fc.letrec<{ message: string; part: string }>((tie) => {
  const form = tie('message').map((one) => `{${one}}`);
  const forms = (keys: readonly string[]) =>
    fc
      .uniqueArray(fc.tuple(fc.constantFrom(...keys), form), {
        maxLength: 3,
        selector: ([key]) => key,
      })
      .chain((some) => form.map((other) => [...some, ['other', other]]))
      .map((all) => all.map(([key, one]) => `${key} ${one}`).join(' '));
  const plural = fc
    .tuple(
      fc.constantFrom('n', 'big', 'text'),
      fc.constantFrom('plural', 'selectordinal'),
      fc.constantFrom('', 'offset:1 '),
      forms(['=0', '=1', '=2', 'zero', 'one', 'two', 'few', 'many']),
    )
    .map(([name, kind, offset, all]) => `{${name}, ${kind}, ${offset}${all}}`);
  const select = fc
    .tuple(fc.constantFrom('name', 'n', 'none'), forms(['Ana', '1', 'null', 'toString']))
    .map(([name, all]) => `{${name}, select, ${all}}`);
  const tag = tie('message').map((content) => `<b>${content}</b>`);
  return {
    message: fc
      .array(tie('part'), { maxLength: 4, depthIdentifier: 'icu' })
      .map((parts) => parts.join('')),
    part: fc.oneof(
      { depthIdentifier: 'icu', maxDepth: 3, withCrossShrink: true },
      word,
      argument,
      number,
      date,
      plural,
      select,
      tag,
    ),
  };
}).message;

/** Values of all arguments for the number `n`. */
export const icuValues = (n: number) => ({
  n,
  big: BigInt(Math.trunc(n)),
  text: String(n),
  name: 'Ana',
  none: null,
  object: { isPart: true },
  d: new Date(1_700_000_000_000),
  b: (content: unknown[]) => (n % 2 === 0 ? ['(', ...content, ')'] : { content }),
});
