import { afterAll, beforeAll, expect, it } from 'vitest';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

it('parlance check reports references to keys that neither the files nor the project have', async () => {
  const projectId = await world.createProject({
    'cart.pay': 'Pay',
    'item.one': '1',
    'item.other': '2',
  });
  const settings = { runtimes: ['i18next'] };
  await world.tenant.client.i18n.projects.update({ projectId, settings });
  const clone = world.clone(projectId);
  clone.write('locales/en.json', { a: '$t(cart.pay) $t(item)', b: 'Go to $t(cart.pey)' });
  const { json } = await clone.run('check');
  expect(json.data.findings).toEqual([
    {
      code: 'reference_missing',
      severity: 'warning',
      message: 'refers to “cart.pey”, and there is no such key: the app shows the name instead',
      path: 'b',
      file: 'locales/en.json',
      locale: 'en',
      line: 3,
      column: 8,
    },
  ]);
  const odd = { c: '$t(locales:) $t(a\u0001b)', d: `$t(x${'🎉'.repeat(150)}x)` };
  clone.write('locales/en.json', { a: '$t(cart.pay)', ...odd });
  const checked = await clone.run('check');
  expect([checked.exit, checked.json.errors, checked.json.data.findings]).toEqual([
    0,
    [],
    [expect.objectContaining({ code: 'reference_missing', path: 'd' })],
  ]);
  const offline = await clone.run('check', '--offline');
  expect(offline.json.data.findings).toEqual([]);
});
