import { afterEach, describe, expect, it } from 'vitest';
import { Clone } from '../../test/clone.ts';

let clone: Clone;
afterEach(() => clone.remove());

describe('parlance check', () => {
  it('reports references to keys that do not exist, with the place of the text', async () => {
    clone = new Clone({});
    clone.write('parlance.json', {
      files: [{ path: '{locale}/{namespace}.json', prefix: '{namespace}.' }],
      runtimes: ['i18next'],
      check: { unused: { ignore: ['server.*'] } },
    });
    const isKnown = {
      a: '$t(pay) $t(cart:pay) $t(cart.pay) $t(pay, lower)',
      b: '$t(item, {"count": {{n}} }) $t(friend, {"context": "male"}) $t(days.0)$t(days)',
      c: '$t({{name}}) $t(nav.{{name}}) $t(other:pay) $t(gone, {"defaultValue": "-"})',
      d: '@:gone $t(server.name)',
      pay: 'Pay',
      empty: '',
      e: '$t(empty) $t(shop:nav.home)',
      item_one: 'one',
      item_other: 'more',
      friend_male: 'He',
      days: ['Monday'],
    };
    clone.write('en/cart.json', isKnown);
    clone.write('en/shop.json', { nav: { home: 'Home' }, f: '$t(item)' });
    expect((await clone.run('check', '--offline')).json.data.findings).toEqual([]);
    clone.write('en/shop.json', { nav: { home: 'Go to $t(cart:pey)' }, f: 'a $t(itm) $t(itm)' });
    clone.write('de/shop.json', { f: 'ein $t(nav.hone)' });
    const { exit, json } = await clone.run('check', '--offline');
    const reference = { code: 'reference_missing', severity: 'warning' };
    const found = json.data.findings as { code: string }[];
    expect(exit).toBe(1);
    expect(found.filter(({ code }) => code === reference.code)).toEqual([
      {
        ...reference,
        file: 'de/shop.json',
        locale: 'de',
        path: 'shop.f',
        line: 2,
        column: 8,
        message: 'refers to “nav.hone”, and there is no such key: the app shows the name instead',
      },
      expect.objectContaining({
        path: 'shop.nav.home',
        message: expect.stringContaining('cart:pey'),
      }),
      expect.objectContaining({ path: 'shop.f', message: expect.stringContaining('itm') }),
    ]);
    clone.write('de/shop.json', { f: 'ein $t(itm) $t(itm)' });
    const one = await clone.run('check', '--offline', '--locale', 'de');
    expect(one.json.data.findings).toMatchObject([
      { ...reference, path: 'shop.f', message: expect.stringContaining('“itm”') },
    ]);
    // A key may be in a file that cannot be read.
    clone.write('en/cart.json', '{ "a"');
    const broken = await clone.run('check', '--offline');
    expect(broken.json.data.findings).toMatchObject([{ file: 'en/cart.json' }]);
  });

  it('reports links of Vue I18n to keys that do not exist, and none without such a library', async () => {
    clone = new Clone({});
    const files = [{ path: '{locale}.json' }, { path: 'app/{locale}.json', project: 'app' }];
    const config = { project: 'shop', files, runtimes: ['vue-i18n'] };
    clone.write('parlance.json', config);
    clone.write('app/en.json', { of: { app: 'App' } });
    clone.write('en.json', {
      cart: { pay: 'Pay', more: "@:cart.pay @.lower:cart.pay @:{'cart.pay'} @:{name} @:of.app" },
      lost: "@:cart.pey and @:{'cart.buy'}.",
    });
    const messages = async (): Promise<string[]> => {
      const { json } = await clone.run('check', '--offline');
      const findings = json.data.findings as { path: string; message: string }[];
      return findings.map(({ path, message }) => `${path} ${/“(.*)”/.exec(message)![1]}`);
    };
    expect(await messages()).toEqual(['lost cart.pey', 'lost cart.buy']);
    clone.write('parlance.json', { ...config, runtimes: ['rails'] });
    expect(await messages()).toEqual([]);
  });
});
