import { expect, it } from 'vitest';
import { parseIcu } from './icu.ts';

it.each([
  ['Hi {', 'a “{” is not closed (column 4)'],
  ['🎉 {n, plural, one {x} other {y', 'a “{” is not closed (column 29)'],
  ['Hi\n{}', '“{}” names no argument (line 2, column 1)'],
  ['Hi {a b}', 'what begins here is neither “{name}” nor “{name, type}” (column 4)'],
  ['{n,}', 'the type of an argument is missing (column 4)'],
  ['{n, foo}', 'there is no such type of argument (column 5)'],
  ['{n, number,}', 'the style of an argument is missing (column 12)'],
  ['{n, number, ::}', 'the number skeleton is empty or malformed (column 13)'],
  ['{n, date, ::}', 'the date or time skeleton is empty or malformed (column 1)'],
  ["{n, number, 'x}", 'a quote in the style of an argument is not closed (column 14)'],
  ['{n, plural}', 'a plural or select has no options (column 11)'],
  ['{n, plural, offset:x other {a}}', 'an offset is not an integer (column 20)'],
  ['{n, select, }', 'an option of a select is expected (column 13)'],
  [
    '{n, plural, =x {a} other {b}}',
    'an option of a plural, such as one, other or =0, is expected (column 14)',
  ],
  ['{n, plural, one other {b}}', 'the text of an option does not stand in braces (column 17)'],
  ['{n, select, a {b} a {c} other {d}}', 'an option stands there twice (column 19)'],
  ['{n, plural, one {x}}', 'the option “other” is missing (column 20)'],
  ['{n, plural, other {'.repeat(50) + '}}'.repeat(50), 'nested too deeply'],
])('says what is wrong with %j, and where', (text, message) => {
  expect(parseIcu(text)).toEqual(expect.objectContaining({ message }));
});

it('has words for all that a broken message can be', () => {
  const message =
    "{n, plural, offset:1 =0 {a} one {{x, number, ::.00}} other {'{'#}} {d, date, short}";
  const edits = ['', '{', '}', ',', ' ', "'", '=', ':', 'one', 'plural'];
  for (let at = 0; at < message.length; at++) {
    for (const edit of edits) {
      for (const skipped of [0, 1, 3]) {
        const text = message.slice(0, at) + edit + message.slice(at + skipped);
        const nodes = parseIcu(text);
        if (nodes instanceof Error) expect(nodes.message).not.toMatch(/[A-Z]_[A-Z]/);
      }
    }
  }
});
