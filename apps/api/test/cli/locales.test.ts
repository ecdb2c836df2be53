import { afterAll, beforeAll, expect, it } from 'vitest';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

it('locales list names the source and the disabled locales', async () => {
  const projectId = await world.createProject({ a: 'A' });
  await world.tenant.client.i18n.locales.update({ projectId, localeCode: 'de', enabled: false });
  const clone = world.clone(projectId);
  const { out } = await clone.runWith({}, 'locales', 'list');
  expect(out.split('\n').slice(1, -1)).toEqual([
    expect.stringMatching(/^en +English +1 +0 +0 +source$/),
    expect.stringMatching(/^de +German +0 +0 +1 +disabled$/),
  ]);
});

it('locales remove requires --yes, and names the removed texts and the remaining files', async () => {
  const projectId = await world.createProject({ a: 'A', b: 'B' });
  await world.put(projectId, { a: 'a' }, 'de');
  const clone = world.clone(projectId);
  await clone.run('pull');
  const left =
    'locales/de.json stays: parlance push --all would add de again. Delete it, or name the other locales as "locales.only".\n';
  expect((await clone.runWith({}, 'locales', 'remove', 'de', '--dry-run')).out).toBe(
    `Would remove de and 1 text, with their history and states.\n${left}`,
  );
  await clone.run('release', 'create');
  const apps = 'Apps that have it keep it until the next release of all locales, which';
  const released = await clone.runWith({}, 'locales', 'remove', 'de', '--dry-run');
  expect(released.out).toContain(`states.\n${apps} parlance release create --dry-run shows.\n`);
  const refused = await clone.run('locales', 'remove', 'de');
  expect([refused.exit, refused.json.errors[0]!.message]).toEqual([
    2,
    'This removes de and 1 text, with their history and states. Pass --yes to do so.',
  ]);
  expect(await world.texts(projectId, 'de')).toEqual({ a: 'a' });
  expect((await clone.runWith({}, 'locales', 'remove', 'DE', '--yes')).out).toBe(
    `Removed de and 1 text, with their history and states.\n${apps} parlance release create --dry-run shows.\n${left}`,
  );
  const { json } = await clone.run('locales', 'list');
  expect(json.data.locales).toMatchObject([{ code: 'en' }]);
  for (const [tag, message] of [
    ['de', 'The project does not have the locale de. It has en.'],
    ['en', 'en is the source locale of the project, and stays.'],
  ] as const) {
    const { exit, json: answer } = await clone.run('locales', 'remove', tag, '--yes');
    expect([exit, answer.errors[0]!.message]).toEqual([2, message]);
  }
});
