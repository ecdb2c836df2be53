import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const EN = 'locales/en.json';

describe('a command with several projects', () => {
  const APP = 'app/en.json';

  it('runs once for each project, and changes no project if one project has a conflict', async () => {
    const [shop, app] = [await world.createProject(), await world.createProject()];
    const files = [
      { path: 'locales/{locale}.json', shape: 'flat' },
      { path: 'app/{locale}.json', shape: 'flat', project: app },
    ];
    const clone = world.clone(shop, { files });
    clone.write(EN, { a: 'A', b: 'B' });
    clone.write(APP, { a: 'A of the app' });
    const first = await clone.runWith({}, 'push');
    expect([first.exit, first.out]).toEqual([
      0,
      `${shop}: Pushed 2 texts.\n${app}: Pushed 1 text.\n`,
    ]);
    expect(first.err).toContain(`${app}: en  1 new`);
    expect(Object.keys(clone.json('parlance.lock').projects as object)).toEqual([shop, app].sort());
    // A key of one project is not a source text of another project.
    clone.write('app/de.json', { b: 'B' });
    clone.write('parlance.json', { project: shop, files, check: { minimum: { de: 50 } } });
    expect((await clone.run('check', '--offline')).json.data).toMatchObject({
      findings: [
        { code: 'no_source_text', path: 'b', file: 'app/de.json' },
        // Only one of the projects has files of this locale.
        { code: 'below_minimum', file: 'app/de.json' },
      ],
    });

    await world.put(app, { a: 'A there' });
    clone.write(EN, { a: 'A here', b: 'B' });
    clone.write(APP, { a: 'A of the app here' });
    const { exit, json } = await clone.run('push');
    expect([exit, json.errors[1]]).toMatchObject([4, { path: 'a', file: APP }]);
    expect(json.errors[0]!.message).toMatch(new RegExp(`^${app}: 1 conflict; nothing`));
    expect(await world.texts(shop)).toEqual({ a: 'A', b: 'B' });

    expect((await clone.run('push', '--project', shop)).exit).toBe(0);
    expect(await world.texts(shop)).toEqual({ a: 'A here', b: 'B' });
    expect(await world.texts(app)).toEqual({ a: 'A there' });
    const planned = await clone.run('sync', '--conflicts', 'ours', '--dry-run');
    expect([planned.exit, planned.json.data.projects]).toMatchObject([
      0,
      [{ project: shop }, { data: { push: { dryRun: true }, pull: { dryRun: true } } }],
    ]);
    expect(await world.texts(app)).toEqual({ a: 'A there' });
    expect((await clone.run('pull', '--project', 'other')).exit).toBe(2);
    const differing = await clone.run('diff', '--file', 'app/*');
    expect(differing.json.data).toMatchObject({
      projects: [{ project: app, data: { differences: [{ kind: 'conflict' }, { key: 'b' }] } }],
    });
    expect((await clone.run('diff', '--key', 'none')).exit).toBe(2);
    expect((await clone.run('sync', '--conflicts', 'theirs')).exit).toBe(0);
    expect(clone.json(APP)).toEqual({ a: 'A there' });
    const states = await clone.run('status', '--locale', 'en');
    expect(states.json.data.projects).toMatchObject([
      { project: shop, data: { locales: [{ changedHere: 0, changedThere: 0 }] } },
      { project: app, data: { locales: [{ changedHere: 0, changedThere: 0 }] } },
    ]);
  });

  it('completes the other projects if the server refuses one project, and exits with code 6', async () => {
    const [shop, app] = [await world.createProject(), await world.createProject()];
    const files = [
      { path: 'locales/{locale}.json', shape: 'flat', project: shop },
      { path: 'app/{locale}.json', shape: 'flat', project: app, prefix: 'app.' },
    ];
    const clone = world.clone(shop, { files, project: undefined });
    clone.write(EN, { a: 'A' });
    // With the prefix, the name exceeds the maximum length of a name.
    clone.write(APP, { ['k'.repeat(2_048)]: 'x' });
    const { exit, json } = await clone.run('push');
    expect([exit, json.errors.at(-1)!.code]).toEqual([6, 'partly_done']);
    expect(json.data.projects).toMatchObject([{ project: shop }, { project: app }]);
    expect(await world.texts(shop)).toEqual({ a: 'A' });
    expect((await clone.run('keys', 'list')).exit).toBe(2);
    clone.write(APP, { k: 'x' });
    expect((await clone.run('push')).exit).toBe(0);
    expect(await world.texts(app)).toEqual({ 'app.k': 'x' });
  });
});
