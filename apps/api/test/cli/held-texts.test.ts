import type { ValueState } from '@parlance/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const EN = 'locales/en.json';
const DE = 'locales/de.json';

describe('pull.states', () => {
  const start = async (texts: Record<string, string>) => {
    const projectId = await world.createProject(texts);
    const clone = world.clone(projectId, { pull: { states: ['translated', 'reviewed'] } });
    const put = async (key: string, text: string, state: ValueState) => {
      const keyId = (await world.keyId(projectId, key))!;
      const place = { projectId, keyId, localeCode: 'de' };
      await world.tenant.client.i18n.values.put({ ...place, text, state });
    };
    const run = async (...argv: string[]) => (await clone.run(...argv)).exit;
    return { projectId, clone, put, run };
  };

  it('omits a text from the file until the text has one of the states', async () => {
    const { clone, put, run } = await start({ a: 'A', b: 'B' });
    await put('a', 'A de', 'translated');
    await put('b', 'B machine', 'needs_review');
    expect(await run('pull')).toBe(0);
    expect(clone.json(DE)).toEqual({ a: 'A de' });
    expect(clone.json(EN)).toEqual({ a: 'A', b: 'B' });
    expect(await run('diff')).toBe(0);
    await put('b', 'B machine', 'reviewed');
    expect(await run('pull')).toBe(0);
    expect(clone.json(DE)).toEqual({ a: 'A de', b: 'B machine' });
  });

  it('keeps an old text in the file, and a push does not send the old text', async () => {
    const { projectId, clone, put, run } = await start({ a: 'A', b: 'B' });
    await put('a', 'old', 'translated');
    expect(await run('pull')).toBe(0);
    await put('a', 'in review', 'needs_review');
    expect(await run('pull')).toBe(0);
    expect(clone.json(DE)).toEqual({ a: 'old' });
    clone.write(DE, { a: 'old', b: 'B here' });
    expect(await run('push', '--all')).toBe(0);
    expect(await world.texts(projectId, 'de')).toEqual({ a: 'in review', b: 'B here' });
    // The same holds in a locale of which only the changes are fetched, and after a rename.
    const keyId = (await world.keyId(projectId, 'a'))!;
    await world.tenant.client.i18n.keys.update({ projectId, keyId, name: 'c' });
    expect(await run('push', '--all')).toBe(0);
    expect(await world.texts(projectId, 'de')).toEqual({ c: 'in review', b: 'B here' });
    await put('c', 'in review', 'reviewed');
    expect(await run('pull')).toBe(0);
    expect(clone.json(DE)).toEqual({ c: 'in review', b: 'B here' });
  });

  it('treats an edit of the file as a conflict that a pull leaves to the push', async () => {
    const { projectId, clone, put, run } = await start({ a: 'A' });
    await put('a', 'old', 'translated');
    await run('pull');
    await put('a', 'in review', 'needs_review');
    await run('pull');
    clone.write(DE, { a: 'edited' });
    expect(await run('pull')).toBe(0);
    expect(clone.json(DE)).toEqual({ a: 'edited' });
    expect(await run('sync')).toBe(0);
    expect(await run('push', '--all')).toBe(4);
    expect(await world.texts(projectId, 'de')).toEqual({ a: 'in review' });
    expect(await run('push', '--all', '--conflicts', 'ours')).toBe(0);
    expect(await world.texts(projectId, 'de')).toEqual({ a: 'edited' });
    expect(clone.read('parlance.lock')).not.toContain('held');
    await put('a', 'later', 'translated');
    expect(await run('pull')).toBe(0);
    expect(clone.json(DE)).toEqual({ a: 'later' });
  });

  it('reports a conflict after a merge of branches that left two states in parlance.lock', async () => {
    const { clone, put, run } = await start({ a: 'A' });
    await put('a', 'old', 'translated');
    await run('pull');
    await put('a', 'in review', 'needs_review');
    await run('pull');
    const lock = clone.read('parlance.lock');
    clone.write('parlance.lock', `<<<<<<< ours\n${lock}=======\n${lock}>>>>>>> theirs\n`);
    expect(await run('push', '--all')).toBe(4);
  });
});
