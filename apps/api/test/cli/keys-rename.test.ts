import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Clone } from '../../../../packages/cli/test/clone.ts';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const arb = (locale: string, due: string) => `{
  "@@locale": "${locale}",
  "cart_due": "${due} {d}",
  "@cart_due": {
    "description": "A date.",
    "x-note": "n",
    "placeholders": {"d": {"type": "DateTime", "format": "yMd"}}
  },
  "z": "Z"
}
`;

const android = (due: string) => `<resources xmlns:tools="http://schemas.android.com/tools">
    <!-- A date. -->
    <string name="cart_due" tools:ignore="X" formatted="false">${due}</string>
    <!-- A number. -->
    <plurals name="days">
        <item quantity="one">%d ${due}</item>
        <item quantity="other">%d ${due}s</item>
    </plurals>
    <string name="z">Z</string>
</resources>
`;

const po = (locale: string, due: string) => `msgid ""
msgstr ""
"Language: ${locale}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

#. A date.
#: src/cart.c:12
msgid "cart_due"
msgstr "${due}"

#: src/z.c:1
msgid "zed.key"
msgstr "Z ${due}"
`;

/** Creates a project and pushes its files. */
async function pushed(
  entry: { path: string; source?: string },
  files: Readonly<Record<string, string>>,
): Promise<{ clone: Clone; projectId: string }> {
  const projectId = await world.createProject();
  const clone = world.clone(projectId, { files: [entry] });
  for (const [path, text] of Object.entries(files)) clone.write(path, text);
  const { exit, json } = await clone.run('push', '--all');
  expect([exit, json.errors]).toEqual([0, []]);
  return { clone, projectId };
}

const FORMATS = [
  [
    'ARB',
    { path: 'app_{locale}.arb' },
    { 'app_en.arb': arb('en', 'Due'), 'app_de.arb': arb('de', 'Zum') },
  ],
  [
    'Android',
    { path: 'values-{locale}/strings.xml', source: 'values/strings.xml' },
    { 'values/strings.xml': android('Due'), 'values-de/strings.xml': android('Tag') },
  ],
  ['gettext', { path: '{locale}.po' }, { 'en.po': po('en', 'Due'), 'de.po': po('de', 'Zum') }],
] as const;

describe('parlance keys rename', () => {
  it.each(FORMATS)('changes only the name in files of %s', async (_, entry, files) => {
    const { clone, projectId } = await pushed(entry, files);
    const dry = await clone.runWith({}, 'keys', 'rename', 'cart_due', 'cart_owed', '--dry-run');
    expect(dry.out).toMatch(/^Would rename cart_due to cart_owed\.\nWould change .*\.\n$/);
    for (const path of Object.keys(files)) expect(dry.out).toContain(path);
    const taken = Object.keys(await world.texts(projectId)).find((name) => name !== 'cart_due')!;
    const refused = await clone.run('keys', 'rename', 'cart_due', taken, '--dry-run');
    expect([refused.exit, refused.json.errors[0]!.message]).toEqual([
      2,
      `The project already has a key with the name ${taken}.`,
    ]);
    const { exit, out, err } = await clone.runWith({}, 'keys', 'rename', 'cart_due', 'cart_owed');
    expect([exit, out]).toEqual([
      0,
      'Renamed cart_due to cart_owed.\nWrote 1 renamed key in 2 files.\n',
    ]);
    for (const [path, text] of Object.entries(files)) {
      expect(clone.read(path)).toBe(text.replaceAll('cart_due', 'cart_owed'));
      expect(err).toContain(`${path}  0 added, 0 changed, 1 renamed\n`);
    }
    expect((await clone.run('pull')).json.data.files).toEqual([]);
    expect((await clone.run('push')).json.data.pushed).toEqual([]);
    // Another person renames the key, in the web app or through the API.
    const keyId = (await world.keyId(projectId, 'cart_owed'))!;
    await world.tenant.client.i18n.keys.update({ projectId, keyId, name: 'cart_late' });
    const pulled = await clone.run('pull');
    expect([pulled.exit, pulled.json.warnings]).toEqual([0, []]);
    for (const [path, text] of Object.entries(files)) {
      expect(clone.read(path)).toBe(text.replaceAll('cart_due', 'cart_late'));
    }
  });

  it('renames all forms of a plural, and refuses a single form', async () => {
    const [, entry, files] = FORMATS[1];
    const { clone, projectId } = await pushed(entry, files);
    const one = await clone.run('keys', 'rename', 'days.one', 'nights.one');
    expect(one.exit).toBe(2);
    expect(one.json.errors[0]!.message).toContain('one form of the plural "days"');
    const { exit, json } = await clone.run('keys', 'rename', 'days', 'nights');
    expect([exit, json.warnings]).toEqual([0, []]);
    for (const [path, text] of Object.entries(files)) {
      expect(clone.read(path)).toBe(text.replace('"days"', '"nights"'));
    }
    expect(Object.keys(await world.texts(projectId))).toContain('nights.other');
  });

  it('renames the forms of a plural that are separate members', async () => {
    const text = '{\n  "a": { "items_one": "One", "items_other":  "Some" },\n  "z": "Z"\n}\n';
    const { clone } = await pushed({ path: '{locale}.json' }, { 'en.json': text });
    expect((await clone.run('keys', 'rename', 'a.items', 'a.things')).exit).toBe(0);
    expect(clone.read('en.json')).toBe(text.replaceAll('items', 'things'));
  });

  it('names the source files that use the old name, written as cart:pay or as cart.pay', async () => {
    const entry = { path: 'locales/{locale}/{namespace}.json', prefix: '{namespace}.' };
    const { clone } = await pushed(entry, { 'locales/en/cart.json': '{ "pay": "Pay" }' });
    clone.write('src/a.ts', "t('cart:pay');");
    clone.write('src/b.ts', "t('cart.pay');");
    clone.write('src/c.ts', "t('cart.payment');");
    const dry = await clone.run('keys', 'rename', 'cart.pay', 'cart.order', '--dry-run');
    expect(dry.json.data.code).toEqual(['src/a.ts', 'src/b.ts']);
    const { out } = await clone.runWith({}, 'keys', 'rename', 'cart.pay', 'cart.order');
    expect(out).toContain('Change cart.pay in the program, too: src/a.ts, src/b.ts.\n');
    expect(clone.read('src/a.ts')).toBe("t('cart:pay');");
  });

  it('names the texts that refer to the key, as i18next and vue-i18n write it', async () => {
    const entry = { path: 'locales/{locale}/{namespace}.json', prefix: '{namespace}.' };
    const texts = {
      pay: 'Pay',
      a: 'To $t(cart:pay)',
      b: 'To @:cart.pay',
      c: 'To $t(pay)',
      d: 'To $t(payment)',
    };
    const { clone } = await pushed(entry, { 'locales/en/cart.json': `${JSON.stringify(texts)}\n` });
    const dry = await clone.run('keys', 'rename', 'cart.pay', 'cart.order', '--dry-run');
    const file = 'locales/en/cart.json';
    expect(dry.json.data.texts).toEqual(
      ['a', 'b', 'c'].map((key) => ({ file, key: `cart.${key}` })),
    );
    const { out } = await clone.runWith({}, 'keys', 'rename', 'cart.pay', 'cart.order');
    expect(out).toContain(
      `3 texts refer to cart.pay, and must name the new key: cart.a (${file}), cart.b (${file}), cart.c (${file}).\n`,
    );
    clone.write('src/a.ts', "t('cart.a'); t('cart.b'); t('cart.c'); t('cart.d');");
    const unused = await clone.run('keys', 'unused');
    expect(unused.json.data.unused).toEqual(['cart.order']);
    clone.write(
      'src/a.ts',
      "t('cart.a'); t('cart.b'); t('cart.c'); t('cart.d'); '$t(cart:order)';",
    );
    clone.write(
      file,
      JSON.stringify({ ...texts, e: 'See $t(cart:order)', pay: undefined, order: 'Pay' }),
    );
    expect((await clone.run('keys', 'unused')).json.data.unused).toEqual(['cart.e']);
  });

  it('refuses a key of gettext whose name is the source text', async () => {
    const text = po('de', 'Zum').replace('cart_due', 'Due on');
    const { clone, projectId } = await pushed({ path: '{locale}.po' }, { 'de.po': text });
    await world.put(projectId, { 'Due on': 'Due on' });
    const { exit, json } = await clone.run('keys', 'rename', 'Due on', 'Late since');
    expect(exit).toBe(2);
    expect(json.errors).toEqual([
      expect.objectContaining({ file: 'de.po', message: expect.stringContaining('the program') }),
    ]);
    expect(clone.read('de.po')).toBe(text);
    expect(Object.keys(await world.texts(projectId))).toContain('Due on');
  });

  it.each([
    ['with comments', '{locale}.yml', 'en:\n  a:\n    b: B # of b\n    c: C\n', true],
    ['without comments', '{locale}.yml', 'en:\n  a:\n    b: B\n    c: C\n', false],
    ['without comments', '{locale}.json', '{\n  "a": { "b": "B", "c": "C" }\n}\n', false],
  ])('warns of a new entry only for a file %s: %s', async (_, path, text, isWarned) => {
    const file = path.replace('{locale}', 'en');
    const { clone } = await pushed({ path }, { [file]: text });
    const { exit, json } = await clone.run('keys', 'rename', 'a.b', 'd.e.f');
    expect(exit).toBe(0);
    expect(json.warnings).toEqual(
      isWarned ? [expect.objectContaining({ code: 'entry_replaced', file, path: 'd.e.f' })] : [],
    );
    if (file.endsWith('.json')) {
      expect(clone.json(file)).toEqual({ a: { c: 'C' }, d: { e: { f: 'B' } } });
    } else expect(clone.read(file)).toMatch(/^ {2}d:\n {4}e:\n {6}f: B/m);
  });

  it('names the keys whose names end with an unknown name', async () => {
    const { clone } = await pushed(
      { path: '{locale}.json' },
      { 'en.json': '{ "common": { "nav": { "cart": "Cart" } } }' },
    );
    const { exit, json } = await clone.run('keys', 'rename', 'nav.cart', 'nav.basket');
    expect([exit, json.errors[0]!.message]).toEqual([
      2,
      'The project has no active key "nav.cart". Did you mean common.nav.cart?',
    ]);
  });
});

const NESTED_JSON = `{
  "title": "Shop",
  "common": { "nav": { "home": "Home" }, "menu": "Menu" },
  "cart": { "pay": "Pay", "items": { "one": "One", "other": "Some" } },
  "days": ["Monday", "Tuesday"]
}
`;

const NESTED_YAML = `en:
  title: Shop
  common:
    nav:
      home: Home
    menu: Menu
  cart:
    pay: Pay
    items:
      one: One
      other: Some
  days:
    - Monday
    - Tuesday
`;

describe('a rename of a key to a name above or below others', () => {
  it.each([
    ['JSON', '{locale}.json', 'en.json', NESTED_JSON],
    ['YAML', '{locale}.yml', 'en.yml', NESTED_YAML],
  ])('is refused before anything changes if the file is nested %s', async (_, path, file, text) => {
    const { clone, projectId } = await pushed({ path }, { [file]: text });
    const before = await world.texts(projectId);
    const places = [
      ['title', 'common.nav', 'above the key common.nav.home'],
      ['title', 'cart.items', 'above the plural cart.items'],
      ['title', 'days', 'above the key days[0]'],
      ['title', 'common.menu.title', 'below the key common.menu'],
      ['cart.items', 'cart.pay.items', 'below the key cart.pay'],
    ] as const;
    for (const [from, to, place] of places) {
      for (const flags of [['--dry-run'], []]) {
        const { exit, json } = await clone.run('keys', 'rename', from, to, ...flags);
        expect([to, exit, json.errors[0]?.message]).toEqual([
          to,
          2,
          expect.stringContaining(`${to} cannot be ${place}: a nested file has`),
        ]);
        expect(json.errors[0]!.file).toBe(file);
      }
    }
    expect(await world.texts(projectId)).toEqual(before);
    expect(clone.read(file)).toBe(text);
    // The old name of the key is free, so that names below it are allowed.
    expect((await clone.run('keys', 'rename', 'title', 'title.shop')).exit).toBe(0);
    expect((await clone.run('pull')).json.data.files).toEqual([]);
  });

  it('succeeds if the file is flat, or if the files of both names have different prefixes', async () => {
    const flat = await pushed(
      { path: '{locale}.json' },
      { 'en.json': '{ "title": "Shop", "common.nav.home": "Home" }' },
    );
    expect((await flat.clone.run('keys', 'rename', 'title', 'common.nav')).exit).toBe(0);
    expect(flat.clone.json('en.json')).toEqual({ 'common.nav': 'Shop', 'common.nav.home': 'Home' });
    const projectId = await world.createProject();
    const cart = { path: 'cart/{locale}.json', prefix: 'cart.' };
    const parts = world.clone(projectId, { files: [{ path: '{locale}.json' }, cart] });
    parts.write('en.json', '{ "title": "Shop", "nav": { "home": "Home" } }');
    parts.write('cart/en.json', '{ "pay": { "now": "Pay" } }');
    expect((await parts.run('push')).exit).toBe(0);
    expect((await parts.run('keys', 'rename', 'title', 'cart')).exit).toBe(0);
    expect(parts.json('en.json')).toEqual({ cart: 'Shop', nav: { home: 'Home' } });
  });
});
