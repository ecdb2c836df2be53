import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const EN = 'locales/en.json';
const DE = 'locales/de.json';

describe('files with the texts of the last sync', () => {
  /** Runs a command, and counts the locales that it fetches. */
  async function fetchesOf(run: () => Promise<unknown>): Promise<{ fetched: number; all: number }> {
    const requests = vi.spyOn(globalThis, 'fetch');
    await run();
    const bodies = requests.mock.calls.flatMap(([url, init]) =>
      String(url).endsWith('/export') ? JSON.parse(String(init?.body)) : [],
    );
    const all = requests.mock.calls.length;
    requests.mockRestore();
    return { fetched: bodies.filter((body) => !('keyPrefix' in body)).length, all };
  }

  it('cause no fetch of texts if nothing changed', async () => {
    const projectId = await world.createProject({ a: 'A', b: 'B' });
    await world.put(projectId, { a: 'A de' }, 'de');
    const clone = world.clone(projectId);
    expect((await fetchesOf(() => clone.run('pull'))).fetched).toBe(2);
    for (const command of ['pull', 'push', 'status', 'diff']) {
      const { fetched, all } = await fetchesOf(() => clone.run(command));
      expect([fetched, all <= 6], command).toEqual([0, true]);
    }
  });

  it('provide the base of the comparison, so that only changes are transferred', async () => {
    const projectId = await world.createProject({ a: 'A', b: 'B', c: 'C' });
    await world.put(projectId, { a: 'A de', b: 'B de' }, 'de');
    const clone = world.clone(projectId);
    await clone.run('pull');
    await world.put(projectId, { a: 'A there', d: 'D' });
    const keyId = (await world.keyId(projectId, 'c'))!;
    await world.tenant.client.i18n.keys.delete({ projectId, keyId });
    expect((await fetchesOf(() => clone.run('pull', '--prune'))).fetched).toBe(0);
    expect(clone.json(EN)).toEqual({ a: 'A there', b: 'B', d: 'D' });
    expect(clone.json(DE)).toEqual({ a: 'A de', b: 'B de' });
    clone.write(DE, { a: 'A de', b: 'B here' });
    await world.put(projectId, { a: 'A de there' }, 'de');
    expect((await fetchesOf(() => clone.run('sync', '--all'))).fetched).toBeGreaterThan(0);
    expect(clone.json(DE)).toEqual({ a: 'A de there', b: 'B here' });
    expect(await world.texts(projectId, 'de')).toEqual({ a: 'A de there', b: 'B here' });
    expect((await clone.run('diff')).json.data).toEqual({ differences: [] });
  });

  it('cause a new fetch after a change of settings or a rename, and can be locked without hashes', async () => {
    const projectId = await world.createProject({ a: 'A' });
    const clone = world.clone(projectId);
    await clone.run('pull');
    const { i18n } = world.tenant.client;
    await i18n.projects.update({ projectId, settings: { keySeparator: '/' } });
    expect((await fetchesOf(() => clone.run('diff'))).fetched).toBe(2);
    await clone.run('pull');
    const keyId = (await world.keyId(projectId, 'a'))!;
    await i18n.keys.update({ projectId, keyId, name: 'b' });
    expect((await fetchesOf(() => clone.run('pull'))).fetched).toBe(2);
    expect(clone.json(EN)).toEqual({ b: 'A' });
    const plain = world.clone(projectId, { lock: { hashes: false } });
    await plain.run('pull');
    expect(plain.read('parlance.lock')).not.toContain('sha256');
  });
});
