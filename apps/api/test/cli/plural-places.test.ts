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
  it('gets the forms of another language in the file of its family, and a rename keeps them there', async () => {
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
});
