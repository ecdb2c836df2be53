import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect as connectTo, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { escapeText } from '../../../../packages/cli/src/output/escape-text.ts';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

describe('the key of the command line', () => {
  it('does not reach a server that only the repository names', async () => {
    const clone = world.clone(await world.createProject(), { server: world.app.url });
    const requests = vi.spyOn(globalThis, 'fetch');
    const env = { PARLANCE_KEY: world.env.PARLANCE_KEY!, HOME: clone.root };
    const { exit, json } = await clone.runWith({ env }, 'pull', '--json');
    expect([exit, json.errors[0]!.code]).toEqual([3, 'forbidden']);
    expect(requests).not.toHaveBeenCalled();
    requests.mockRestore();
  });

  it('stays in a file that only its owner can read after login --with-key, and is used for one address', async () => {
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
    const other = await clone.runWith({ env: { ...env, PARLANCE_KEY: 'plk_other' } }, 'pull');
    expect(other.exit).toBe(0);
    expect(other.err).toContain('PARLANCE_KEY is not used');
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
  ])('cannot be used at %s (%s)', async (url) => {
    const clone = world.clone('x');
    const env = { ...world.env, PARLANCE_URL: url };
    expect((await clone.runWith({ env }, 'whoami', '--json')).exit).toBe(2);
  });

  it('leads to exit code 3 and the id of the request if the server refuses it', async () => {
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

describe('a proxy in the environment', () => {
  it('receives all requests except requests to this machine or to a name in NO_PROXY', async () => {
    const projectId = await world.createProject({ a: 'A' });
    const clone = world.clone(projectId);
    const tunnels: string[] = [];
    const proxy = createServer().on('connect', ({ url, headers }, socket: Socket) => {
      tunnels.push(`${url} ${headers['proxy-authorization']}`);
      if (headers['proxy-authorization'] === undefined) {
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
        return;
      }
      const { port, hostname } = new URL(world.app.url);
      const server = connectTo(Number(port), hostname, () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        server.pipe(socket).pipe(server);
      });
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const { port } = proxy.address() as AddressInfo;
    const run = (env: Record<string, string>, ...argv: string[]) =>
      clone.runWith(
        { env: { ...world.env, PARLANCE_URL: 'http://parlance.invalid:81', ...env } },
        ...argv,
        '--allow-insecure-http',
        '--json',
      );
    const authority = `ada:p%40ss@127.0.0.1:${port}`;
    const through = { HTTP_PROXY: `http://${authority}` };
    expect((await run(through, 'pull')).json.errors).toEqual([]);
    for (const address of ['socks5://127.0.0.1:1', 'http://secret@[']) {
      const { exit, json } = await run({ HTTP_PROXY: address }, 'pull');
      expect([exit, json.errors[0]?.code]).toEqual([2, 'usage']);
      expect(JSON.stringify(json)).toMatch(/HTTP_PROXY is not the address of an HTTP proxy/);
      expect(JSON.stringify(json)).not.toContain('secret');
    }
    expect(clone.json('locales/en.json')).toEqual({ a: 'A' });
    clone.write('locales/en.json', { a: 'A', b: 'é'.repeat(1_000) });
    expect((await run(through, 'push')).exit).toBe(0);
    expect(await world.texts(projectId)).toEqual({ a: 'A', b: 'é'.repeat(1_000) });
    const credentials = `Basic ${Buffer.from('ada:p@ss').toString('base64')}`;
    expect(new Set(tunnels)).toEqual(new Set([`parlance.invalid:81 ${credentials}`]));
    const reported = (await run(through, 'doctor')).json.data.examinations;
    expect(reported).toContainEqual(
      expect.objectContaining({ name: 'proxy', detail: `requests go through 127.0.0.1:${port}` }),
    );
    const refused = await run({ http_proxy: `127.0.0.1:${port}` }, 'whoami');
    expect([refused.exit, refused.json.errors[0]!.message]).toEqual([
      5,
      expect.stringContaining(`The proxy 127.0.0.1:${port} answered 407.`),
    ]);
    tunnels.length = 0;
    expect((await run({ ...through, PARLANCE_URL: world.app.url }, 'whoami')).exit).toBe(0);
    expect((await run({ ...through, NO_PROXY: 'x.test, .invalid:81' }, 'whoami')).exit).toBe(5);
    expect(tunnels).toEqual([]);
    proxy.closeAllConnections();
    proxy.close();
  });
});

describe('a server', () => {
  it('gets no second request if it responds with another address', async () => {
    const asked: string[] = [];
    const elsewhere = createServer((request, response) => {
      asked.push(request.url!);
      response.writeHead(307, { location: `${world.app.url}${request.url}` }).end();
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const clone = world.clone(await world.createProject({ a: 'A' }));
    const { port } = elsewhere.address() as AddressInfo;
    const env = { ...world.env, PARLANCE_URL: `http://127.0.0.1:${port}`, HOME: clone.root };
    const { exit } = await clone.runWith({ env }, 'whoami', '--json');
    elsewhere.close();
    expect([exit, new Set(asked)]).toEqual([5, new Set(['/v1/api-keys/self'])]);
  });

  it.each(['../../outside', 'de/../../../outside', 'parlance', 'DE'])(
    'causes no write if it returns the locale %s',
    async (code) => {
      const clone = world.clone(await world.createProject({ a: 'A' }));
      const before = readdirSync(clone.root);
      const real = globalThis.fetch;
      const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
        const response = await real(input, init);
        if (!String(input).includes('/locales')) return response;
        return new Response((await response.text()).replaceAll('"de"', JSON.stringify(code)));
      });
      const { exit } = await clone.run('pull');
      fetched.mockRestore();
      expect([exit, readdirSync(clone.root)]).toEqual([5, before]);
    },
  );
});

describe('files', () => {
  it('do not get overwritten if they change during a pull, and no other file is written', async () => {
    const projectId = await world.createProject({ a: 'A' });
    await world.put(projectId, { a: 'A de' }, 'de');
    const clone = world.clone(projectId, { lock: { hashes: false } });
    await clone.run('pull');
    await world.put(projectId, { a: 'A 2' });
    await world.put(projectId, { a: 'A de 2' }, 'de');
    const real = globalThis.fetch;
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      // The files are read before the locales are fetched.
      if (String(init?.body).includes('"shape"')) clone.write('locales/de.json', { a: 'saved' });
      return real(input, init);
    });
    const { exit, json } = await clone.run('pull');
    fetched.mockRestore();
    expect([exit, json.errors[0]!.code]).toEqual([4, 'file_changed']);
    expect(clone.json('locales/de.json')).toEqual({ a: 'saved' });
    expect(clone.json('locales/en.json')).toEqual({ a: 'A' });
    expect(readdirSync(join(clone.root, 'locales')).sort()).toEqual(['de.json', 'en.json']);
  });

  it('get compared in their new state if they are saved after they were found unchanged', async () => {
    const projectId = await world.createProject({ a: 'A', b: 'B' });
    const clone = world.clone(projectId);
    await clone.run('pull');
    await world.put(projectId, { b: 'B there' });
    const real = globalThis.fetch;
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      if (String(input).includes('/since')) clone.write('locales/en.json', { a: 'saved', b: 'B' });
      return real(input, init);
    });
    expect((await clone.run('sync')).exit).toBe(0);
    fetched.mockRestore();
    expect(await world.texts(projectId)).toEqual({ a: 'saved', b: 'B there' });
  });

  it('stay complete if several commands run at once, and the next command finds no difference', async () => {
    const projectId = await world.createProject({ a: 'A', b: 'B' });
    const clone = world.clone(projectId);
    await clone.run('pull');
    await world.put(projectId, { a: 'A 2' });
    clone.write('locales/en.json', { a: 'A', b: 'B here' });
    const runs = ['pull', 'push', 'pull', 'push'].map((command) => clone.run(command));
    for (const { exit } of await Promise.all(runs)) expect([0, 4]).toContain(exit);
    expect((await clone.run('sync')).exit).toBe(0);
    expect(clone.json('locales/en.json')).toEqual({ a: 'A 2', b: 'B here' });
    expect(await world.texts(projectId)).toEqual({ a: 'A 2', b: 'B here' });
  });

  it.each([
    '../{locale}.json',
    '/etc/{locale}.json',
    'a/../../{locale}.json',
    '{locale}/../x.json',
  ])('cannot be outside the folder of the configuration: %s', async (path) => {
    const clone = world.clone('x', { files: [{ path }] });
    const { exit, json } = await clone.run('pull');
    expect(exit).toBe(2);
    expect(json.errors[0]).toMatchObject({ code: 'configuration', line: expect.any(Number) });
  });

  it('do not get written through a link that leads outside', async () => {
    const outside = world.clone('x');
    const clone = world.clone(await world.createProject({ a: 'A' }));
    mkdirSync(join(outside.root, 'target'));
    symlinkSync(join(outside.root, 'target'), join(clone.root, 'locales'));
    expect((await clone.run('pull')).exit).toBe(2);
    rmSync(join(clone.root, 'parlance.json'));
    symlinkSync(join(outside.root, 'target/parlance.json'), join(clone.root, 'parlance.json'));
    clone.write('i18n/en.json', {});
    expect((await clone.run('init')).exit).toBe(0);
    expect(readdirSync(join(outside.root, 'target'))).toEqual([]);
  });

  it.each([
    { files: [{ path: 'none/{locale}.json' }], locales: { map: { de: '../../outside' } } },
    { locales: { map: { de: 'a/../../../outside' } } },
    { locales: { map: { de: '..' } } },
  ])('cannot be outside the folder through the spelling of a locale: %j', async (config) => {
    const clone = world.clone(await world.createProject({ a: 'A' }), config);
    const before = readdirSync(clone.root);
    const { exit, json } = await clone.run('pull');
    expect([exit, json.errors[0]!.path]).toEqual([2, '/locales/map/de']);
    expect(readdirSync(clone.root)).toEqual(before);
  });

  it.each(['../outside.d.ts', 'none/../../outside.d.ts', '/outside.d.ts', 'a/..'])(
    'cannot be outside the folder for types: %s',
    async (file) => {
      const clone = world.clone('x', { types: { file } });
      clone.write('locales/en.json', { a: 'A' });
      const before = readdirSync(clone.root);
      expect((await clone.run('types')).exit).toBe(2);
      expect(readdirSync(clone.root)).toEqual(before);
      expect(existsSync(join(clone.root, '../outside.d.ts'))).toBe(false);
    },
  );

  it('cannot have the same path for two locales of the project', async () => {
    const projectId = await world.createProject({ a: 'A' });
    await world.tenant.client.i18n.locales.create({ projectId, code: 'fr' });
    const clone = world.clone(projectId, { locales: { map: { de: 'x', fr: 'x' } } });
    const { exit, json } = await clone.run('pull');
    expect([exit, json.errors[0]!.message]).toEqual([2, expect.stringMatching(/de.*fr/)]);
    expect((await clone.run('pull', '--locale', 'de')).exit).toBe(2);
  });

  it('cannot be pulled with an invalid configuration, and the error names the line of the mistake', async () => {
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

describe('the output', () => {
  it('escapes terminal control characters', () => {
    expect(escapeText('a\u001b[2Jb\u202ec\nd')).toBe('a\\u001b[2Jb\\u202ec\\nd');
  });

  it('contains results on standard output and everything else on standard error', async () => {
    const clone = world.clone(await world.createProject({ a: 'A' }));
    const { exit, out, err } = await clone.runWith({}, 'pull');
    expect([exit, out]).toEqual([0, 'Wrote 1 text in 1 file.\n']);
    expect(err).toContain('locales/en.json');
    const wrong = await clone.runWith({}, 'pull', '--nonsense');
    expect([wrong.exit, wrong.out]).toEqual([2, '']);
    expect((await clone.runWith({}, 'nonsense')).exit).toBe(2);
    const empty = await clone.runWith({}, '--json');
    expect([empty.exit, empty.json.errors[0]!.message]).toEqual([
      2,
      'A command is missing. Run parlance help for the commands.',
    ]);
    expect((await clone.runWith({}, 'pull', '--conflicts', 'mine')).exit).toBe(2);
  });
});
