import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const EN = `en:
  cart:
    title: Cart
    items:
      one: "%{count} item"
      other: "%{count} items"
`;
const ADMIN = `en:
  admin:
    users:
      one: "%{count} user"
      other: "%{count} users"
`;

describe('a plural in one of several files without a prefix', () => {
  it('gets its forms for another language in the file of its family, even after a rename', async () => {
    const projectId = await world.createProject();
    const { projects, locales } = world.tenant.client.i18n;
    await projects.update({ projectId, settings: { messageFormat: 'ruby', runtimes: ['rails'] } });
    const clone = world.clone(projectId, {
      files: [
        { path: 'config/locales/{locale}.yml' },
        { path: 'config/locales/{namespace}/{locale}.yml' },
      ],
    });
    clone.write('config/locales/en.yml', EN);
    clone.write('config/locales/admin/en.yml', ADMIN);
    expect(await clone.run('push')).toMatchObject({ exit: 0 });
    await locales.create({ projectId, code: 'pl' });
    const translated = await clone.run(
      'translate',
      '--locale',
      'pl',
      '--engine',
      'pseudo',
      '--pull',
    );
    expect(translated).toMatchObject({ exit: 0 });
    const formsIn = (path: string): string[] =>
      clone
        .read(path)
        .split('\n')
        .flatMap((line) => /^ +(\w+): *$|^ +(one|few|many|other):/.exec(line)?.slice(1) ?? [])
        .filter((name) => name !== undefined);
    const forms = ['one', 'few', 'many', 'other'];
    expect(formsIn('config/locales/pl.yml')).toEqual(['cart', 'items', ...forms]);
    expect(formsIn('config/locales/admin/pl.yml')).toEqual(['admin', 'users', ...forms]);
    const renamed = await clone.run('keys', 'rename', 'cart.items', 'cart.things');
    expect(renamed).toMatchObject({ exit: 0 });
    expect(formsIn('config/locales/pl.yml')).toEqual(['cart', 'things', ...forms]);
    expect((await clone.run('diff')).json.data.differences).toEqual([]);
  });

  it.each([
    ['JSON', 'json', 'i18next'],
    ['YAML', 'yml', 'ruby'],
  ] as const)(
    'moves its forms from another file to the file of its family (%s)',
    async (_, end, messageFormat) => {
      const projectId = await world.createProject();
      const { projects, locales } = world.tenant.client.i18n;
      await locales.create({ projectId, code: 'pl' });
      const runtimes = messageFormat === 'ruby' ? (['rails'] as const) : (['i18next'] as const);
      await projects.update({ projectId, settings: { messageFormat, runtimes: [...runtimes] } });
      const clone = world.clone(projectId, {
        files: [{ path: `l/{locale}.${end}` }, { path: `l/{namespace}/{locale}.${end}` }],
      });
      const isYaml = end === 'yml';
      const write = (path: string, locale: string, texts: Record<string, string>): void =>
        clone.write(path, isYaml ? yamlOf(locale, texts) : texts);
      const form = (category: string): string =>
        isYaml ? `users.${category}` : `users_${category}`;
      const ends = (text: string, ...categories: string[]): Record<string, string> =>
        Object.fromEntries(categories.map((one) => [form(one), `%{count} ${text} ${one}`]));
      write(`l/en.${end}`, 'en', { title: 'Cart' });
      write(`l/admin/en.${end}`, 'en', ends('users', 'one', 'other'));
      write(`l/pl.${end}`, 'pl', { title: 'Koszyk', ...ends('u', 'few', 'many') });
      write(`l/admin/pl.${end}`, 'pl', ends('u', 'one', 'other'));
      expect(await clone.run('push', '--all')).toMatchObject({ exit: 0 });
      const before = await world.texts(projectId, 'pl');
      expect(Object.keys(before)).toHaveLength(5);
      clone.write(
        'parlance.lock',
        clone.read('parlance.lock').replace(/"settings": "[^"]*"/, '"settings": "x"'),
      );
      const dry = await clone.run('pull', '--dry-run');
      expect(dry.json.data.files).toMatchObject([{ moved: 2 }, { moved: 2 }]);
      const { exit, out, err } = await clone.runWith({}, 'pull');
      expect([exit, out]).toEqual([0, 'Wrote 2 moved forms in 2 files.\n']);
      expect(err).toContain(`l/admin/pl.${end}  0 added, 0 changed, 2 forms moved`);
      expect(clone.read(`l/pl.${end}`)).not.toContain('few');
      expect(clone.read(`l/pl.${end}`)).toContain('Koszyk');
      for (const one of ['one', 'few', 'many', 'other']) {
        expect(clone.read(`l/admin/pl.${end}`)).toContain(`%{count} u ${one}`);
      }
      expect((await clone.run('pull')).json.data.files).toEqual([]);
      expect((await clone.run('push')).json.data.pushed).toEqual([]);
      expect(await world.texts(projectId, 'pl')).toEqual(before);
    },
  );
});

/** Returns a YAML file of Rails. A dot in a name starts a level. */
function yamlOf(locale: string, texts: Readonly<Record<string, string>>): string {
  const lines = [`${locale}:`];
  for (const [name, text] of Object.entries(texts)) {
    const [first, second] = name.split('.');
    if (second === undefined) lines.push(`  ${first}: "${text}"`);
    else {
      if (!lines.includes(`  ${first}:`)) lines.push(`  ${first}:`);
      lines.push(`    ${second}: "${text}"`);
    }
  }
  return `${lines.join('\n')}\n`;
}
