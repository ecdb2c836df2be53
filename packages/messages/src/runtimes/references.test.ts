import { describe, expect, it } from 'vitest';
import { referenceFinder } from './references.ts';
import type { RuntimeName } from './registry.ts';

const namesIn = (runtimes: RuntimeName[], text: string): string[] =>
  referenceFinder(runtimes)!(text).map(({ name, isOptional }) => (isOptional ? `(${name})` : name));

describe('a reference finder', () => {
  it.each([
    ['To $t(cart.pay)', ['cart.pay']],
    ['$t( cart:pay , {"count": {{n}} }) and $t(Log in, upper)', ['cart:pay', 'Log in']],
    ['$t(a, { "context": "male" })$t(b)', ['a', 'b']],
    ['$t({{name}}) $t(cart.{{name}}) $t() $t(open', []],
    ['$t(a, {"defaultValue": "A"}) $t(b, { "ns": "other" })', ['(a)', '(b)']],
    ['@:cart.pay', []],
  ])('finds the names that i18next reads in %s', (text, names) => {
    expect(namesIn(['i18next'], text)).toEqual(names);
    expect(namesIn(['react-i18next', 'i18next'], text)).toEqual(names);
  });

  it.each([
    ['To @:cart.pay or @.lower:cart.buy', ['cart.pay', 'cart.buy']],
    ["@:{'cart.pay'}s and @.upper:{ 'a b' }", ['cart.pay', 'a b']],
    ["@:{name} {'@'}:cart \\@:cart a@b.c {'cart'}", []],
    ['@:a|@:b', ['a', 'b']],
    ['$t(cart.pay)', []],
  ])('finds the names that Vue I18n reads in %s', (text, names) => {
    expect(namesIn(['vue-i18n'], text)).toEqual(names);
  });

  it('finds only the spelling of the runtimes, or of the message format', () => {
    expect(referenceFinder(['android', 'rails'])).toBeNull();
    expect(referenceFinder([], 'auto')).toBeNull();
    expect(referenceFinder([], 'i18next')!('$t(a) @:b')).toEqual([
      { name: 'a', isOptional: false },
    ]);
    expect(referenceFinder(['rails'], 'i18next')).toBeNull();
    expect(referenceFinder()!('$t(a) @:b').map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('takes time in proportion to the length', () => {
    for (const piece of ['$t(', '$t(a,', '$t(a,ns ', '@:', "@:{'", '@.a', '$t(a b']) {
      expect(Array.isArray(referenceFinder()!(piece.repeat(20_000)))).toBe(true);
    }
  });
});
