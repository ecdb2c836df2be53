import { expect, it } from 'vitest';
import { parseIcu } from './icu.ts';

it.each([
  ['Hi {', '“{” has no closing “}” (column 4)'],
  ['🎉 {n, plural, one {x} other {y', '“{” has no closing “}” (column 29)'],
  ['Hi\n{}', '“{}” has no argument name (line 2, column 1)'],
  ['Hi {a b}', 'expected “{name}” or “{name, type}” here (column 4)'],
  ['{n,}', 'the type of an argument is missing (column 4)'],
  ['{n, foo}', 'unknown argument type (column 5)'],
  ['{n, number,}', 'the style of an argument is missing (column 12)'],
  ['{n, number, ::}', 'the number skeleton is empty or malformed (column 13)'],
  ['{n, date, ::}', 'the date or time skeleton is empty or malformed (column 1)'],
  ["{n, number, 'x}", 'the closing quote in the style of an argument is missing (column 14)'],
  ['{n, plural}', 'a plural or select has no options (column 11)'],
  ['{n, plural, offset:x other {a}}', 'an offset must be an integer (column 20)'],
  ['{n, select, }', 'expected an option of a select (column 13)'],
  [
    '{n, plural, =x {a} other {b}}',
    'expected an option of a plural, such as one, other or =0 (column 14)',
  ],
  ['{n, plural, one other {b}}', 'the text of an option must be in braces (column 17)'],
  ['{n, select, a {b} a {c} other {d}}', 'duplicate option (column 19)'],
  ['{n, plural, one {x}}', 'the option “other” is missing (column 20)'],
  ['{n, plural, other {'.repeat(50) + '}}'.repeat(50), 'the message is nested too deeply'],
])('parseIcu reports the fault of %j with its position', (text, message) => {
  expect(parseIcu(text)).toEqual(expect.objectContaining({ message }));
});

it('parseIcu describes every error in words, never by an internal code', () => {
  const message =
    "{n, plural, offset:1 =0 {a} one {{x, number, ::.00}} other {'{'#}} {d, date, short}";
  const edits = ['', '{', '}', ',', ' ', "'", '=', ':', 'one', 'plural'];
  for (let index = 0; index < message.length; index++) {
    for (const edit of edits) {
      for (const skipped of [0, 1, 3]) {
        const text = message.slice(0, index) + edit + message.slice(index + skipped);
        const nodes = parseIcu(text);
        if (nodes instanceof Error) expect(nodes.message).not.toMatch(/[A-Z]_[A-Z]/);
      }
    }
  }
});
