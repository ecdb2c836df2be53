import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Clone } from '../../../../packages/cli/test/clone.ts';
import { CTRL_C, DOWN, ENTER, Person } from '../../../../packages/cli/test/person.ts';
import { findFreePort } from '../../../../scripts/find-free-port.ts';
import { startTestApp } from '../app/app.ts';
import { actFor, createProject, createTenant, joinOrganization } from '../app/build.ts';
import type { TestUser } from '../app/seed.ts';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  // The address of the sign-in must equal the origin, so the port is chosen beforehand.
  world = await World.start({ PORT: String(await findFreePort()) });
});
afterAll(() => world.close());

const CREDENTIALS = '.config/parlance/credentials.json';

const homeOf = (clone: Clone) => ({ HOME: clone.root });

function storedKeyOf(clone: Clone): { key: string } {
  const { servers } = clone.json(CREDENTIALS) as { servers: Record<string, { key: string }> };
  return servers[world.app.url]!;
}

const answersOf = ({ email, password }: TestUser): [RegExp, string][] => [
  [/Email address at/, email + ENTER],
  [/Password/, password + ENTER],
];

async function login(clone: Clone, person: Person, ...flags: string[]) {
  const call = { env: homeOf(clone), terminal: person };
  return clone.runWith(call, 'login', '--url', world.app.url, ...flags);
}

const selfOf = async (key: string) => {
  const headers = { authorization: `ApiKey ${key}` };
  const response = await fetch(`${world.app.url}/v1/api-keys/self`, { headers });
  return { status: response.status, data: (await response.json()).data };
};

describe('parlance login', () => {
  it('creates a personal key, which logout revokes, and ends the session of the login', async () => {
    const { user } = world.tenant;
    const clone = world.clone(await world.createProject({ a: 'A' }), { server: world.app.url });
    const before = (await user.client.users.sessions.list()).data.length;
    const person = new Person(...answersOf(user));
    const { exit, out, err } = await login(clone, person);
    expect([exit, person.unasked]).toEqual([0, []]);
    expect(out).toContain(`at ${world.app.url}`);
    expect(statSync(join(clone.root, CREDENTIALS)).mode & 0o777).toBe(0o600);
    const { key } = storedKeyOf(clone);
    expect(out + err).not.toContain(key);
    const { data } = await selfOf(key);
    expect(data).toMatchObject({ personal: true, projectIds: null });
    const days = (Date.parse(data.expiresAt) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
    expect((await user.client.users.sessions.list()).data.length).toBe(before);
    expect((await clone.runWith({ env: homeOf(clone) }, 'pull')).exit).toBe(0);
    // The only stored login needs no address.
    const left = await clone.runWith({ env: homeOf(clone) }, 'logout');
    expect([left.exit, left.out]).toEqual([0, expect.stringContaining('revoked')]);
    expect((await selfOf(key)).status).toBe(401);
    expect((await clone.runWith({ env: homeOf(clone) }, 'pull')).exit).toBe(3);
  });

  it('uses the only login in folders without a configuration, and reports a revoked key', async () => {
    const { user } = world.tenant;
    const clone = world.clone('x');
    rmSync(join(clone.root, 'parlance.json'));
    await login(clone, new Person(...answersOf(user)));
    const call = { env: homeOf(clone) };
    expect((await clone.runWith(call, 'whoami')).out).toContain(world.app.url);
    const { key } = storedKeyOf(clone);
    await world.app.client(key).apiKeys.revokeSelf();
    const { exit, err } = await clone.runWith(call, 'whoami');
    expect([exit, err]).toEqual([3, expect.stringContaining('Run parlance login')]);
    expect((await clone.runWith(call, 'doctor')).out).toMatch(/^broken +key +/m);
  });

  it('keeps the keys of two services on one host apart, and logout revokes only the key of one service', async () => {
    const port = await findFreePort();
    const host = `http://127.0.0.1:${port}`;
    const app = await startTestApp({ env: { PORT: String(port), PUBLIC_URL: `${host}/l10n` } });
    const clone = world.clone('x');
    rmSync(join(clone.root, 'parlance.json'));
    const call = { env: homeOf(clone) };
    const { user } = await createTenant(app);
    const terminal = new Person(...answersOf(user));
    const into = await clone.runWith({ ...call, terminal }, 'login', '--url', `${host}/l10n/`);
    expect([into.exit, into.out]).toEqual([0, expect.stringContaining(`at ${host}/l10n.\n`)]);
    const { servers } = clone.json(CREDENTIALS) as { servers: Record<string, { key: string }> };
    expect(Object.keys(servers)).toEqual([`${host}/l10n`]);
    expect((await clone.runWith(call, 'whoami')).out).toContain(`${host}/l10n`);
    // Earlier versions stored a key under the origin alone. This version treats such a key as the key of a service
    // without a path.
    const old = { key: 'plk_old', name: 'old', isPersonal: true };
    clone.write(CREDENTIALS, { servers: { ...servers, [host]: old } });
    expect((await clone.runWith(call, 'whoami', '--url', `${host}/other`)).err).toContain(
      `There is no key for ${host}/other. Run parlance login --url ${host}/other,`,
    );
    const ofOrigin = await clone.runWith(call, 'logout', '--url', host);
    expect(ofOrigin.out).toBe(`Removed the key for ${host} and revoked it.\n`);
    const self = (key: string) => app.client(key).apiKeys.self();
    const { key } = servers[`${host}/l10n`]!;
    expect((await self(key)).data.personal).toBe(true);
    expect((await clone.runWith(call, 'logout')).out).toContain(`${host}/l10n and revoked it`);
    await expect(self(key)).rejects.toMatchObject({ code: 'unauthenticated' });
    await app.close();
  });

  it('explains why logout did not revoke a key', async () => {
    const server = createServer((_, response) => response.writeHead(404).end('no page'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const clone = world.clone('x');
    rmSync(join(clone.root, 'parlance.json'));
    const servers = { [url]: { key: 'plk_x', name: 'mine', isPersonal: true } };
    const logout = async () => {
      clone.write(CREDENTIALS, { servers });
      return (await clone.runWith({ env: homeOf(clone) }, 'logout')).err;
    };
    const advice = 'Revoke it in the settings of your account.';
    expect(await logout()).toContain(
      `"mine": The response with status 404 is not from Parlance. ${advice}`,
    );
    server.closeAllConnections();
    await once(server.close(), 'close');
    expect(await logout()).toMatch(/ECONNREFUSED[^.]*\S*\. Check .* parlance\.json\. Revoke it /);
  });

  it('asks no question if the server does not answer', async () => {
    const clone = world.clone('x');
    const person = new Person();
    const url = `http://127.0.0.1:${await findFreePort()}`;
    const { exit, err } = await clone.runWith(
      { env: homeOf(clone), terminal: person },
      'login',
      '--url',
      url,
    );
    expect([exit, err]).toEqual([5, expect.stringContaining('ECONNREFUSED')]);
  });

  it('asks for the organization, and gives the key the rights of the role', async () => {
    const { user } = world.tenant;
    const { data: shared } = await user.client.organizations.create({ name: 'Shared' });
    const clone = world.clone('x');
    for (const [role, last] of [
      ['developer', 'releases:write'],
      ['translator', 'releases:read'],
      ['viewer', 'releases:read'],
      ['guest', 'releases:write'],
    ] as const) {
      const member = await joinOrganization(user, shared.id, role);
      if (role === 'guest') {
        const owner = actFor(user, shared.id);
        const { id: projectId } = await createProject(owner);
        await owner.i18n.members.put({ projectId, userId: member.id, role: 'developer' });
      }
      const person = new Person(...answersOf(member), [/Organization[\s\S]*Shared/, ENTER]);
      expect((await login(clone, person)).exit).toBe(0);
      const { data } = await selfOf(storedKeyOf(clone).key);
      expect(data.organization.id).toBe(shared.id);
      expect([data.scopes[0], data.scopes.at(-1)]).toEqual(['i18n:read', last]);
    }
  });

  it('binds the key to the project of --project', async () => {
    const projectId = await world.createProject();
    const clone = world.clone(projectId);
    const flags = ['--project', projectId, '--organization'];
    const [own] = (await world.tenant.user.client.organizations.list()).data;
    const person = new Person(...answersOf(world.tenant.user));
    expect((await login(clone, person, ...flags, own!.slug)).exit).toBe(0);
    expect((await selfOf(storedKeyOf(clone).key)).data.projectIds).toEqual([projectId]);
    const other = await login(clone, new Person(...answersOf(world.tenant.user)), ...flags, 'none');
    expect(other.exit).toBe(2);
  });

  it('stores nothing for a wrong password, after Ctrl-C, and without a terminal', async () => {
    const clone = world.clone('x');
    const wrong = new Person([/Email/, `ada@example.test${ENTER}`], [/Password/, `x${ENTER}`]);
    const refused = await login(clone, wrong);
    expect([refused.exit, refused.err]).toEqual([3, expect.stringMatching(/password/)]);
    expect((await login(clone, new Person([/Email/, CTRL_C]))).exit).toBe(130);
    const call = { env: homeOf(clone), stdin: 'plk_x' };
    const piped = await clone.runWith(call, 'login', '--url', world.app.url);
    expect([piped.exit, piped.err]).toEqual([2, expect.stringContaining('--with-key')]);
    expect(existsSync(join(clone.root, CREDENTIALS))).toBe(false);
  });
});

describe('an interruption', () => {
  it('ends each question of parlance login, and the session of the login', async () => {
    const { user } = world.tenant;
    const { data: shared } = await user.client.organizations.create({ name: 'Second' });
    const member = await joinOrganization(user, shared.id, 'developer');
    const before = (await member.client.users.sessions.list()).data.length;
    const [email, password] = answersOf(member) as [[RegExp, string], [RegExp, string]];
    for (const answers of [[], [email], [email, password]]) {
      const clone = world.clone('x');
      const controller = new AbortController();
      const questions = [/Email address at/, /Password/, /Organization/];
      const last = questions[answers.length]!;
      const terminal = new Person(...answers, [last, () => controller.abort()]);
      const call = { env: homeOf(clone), terminal, signal: controller.signal };
      const { exit, err } = await clone.runWith(call, 'login', '--url', world.app.url);
      expect([exit, err]).toEqual([130, 'error: Interrupted. Nothing was written.\n']);
      expect(existsSync(join(clone.root, CREDENTIALS))).toBe(false);
    }
    expect((await member.client.users.sessions.list()).data.length).toBe(before);
  });

  it('ends a question at the deadline of --timeout', async () => {
    const clone = world.clone('x');
    const call = { env: homeOf(clone), terminal: new Person() };
    const { exit, err } = await clone.runWith(call, 'login', '--timeout', '0.01');
    expect([exit, err]).toEqual([5, expect.stringContaining('--timeout is over')]);
  });

  it('ends a command that waits for standard input, with exit code 143 after SIGTERM', async () => {
    const start = new URL('../../../../packages/cli/src/start.ts', import.meta.url).href;
    const script = `
      const { start } = await import(${JSON.stringify(start)});
      const running = start(['login', '--with-key', '--url', 'http://127.0.0.1:1'], '0');
      process.stdout.write('waits');
      await running;`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
    const exited = once(child, 'exit');
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await exited).toEqual([143, null]);
  });
});

describe('parlance init in a terminal', () => {
  it('asks for the server, and lets the user of a key choose the project', async () => {
    const projectId = await world.createProject({ a: 'A' });
    const { data: project } = await world.tenant.client.i18n.projects.get({ projectId });
    const clone = world.clone('x');
    clone.write('locales/en.json', { a: 'A' });
    clone.write('locales/de.json', {});
    const init = (person: Person) =>
      clone.runWith({ env: homeOf(clone), terminal: person }, 'init', '--force');
    const stranger = new Person([/Address/, world.app.url + ENTER], [/Slug or id/, `shop${ENTER}`]);
    expect((await init(stranger)).out).toContain('parlance login');
    expect(clone.json('parlance.json')).toMatchObject({ server: world.app.url, project: 'shop' });
    const flags = [
      '--organization',
      (await world.tenant.user.client.organizations.list()).data[0]!.slug,
    ];
    await login(clone, new Person(...answersOf(world.tenant.user)), ...flags);
    const all = await Array.fromAsync(world.tenant.client.i18n.projects.listAll());
    const place = all.findIndex(({ id }) => id === projectId);
    const member = new Person([/Address/, ENTER], [/Project/, DOWN.repeat(place) + ENTER]);
    expect((await init(member)).exit).toBe(0);
    expect(clone.json('parlance.json')).toMatchObject({
      server: world.app.url,
      project: project.slug,
      files: [{ path: 'locales/{locale}.json' }],
    });
    expect((await clone.runWith({ env: homeOf(clone) }, 'status')).exit).toBe(0);
    const nobody = { env: homeOf(clone), terminal: new Person() };
    expect((await clone.runWith(nobody, 'init', '--force', '--yes')).exit).toBe(0);
    expect(clone.json('parlance.json').server).toBe(world.app.url);
  });
});

describe('a conflict in a terminal', () => {
  it('gets resolved text by text, and push and pull of one sync ask once', async () => {
    const projectId = await world.createProject({ a: 'A', b: 'B', c: 'C' });
    const clone = world.clone(projectId);
    await clone.run('pull');
    await world.put(projectId, { a: 'A there', b: 'B there', c: 'C there' });
    clone.write('locales/en.json', { a: 'A here', b: 'B here', c: 'C' });
    const stopped = new Person([/a in en \(1 of 2\)/, DOWN.repeat(4) + ENTER]);
    expect((await clone.runWith({ terminal: new Person() }, 'sync', '--yes')).exit).toBe(4);
    const refused = await clone.runWith({ terminal: stopped }, 'sync');
    expect([refused.exit, await world.texts(projectId)]).toEqual([
      4,
      { a: 'A there', b: 'B there', c: 'C there' },
    ]);
    const person = new Person(
      [/a in en \(1 of 2\)[\s\S]*A here/, ENTER],
      [/b in en \(2 of 2\)/, DOWN + ENTER],
    );
    expect((await clone.runWith({ terminal: person }, 'sync')).exit).toBe(0);
    const merged = { a: 'A here', b: 'B there', c: 'C there' };
    expect(await world.texts(projectId)).toEqual(merged);
    expect(clone.json('locales/en.json')).toEqual(merged);
  });

  it('stops the command if nobody can answer', async () => {
    const clone = world.clone(await world.createProject({ a: 'A' }));
    clone.write('locales/en.json', { a: 'A here' });
    expect((await clone.run('pull', '--conflicts', 'ask')).exit).toBe(2);
  });

  it('can be resolved for all remaining texts at once', async () => {
    const projectId = await world.createProject({ a: 'A', b: 'B' });
    const clone = world.clone(projectId);
    await clone.run('pull');
    await world.put(projectId, { a: 'A there', b: 'B there' });
    clone.write('locales/en.json', { a: 'A here', b: 'B here' });
    const person = new Person([/1 of 2/, DOWN.repeat(3) + ENTER]);
    expect((await clone.runWith({ terminal: person }, 'pull')).exit).toBe(0);
    expect(clone.json('locales/en.json')).toEqual({ a: 'A there', b: 'B there' });
  });
});
