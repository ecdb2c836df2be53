import fc from 'fast-check';

/** Arbitrary messages of MessageFormat 2 that are valid, with every part of the grammar. */
const space = fc.constantFrom('', ' ', '\n', ' \u200e', '\u3000');
const blank = fc.constantFrom(' ', '\n', '\u200f ', '\t ');
const name = fc.constantFrom('a', 'b', 'count', 'näme', 'x-y.z', '_1', 'C+');
const word = fc.constantFrom(
  'Save',
  'file',
  ' ',
  'é ',
  '日本',
  '\\{',
  '\\}',
  '\\\\',
  '\\|',
  '.',
  "it's",
  '%',
  '<b>',
);
const literal = fc.oneof(
  fc.constantFrom('1', '-0.5', 'a.b', '2024-01-02', 'short'),
  fc.constantFrom('||', '|two words|', '|a \\| b|', '|{}|'),
);
const variable = name.map((one) => `$${one}`);

const option = fc.tuple(blank, name, space, space, fc.oneof(literal, variable));
const options = fc
  .uniqueArray(option, { maxLength: 2, selector: ([, one]) => one })
  .map((all) => all.map(([lead, one, a, b, value]) => `${lead}${one}${a}=${b}${value}`).join(''));
const attributes = fc
  .uniqueArray(fc.tuple(blank, name, fc.option(literal)), {
    maxLength: 2,
    selector: ([, one]) => one,
  })
  .map((all) =>
    all.map(([lead, one, value]) => `${lead}@${one}${value === null ? '' : `=${value}`}`).join(''),
  );
const call = fc
  .tuple(fc.constantFrom('number', 'string', 'datetime', 'ns:fn'), options)
  .map(([called, more]) => `:${called}${more}`);

const expression = (operand: fc.Arbitrary<string>) =>
  fc
    .tuple(space, operand, fc.option(fc.tuple(blank, call)), attributes, space)
    .map(([a, one, called, more, b]) => `{${a}${one}${called ? called.join('') : ''}${more}${b}}`);
const markup = fc
  .tuple(fc.constantFrom('#', '/'), space, name, options, attributes, space, fc.boolean())
  .map(
    ([mark, a, one, more, attributed, b, isVoid]) =>
      `{${a}${mark}${one}${more}${attributed}${b}${isVoid && mark === '#' ? '/' : ''}}`,
  );
const placeholder = fc.oneof(
  { weight: 3, arbitrary: expression(variable) },
  expression(literal),
  call.map((called) => `{${called}}`),
  markup,
);
const pattern = fc
  .array(fc.oneof({ weight: 3, arbitrary: word }, placeholder), { maxLength: 6 })
  .map((parts) => parts.join(''));
const quoted = pattern.map((one) => `{{${one}}}`);

const simple = fc
  .tuple(fc.constantFrom('Hi', 'x ', '\\{'), pattern)
  .map(([first, rest]) => first + rest);

const key = fc.constantFrom('one', 'few', 'other', '1', '0', 'male', '|two words|');

const matcher = fc
  .record({
    selectors: fc.array(
      fc.constantFrom(':number', ':number select=ordinal', ':string', ':integer'),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    keys: fc.array(fc.array(key, { minLength: 3, maxLength: 3 }), { maxLength: 4 }),
    isAny: fc.array(fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }), {
      minLength: 4,
      maxLength: 4,
    }),
    patterns: fc.array(pattern, { minLength: 5, maxLength: 5 }),
    isLocal: fc.boolean(),
  })
  .map(({ selectors, keys, isAny, patterns, isLocal }) => {
    const variables = selectors.map((_, at) => `$s${at}`);
    const declared = selectors.map((called, at) =>
      isLocal && at > 0 ? `.local $s${at} = {$arg${at} ${called}}` : `.input {$s${at} ${called}}`,
    );
    const rows = keys.map((row, at) =>
      variables.map((_, index) => (isAny[at]![index] ? '*' : row[index]!)).join(' '),
    );
    const all = [...new Set([...rows, variables.map(() => '*').join(' ')])];
    const variants = all.map((row, at) => `${row} {{${patterns[at]}}}`);
    return `${declared.join('\n')}\n.match ${variables.join(' ')}\n${variants.join('\n')}`;
  });

const declared = fc
  .tuple(fc.constantFrom('.input {$d :number}\n', '.local $d = {|x|}\n', ''), space, quoted)
  .map(([declaration, lead, one]) => lead + declaration + one);

export const anyMf2 = fc.oneof(simple, declared, { weight: 2, arbitrary: matcher });
