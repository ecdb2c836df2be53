import { afterAll, beforeAll, expect, it } from 'vitest';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start({ MT_ENGINES: 'pseudo' });
});
afterAll(() => world.close());

it('parlance translate says how to add a locale that the project lacks, and locales add does it', async () => {
  const projectId = await world.createProject({ a: 'A' });
  const clone = world.clone(projectId);
  const translate = ['translate', '--locale', 'es', '--engine', 'pseudo'];
  const { exit, json } = await clone.run(...translate);
  expect(exit).toBe(2);
  expect(json.errors[0]!.message).toBe(
    'The project has no locale es. Add it with parlance locales add es.',
  );
  expect((await clone.run('locales', 'add', 'es')).json.data).toMatchObject({
    locale: { code: 'es', enabled: true },
  });
  expect((await clone.run(...translate)).exit).toBe(0);
  expect(Object.keys(await world.texts(projectId, 'es'))).toEqual(['a']);
});

it('parlance release create --skip-unchanged says that nothing was published', async () => {
  const projectId = await world.createProject({ a: 'A' });
  const clone = world.clone(projectId);
  const create = async () => clone.runWith({}, 'release', 'create', '--skip-unchanged');
  expect((await create()).out).toMatch(/^Published production 1 /);
  expect((await create()).out).toMatch(/^Nothing new to publish: production still serves 1 /);
  await world.put(projectId, { a: 'B' });
  expect((await create()).out).toMatch(/^Published production 2 /);
});

it('parlance doctor names the slug of the project, the address of its bundles, and each locale of an entry once', async () => {
  const projectId = await world.createProject({ a: 'A' });
  const { data: project } = await world.tenant.client.i18n.projects.get({ projectId });
  const files = [{ path: '{namespace}/{locale}.json', prefix: '{namespace}.' }];
  const clone = world.clone(project.slug, { files });
  for (const path of ['a/de', 'a/en', 'b/en']) clone.write(`${path}.json`, {});
  const { out } = await clone.runWith({}, 'doctor');
  expect(out).toContain(`slug ${project.slug}`);
  expect(out).toContain(`/v1/i18n/bundles/${projectId}/<environment>/<locale>`);
  expect(out).toContain('3 files: de, en\n');
});
