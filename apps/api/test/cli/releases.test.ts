import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

describe('parlance release', () => {
  it('names the findings of the release that it publishes', async () => {
    const projectId = await world.createProject({ a: 'Hello {name}' });
    await world.put(projectId, { a: 'Hallo' }, 'de');
    const { exit, out } = await world.clone(projectId).runWith({}, 'release', 'create');
    expect(exit).toBe(0);
    expect(out).toMatch(/^Published production 1 .*\n1 error, 0 warnings\n.*placeholder_missing/);
    const [, address] = /^Bundle of de: (http\S+); others: en$/m.exec(out)!;
    expect((await (await fetch(address!)).json()).data.messages).toEqual({ a: 'Hallo' });
  });

  it('publishes, lists, rolls back and promotes releases', async () => {
    const projectId = await world.createProject({ a: 'A' });
    const clone = world.clone(projectId);
    const dry = await clone.run('release', 'create', '--dry-run', '--fail-on', 'error');
    const pending = { liveRelease: null, locales: [{ code: 'de' }, { code: 'en', added: 1 }] };
    expect([dry.exit, dry.json.data]).toMatchObject([0, { dryRun: true, pending }]);
    const first = await clone.run('release', 'create', '--note', 'one');
    expect(first.json.data.release).toMatchObject({ version: 1, note: 'one' });
    await world.put(projectId, { a: 'A 2' });
    expect((await clone.runWith({}, 'release', 'create')).out).not.toContain('error');
    const wouldRollBack = await clone.run('release', 'rollback', '--dry-run');
    const changed = [
      { code: 'de', added: 0, changed: 1, removed: 0 },
      { code: 'en', added: 0, changed: 1, removed: 0 },
    ];
    const from = { environment: 'production', version: 1 };
    expect(wouldRollBack.json.data).toMatchObject({ dryRun: true, from, locales: changed });
    const back = await clone.run('release', 'rollback');
    expect(back.json.data.release).toMatchObject({ version: 3, fromRelease: { version: 1 } });
    await world.tenant.client.i18n.environments.create({ projectId, name: 'Next', slug: 'next' });
    expect((await clone.run('release', 'promote', '--from', 'next')).exit).toBe(2);
    const unknown = await clone.run('release', 'promote', '--from', 'next', '--to', 'staging');
    expect([unknown.exit, unknown.json.errors[0]!.message]).toEqual([
      2,
      expect.stringContaining('"Releases" of the web app, or with POST /v1/i18n/projects/'),
    ]);
    const would = await clone.runWith(
      {},
      ...'release promote --from production --to next --dry-run'.split(' '),
    );
    expect(would.out).toMatch(
      /^Nothing was published in next: .* of production 3\.\nde .*\nde {2}a {2}added\n.*\nen {2}1 added, /,
    );
    const promoted = await clone.run('release', 'promote', '--from', 'production', '--to', 'next');
    expect(promoted.json.data.release).toMatchObject({ environment: 'next', version: 1 });
    const { json } = await clone.run('release', 'list');
    expect((json.data.releases as unknown[]).length).toBe(3);
    const other = await clone.run('release', 'create', '--env', 'nonsense');
    expect([other.exit, other.json.errors[0]!.message]).toEqual([
      2,
      expect.stringContaining('next'),
    ]);
  });

  it('states which texts apps keep, which texts come from another locale, and which release is live', async () => {
    const { i18n } = world.tenant.client;
    const projectId = await world.createProject({ a: 'A', b: 'B' });
    await world.put(projectId, { a: 'A de' }, 'de');
    const clone = world.clone(projectId);
    const release = async (line: string) =>
      (await clone.runWith({}, 'release', ...line.split(' '))).out;
    expect(await release('create')).toContain('\nde  2 messages (1 text of en)\n');
    await i18n.locales.update({ projectId, localeCode: 'de', enabled: false });
    const kept = 'de  not in this release: apps keep the texts';
    const dry = await clone.runWith({}, 'release', 'create', '--dry-run');
    expect(dry.out).toMatch(
      /\nde {2}not in this release: .* that they have\nen {2}0 added.*\n0 errors/,
    );
    expect(await clone.run('release', 'create', '--dry-run', '--locale', 'de')).toMatchObject({
      exit: 2,
    });
    expect(await release('create')).toContain(`${kept} of release 1\n`);
    await i18n.locales.update({ projectId, localeCode: 'de', enabled: true });
    await release('create');
    expect(await release('rollback --dry-run')).toContain(`${kept} that they have`);
    await i18n.environments.create({ projectId, name: 'Next', slug: 'next' });
    await release('rollback 2');
    await release('promote --from production --to next');
    expect(await release('list')).toMatch(
      /^4 {2}\S+ {2}\(live, content of 2\)\n {3}de {2}not in .* of release 3\n3 {2}\S+\n {3}de {2}2 messages \(1 text of en\)\n2 {2}\S+\n/,
    );
    expect(await release('list --env next')).toMatch(
      /^1 {2}\S+ {2}\(live, content of production 4\)$/m,
    );
    expect(await release('show')).toContain(`${kept} of release 3\n`);
    expect(await release('show 3')).toContain('\nde  2 messages (1 text of en), ');
  });

  it('lists the changed texts of a preview, at most ten for a locale that --locale does not name', async () => {
    const texts = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`k${at}`, `${at}`]));
    const projectId = await world.createProject(texts);
    const clone = world.clone(projectId);
    const first = await clone.runWith({}, 'release', 'create', '--dry-run');
    expect(first.out).toMatch(/\nen {2}12 added, .*\nen {2}k0 {2}added\n {2}after +".0."\n/);
    expect(first.out).toContain('\nen  and 2 more changes: add --locale en\n');
    const all = await clone.run('release', 'create', '--dry-run', '--locale', 'en');
    expect(all.json.data.changes).toHaveLength(12);
    await clone.run('release', 'create');
    await world.put(projectId, { k0: 'new', k1: 'new' });
    await clone.run('release', 'create');
    const back = await clone.run('release', 'rollback', '--dry-run', '--locale', 'en');
    expect(back.json.data.changes).toEqual([
      { locale: 'en', key: 'k0', change: 'changed', before: 'new', after: '0' },
      { locale: 'en', key: 'k1', change: 'changed', before: 'new', after: '1' },
    ]);
    const { json } = await clone.run('release', 'rollback', '--locale', 'en');
    expect(json.data.release).toMatchObject({ locales: [{ code: 'en' }] });
  });

  it('says which locale a release ends, and release diff lists its texts as removed', async () => {
    const projectId = await world.createProject({ a: 'A' });
    await world.put(projectId, { a: 'A fr' }, 'fr');
    const clone = world.clone(projectId);
    await clone.run('release', 'create');
    const removal = { projectId, localeCode: 'fr', deleteValues: true, purge: true };
    await world.tenant.client.i18n.locales.delete(removal);
    const dry = await clone.runWith({}, 'release', 'create', '--dry-run');
    expect(dry.out).toContain(
      '\nfr  0 added, 0 changed, 1 removed; the release ends this locale: apps that request it get a related locale or 404\nfr  a  removed\n',
    );
    await clone.run('release', 'create');
    const removed = [{ locale: 'fr', key: 'a', change: 'removed', before: 'A fr', after: null }];
    for (const versions of [[], ['2'], ['2', '1']]) {
      expect((await clone.run('release', 'diff', ...versions)).json.data.changes).toEqual(removed);
    }
  });

  it('prefixes lets apps load the texts of one namespace, and parlance release create names a missing prefix', async () => {
    const projectId = await world.createProject({ 'cart.a': 'A', 'menu.b': 'B' });
    const clone = world.clone(projectId);
    clone.write('parlance.json', {
      ...clone.json('parlance.json'),
      files: [{ path: 'src/{locale}/{namespace}.json', prefix: '{namespace}.' }],
    });
    clone.write('src/en/cart.json', { a: 'A' });
    clone.write('src/en/menu.json', { b: 'B' });
    const made = await clone.runWith({}, 'release', 'create');
    expect(made.err).toContain('such as cart. of the files: to allow this, run');
    const bundle = /^Bundle of \S+: (\S+)\/\w+/m.exec(made.out)![1];
    const menu = async () => (await fetch(`${bundle}/en?prefix=menu.&envelope=false`)).json();
    expect(await menu()).toMatchObject({ code: 'not_found' });
    const dry = await clone.runWith({}, 'release', 'prefixes', '--dry-run');
    expect(dry.out).toBe('production would declare 2 more prefixes: cart., menu.\n');
    const { json } = await clone.run('release', 'prefixes');
    expect(json.data).toMatchObject({ prefixes: ['cart.', 'menu.'], added: ['cart.', 'menu.'] });
    expect(await menu()).toEqual({ b: 'B' });
    const again = await clone.runWith({}, 'release', 'prefixes');
    expect(again.out).toBe('production declares all prefixes of the files.\n');
    expect((await clone.runWith({}, 'release', 'create')).err).not.toContain('prefixes');
  });

  it('checks only the locales of --locale in a dry run', async () => {
    const projectId = await world.createProject({ a: 'Hello {name}' });
    await world.put(projectId, { a: 'Hallo' }, 'de');
    const clone = world.clone(projectId);
    const dry = (locale: string) =>
      clone.run('release', 'create', '--dry-run', '--fail-on', 'error', '--locale', locale);
    expect([(await dry('en')).exit, (await dry('de')).exit]).toEqual([0, 1]);
    const requests = vi.spyOn(globalThis, 'fetch');
    const { json } = await dry('de');
    const asked = requests.mock.calls.map(([url]) => new URL(String(url)).searchParams);
    requests.mockRestore();
    expect(asked.filter((query) => query.get('locale') === 'de')).toHaveLength(1);
    expect(json.data).toMatchObject({
      pending: { checks: { errors: 1 } },
      changes: [{ locale: 'de', key: 'a' }],
    });
    await clone.run('release', 'create');
    const unchanged = await dry('de');
    expect([unchanged.exit, unchanged.json.data]).toMatchObject([
      1,
      { pending: { checks: { errors: 1 } }, changes: [] },
    ]);
  });

  it('shows a release, and lists the changes between two releases', async () => {
    const projectId = await world.createProject({ a: 'A', b: 'B' });
    const clone = world.clone(projectId);
    expect(await clone.run('release', 'show')).toMatchObject({ exit: 2 });
    await clone.run('release', 'create', '--note', 'one');
    await world.put(projectId, { a: 'A 2', c: 'C' });
    await clone.run('release', 'create');
    const shown = await clone.run('release', 'show', '1');
    expect(shown.json.data.release).toMatchObject({ version: 1, note: 'one' });
    const live = await clone.runWith({}, 'release', 'show');
    expect(live.out).toMatch(/^production 2 .*\nby .*\nde .*\nen {2}3 messages, \d+ bytes\n/);
    const changed = [
      { locale: 'en', key: 'a', change: 'changed', before: 'A', after: 'A 2' },
      { locale: 'en', key: 'c', change: 'added', before: null, after: 'C' },
    ];
    for (const versions of [[], ['2'], ['2', '1']]) {
      const { exit, json } = await clone.run('release', 'diff', ...versions, '--locale', 'en');
      expect([exit, json.data.changes]).toEqual([1, changed]);
    }
    expect((await clone.runWith({}, 'release', 'diff')).out).toContain('  before  "\u2068A\u2069"');
    expect(await clone.run('release', 'diff', '2', '2')).toMatchObject({ exit: 0 });
    // German has no texts in the project, and the release shows the texts of the source locale.
    expect((await clone.run('release', 'diff')).json.data.changes).toHaveLength(4);
    expect(await clone.run('release', 'diff', '7')).toMatchObject({ exit: 2 });
  });

  it('publishes once if a pipeline step runs again', async () => {
    const clone = world.clone(await world.createProject({ a: 'A' }));
    const env = { ...world.env, GITHUB_RUN_ID: '7' };
    const runs = [1, 2].map(() => clone.runWith({ env }, 'release', 'create', '--json'));
    const versions = (await Promise.all(runs)).map(({ json }) => json.data?.release);
    expect(versions.filter(Boolean)).toEqual(expect.arrayContaining([expect.anything()]));
    const { json } = await clone.run('release', 'list');
    expect(json.data.releases).toHaveLength(1);
  });
});
