import { afterAll, beforeAll, expect, it } from 'vitest';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start({ MT_ENGINES: 'bergamot,pseudo', MT_OFFLINE: '1' });
});
afterAll(() => world.close());

it('translate suggests the engine pseudo for a trial if no engine translates the pair', async () => {
  const projectId = await world.createProject({ a: 'Save' });
  const clone = world.clone(projectId);
  const { exit, out } = await clone.runWith({}, 'translate', '--engine', 'bergamot');
  expect(exit).toBe(1);
  expect(out).toMatch(
    /unsupported_pair.*\nFor a trial, parlance translate --engine pseudo writes the source texts with accents\.\n$/,
  );
  await world.tenant.client.i18n.locales.create({ projectId, code: 'tlh' });
  const refused = await clone.runWith({}, 'translate', '--engine', 'bergamot', '--locale', 'tlh');
  expect([refused.exit, refused.err]).toEqual([
    1,
    expect.stringMatching(/MT_OFFLINE\)\. For a trial, .+ with accents\. \(request \S+\)\n$/),
  ]);
  expect((await clone.run('translate', '--engine', 'pseudo')).exit).toBe(0);
});

it('an estimate names the languages that no engine translates into, instead of no units', async () => {
  const projectId = await world.createProject({ a: 'Save' });
  const clone = world.clone(projectId);
  const estimate = ['translate', '--estimate', '--engine'];
  const refused = await clone.runWith({}, ...estimate, 'bergamot');
  expect([refused.exit, refused.out]).toEqual([
    0,
    'No engine translates into de.\nFor a trial, parlance translate --engine pseudo writes the source texts with accents.\n',
  ]);
  expect(refused.err).toContain('warning: de: No engine translates from en to de. bergamot: ');
  const { out } = await clone.runWith({}, ...estimate, 'pseudo');
  expect(out).toMatch(/^4 units .* repeated texts are free\.\n$/);
  await world.tenant.client.i18n.translation.update({ projectId, engines: ['bergamot'] });
  clone.write('locales/en.json', { a: 'Save', b: 'Open' });
  const changed = await clone.runWith({}, 'diff', '--estimate');
  expect(changed.out).toContain('1 source text to translate. No engine translates into de.\n');
});
