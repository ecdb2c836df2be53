import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { maskText, unmaskInto } from './mask.ts';

describe('maskText', () => {
  it.each([
    ['Hi {name}', 'Hi %s'],
    ['  Hi {{ n }}\n', 'Hi %{who}'],
    ['<b>Save</b> {x}', '<strong>Save</strong> {y}'],
    ['{a} of {b}, {a}', '%1$s of %2$s, %1$s'],
    ['Caf\u00e9', 'Cafe\u0301'],
    ['See https://a.io.', 'See https://b.io/x.'],
  ])('returns the same mask for %j and %j', (left, right) => {
    expect(maskText(left, 'auto')).toBe(maskText(right, 'auto'));
  });

  it.each([
    ['Hi {name}', 'Hi'],
    ['{a} of {b}', '{a} of {a}'],
    ['Hi', 'hi'],
    ['⟦0⟧ x', '{a} x'],
    ['<b>x</b>', '<b/>x<b/>'],
    ['{n, plural, one {a} other {b}}', '{m, plural, one {a} other {b}}'],
    ['😀 x', '🎉 x'],
  ])('returns different masks for %j and %j', (left, right) => {
    expect(maskText(left, 'auto')).not.toBe(maskText(right, 'auto'));
  });
});

describe('unmaskInto', () => {
  it.each([
    ['Hola {name}', 'Hi {name}', 'Hi %s', 'Hola %s'],
    ['Hola {name}', 'Hi {name}', ' Hi {{user}} ', ' Hola {{user}} '],
    ['{b} de {a}', '{a} of {b}', '{x} of {y}', '{y} de {x}'],
    ['<b>Guardar</b>', '<b>Save</b>', '<a href="x">Save</a>', '<a href="x">Guardar</a>'],
    [
      '{n, plural, other {x}}',
      '{n, plural, other {a}}',
      '{n, plural, other {a}} ',
      '{n, plural, other {x}} ',
    ],
    ['x', 'a', 'a', 'x'],
    ['[B](/y) o [A](/x)', '[a](/x) or [b](/y)', '[a](/p) or [b](/q)', '[B](/q) o [A](/p)'],
    ['Hola :name', 'Hi :name', 'Hi %who%', 'Hola %who%'],
  ])('adapts %j, the translation of %j, to %j as %j', (target, source, next, expected) => {
    expect(unmaskInto(target, source, next, 'auto')).toBe(expected);
  });

  it.each([
    ['Hola', 'Hi', 'Bye'],
    ['Hola {otro}', 'Hi {name}', 'Hi {who}'],
    ['{b} de {a}', '{a} of {b}', '%s of %d'],
    ['$ {a}', '{a} dollars', '{b} dollar'],
    ['[A](/x) o [B](/y)', '[a](/x) or [b](/y)', '[a](/p) or [b](/p)'],
    ['{m, plural, other {x}}', '{n, plural, other {a}}', '{m, plural, other {a}}'],
  ])('returns null if it cannot adapt %j, the translation of %j, to %j', (target, source, next) => {
    expect(unmaskInto(target, source, next, 'auto')).toBeNull();
  });

  it('returns a text with exactly the new placeholders', () => {
    const names = ['{a}', '{{b}}', '%s', '%{c}', '<b>', '</b>', '<br/>'];
    const template = fc.array(fc.oneof(fc.constantFrom('x', ' ', 'y z', '$', '%'), fc.nat(2)), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(
        template,
        template,
        fc.shuffledSubarray(names, { minLength: 3, maxLength: 3 }),
        fc.shuffledSubarray(names, { minLength: 3, maxLength: 3 }),
        (source, target, old, fresh) => {
          const write = (parts: readonly (string | number)[], set: readonly string[]) =>
            parts.map((part) => (typeof part === 'number' ? set[part] : part)).join('');
          const result = unmaskInto(
            write(target, old),
            write(source, old),
            write(source, fresh),
            'auto',
          );
          if (result !== null && write(source, old) !== write(source, fresh)) {
            const marks = (text: string) => maskText(text, 'auto').match(/⟦\/?\d+⟧/g)?.length ?? 0;
            expect(marks(result)).toBe(marks(write(target, old)));
          }
        },
      ),
      { numRuns: testRuns(200) },
    );
  });
});
