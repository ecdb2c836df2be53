import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

describe('parlance watch', () => {
  it('pushes saved files, pulls changes of others, and continues after a conflict', async () => {
    const projectId = await world.createProject({ a: 'A' });
    const clone = world.clone(projectId);
    // The file is not pushed, so its text stays local and causes no output in an interval.
    clone.write('locales/de.json', { a: 'A de' });
    const interrupt = new AbortController();
    const { signal } = interrupt;
    const watching = clone.runWith({ signal }, 'watch', '--every', '1');
    const english = (): Record<string, unknown> =>
      existsSync(join(clone.root, 'locales/en.json')) ? clone.json('locales/en.json') : {};
    await eventually(() => expect(english()).toEqual({ a: 'A' }));
    clone.write('locales/en.json', { a: 'A', b: 'B' });
    await eventually(async () => expect(await world.texts(projectId)).toEqual({ a: 'A', b: 'B' }));
    await world.put(projectId, { a: 'A 2' });
    await eventually(() => expect(english()).toEqual({ a: 'A 2', b: 'B' }));
    // Both sides change one text at once, before a pull has seen either change.
    clone.write('locales/en.json', { a: 'here', b: 'B' });
    await world.put(projectId, { a: 'there' });
    await eventually(async () => {
      const texts = await world.texts(projectId);
      expect([texts.a, english().a]).toEqual(['there', 'here']);
    });
    clone.write('locales/en.json', { a: 'there', b: 'B 2' });
    await eventually(async () => expect((await world.texts(projectId)).b).toBe('B 2'));
    interrupt.abort();
    const { exit, out, err } = await watching;
    expect([exit, out]).toEqual([
      0,
      expect.stringMatching(/^Pushed \d times? and pulled \d times?\.\n$/),
    ]);
    expect(err).toContain('Pushed 1 text.');
    expect(err).not.toContain('Nothing to');
  });

  it('does not change the project if it runs as parlance pull --watch', async () => {
    const projectId = await world.createProject({ a: 'A', b: 'B' });
    const clone = world.clone(projectId);
    clone.write('locales/en.json', { a: 'A', b: 'B', c: 'C' });
    const interrupt = new AbortController();
    const { signal } = interrupt;
    const watching = clone.runWith({ signal }, 'pull', '--watch', '--every', '1');
    await world.put(projectId, { d: 'D' });
    await eventually(() => expect(clone.json('locales/en.json')).toHaveProperty('d'));
    interrupt.abort();
    expect(await watching).toMatchObject({ exit: 0, out: 'Pulled 1 time.\n' });
    expect(await world.texts(projectId)).toEqual({ a: 'A', b: 'B', d: 'D' });
    expect((await clone.run('pull', '--watch', '--dry-run')).exit).toBe(2);
    expect((await clone.run('pull', '--every', '1')).exit).toBe(2);
  });

  it('ends immediately if the key or the configuration is invalid', async () => {
    const clone = world.clone(await world.createProject());
    expect(await clone.run('watch', '--every', 'often')).toMatchObject({ exit: 2 });
    const env = { PARLANCE_URL: world.app.url, PARLANCE_KEY: 'no key' };
    expect(await clone.runWith({ env }, 'watch')).toMatchObject({ exit: 3 });
    clone.write('parlance.json', '{');
    expect(await clone.run('watch')).toMatchObject({ exit: 2 });
  });
});
