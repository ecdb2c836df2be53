import { mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { escapeText } from './output/escape-text.ts';
import { World } from './test/world.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

describe('the key of the command line', () => {
  it('does not go to a server that only the repository names', async () => {
    const clone = world.clone(await world.createProject(), { server: world.app.url });
    const requests = vi.spyOn(globalThis, 'fetch');
    const env = { PARLANCE_KEY: world.env.PARLANCE_KEY!, HOME: clone.root };
    const { exit, json } = await clone.runWith({ env }, 'pull', '--json');
    expect([exit, json.errors[0]!.code]).toEqual([3, 'forbidden']);
    expect(requests).not.toHaveBeenCalled();
    requests.mockRestore();
  });

  it('is stored by login --with-key for one origin, where nobody else can read it, and used there', async () => {
    const clone = world.clone(await world.createProject({ a: 'A' }), { server: world.app.url });
    const env = { HOME: clone.root };
    const stdin = `${world.env.PARLANCE_KEY}\n`;
    const login = await clone.runWith(
      { env, stdin },
      'login',
      '--with-key',
      '--url',
      world.app.url,
      '--json',
    );
    expect(login.exit).toBe(0);
    const path = join(clone.root, '.config/parlance/credentials.json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect((await clone.runWith({ env }, 'pull')).exit).toBe(0);
    const who = await clone.runWith({ env }, 'whoami', '--json');
    expect(who.json.data).toMatchObject({ organization: { id: world.tenant.organizationId } });
    expect(login.out + who.out).not.toContain(world.env.PARLANCE_KEY);
    await clone.runWith({ env }, 'logout', '--url', world.app.url);
    expect((await clone.runWith({ env }, 'pull')).exit).toBe(3);
  });

  it.each([
    ['http://l10n.example.org', 'without encryption'],
    ['https://user:secret@l10n.example.org', 'with a password in the address'],
    ['l10n', 'without a scheme'],
  ])('is not sent to %s (%s)', async (url) => {
    const clone = world.clone('x');
    const env = { ...world.env, PARLANCE_URL: url };
    expect((await clone.runWith({ env }, 'whoami', '--json')).exit).toBe(2);
  });

  it('exits with 3 if the server refuses it, and names the request', async () => {
    const clone = world.clone(await world.createProject());
    const env = { ...world.env, PARLANCE_KEY: 'plk_nonsense' };
    const { exit, json } = await clone.runWith({ env }, 'pull', '--json');
    expect(exit).toBe(3);
    expect(json.errors[0]).toMatchObject({
      code: 'unauthenticated',
      requestId: expect.any(String),
    });
  });
});

describe('files', () => {
  it.each([
    '../{locale}.json',
    '/etc/{locale}.json',
    'a/../../{locale}.json',
    '{locale}/../x.json',
  ])('outside the folder of the configuration are refused: %s', async (path) => {
    const clone = world.clone('x', { files: [{ path }] });
    const { exit, json } = await clone.run('pull');
    expect(exit).toBe(2);
    expect(json.errors[0]).toMatchObject({ code: 'configuration', line: expect.any(Number) });
  });

  it('are not written through a link that leads out', async () => {
    const outside = world.clone('x');
    const clone = world.clone(await world.createProject({ a: 'A' }));
    mkdirSync(join(outside.root, 'target'));
    symlinkSync(join(outside.root, 'target'), join(clone.root, 'locales'));
    expect((await clone.run('pull')).exit).toBe(2);
    expect(readdirSync(join(outside.root, 'target'))).toEqual([]);
  });

  it('of a mistaken configuration are named with the line of each mistake', async () => {
    const clone = world.clone('x');
    clone.write(
      'parlance.json',
      '{\n  // comment\n  "files": [{ "path": "{locale}.json" }],\n  "hook": "rm"\n}',
    );
    const { exit, json } = await clone.run('pull');
    expect(exit).toBe(2);
    expect(json.errors).toMatchObject([{ code: 'configuration', line: 4 }]);
    clone.write('parlance.json', '{ "files": [');
    expect((await clone.run('pull')).json.errors[0]).toMatchObject({ code: 'configuration' });
  });
});

describe('output', () => {
  it('escapes what a terminal would obey', () => {
    expect(escapeText('a\u001b[2Jb\u202ec\nd')).toBe('a\\u001b[2Jb\\u202ec\\nd');
  });

  it('writes results to standard output and the rest to standard error', async () => {
    const clone = world.clone(await world.createProject({ a: 'A' }));
    const { exit, out, err } = await clone.runWith({}, 'pull');
    expect([exit, out]).toEqual([0, 'Wrote 1 texts in 1 files.\n']);
    expect(err).toContain('locales/en.json');
    const wrong = await clone.runWith({}, 'pull', '--nonsense');
    expect([wrong.exit, wrong.out]).toEqual([2, '']);
    expect((await clone.runWith({}, 'nonsense')).exit).toBe(2);
    expect((await clone.runWith({}, 'pull', '--conflicts', 'mine')).exit).toBe(2);
  });
});
