import { referenceFinder } from '@parlance/messages';
import { createInstance } from 'i18next';
import { createInstance as createInstance26 } from 'i18next-26';
import { describe, expect, it } from 'vitest';
import { createI18n } from 'vue-i18n';

type Row = [text: string, shown: string, names: readonly string[]];

const I18NEXT: readonly Row[] = [
  ['$t(pay) $t( pay ) $t(cart:pay)', 'PAY PAY PAY', ['pay', 'pay', 'cart:pay']],
  ['$t(Log in), $t(Log in, lower)', 'LOGIN, LOGIN', ['Log in', 'Log in']],
  ['$t(item, {"count": {{n}} })', 'MANY', ['item']],
  ['$t(friend, {"context": "male"})', 'HE', ['friend']],
  ['$t(days.0) $t(days, {"joinArrays": "+"})', 'MON MON+TUE', ['days.0', 'days']],
  ['$t({{k}}) $t(gone)', 'PAY gone', ['gone']],
  [`$t(it's) $t("pay")`, `$t(it's) "pay"`, []],
  ['$t(gone, {"defaultValue": "-"}) $t(rest, {"ns": "other"})', '- REST', ['(gone)', '(rest)']],
];

const VUE: readonly Row[] = [
  ['@:cart.pay @.lower:cart.pay', 'PAY pay', ['cart.pay', 'cart.pay']],
  [`@:{'cart.pay'}s @:{ 'a b' }`, 'PAYs AB', ['cart.pay', 'a b']],
  ['@:cart.pay, a@:cart.pay', 'cart.pay, aPAY', ['cart.pay,', 'cart.pay']],
  [`@:{k} {'@'}:cart @:days[0]`, 'PAY @:cart MON', ['days[0]']],
  ['@:gone (@:cart.pay)', 'gone (PAY)', ['gone', 'cart.pay']],
];

const VALUES = { n: 3, k: 'pay' };

const namesIn = (runtime: 'i18next' | 'vue-i18n', text: string): string[] =>
  referenceFinder([runtime])!(text).map(({ name, isOptional }) =>
    isOptional ? `(${name})` : name,
  );

describe('a reference finder', () => {
  it.each(I18NEXT)(
    'finds the references that i18next 26 and 27 replace in %s',
    async (text, shown, names) => {
      const cart = {
        text,
        pay: 'PAY',
        'Log in': 'LOGIN',
        item_one: 'ONE',
        item_other: 'MANY',
        friend_male: 'HE',
        days: ['MON', 'TUE'],
      };
      for (const create of [createInstance, createInstance26 as unknown as typeof createInstance]) {
        const resources = { en: { cart, other: { rest: 'REST' } } };
        const app = create({ lng: 'en', ns: ['cart', 'other'], defaultNS: 'cart', resources });
        await app.init();
        expect(app.t('text', VALUES)).toBe(shown);
      }
      expect(namesIn('i18next', text)).toEqual(names);
    },
  );

  it.each(VUE)('finds the references that Vue I18n replaces in %s', (text, shown, names) => {
    const en = { text, cart: { pay: 'PAY' }, pay: 'PAY', 'a b': 'AB', days: ['MON'] };
    const options = { missingWarn: false, fallbackWarn: false, messages: { en } };
    const app = createI18n({ legacy: false, locale: 'en', ...options });
    expect(app.global.t('text', VALUES)).toBe(shown);
    expect(namesIn('vue-i18n', text)).toEqual(names);
  });
});
