import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENDPOINTS } from '@parlance/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../../packages/cli/src/commands.ts';
import { GLOBAL_FLAGS } from '../../../../packages/cli/src/flags.ts';
import {
  MEMBERS,
  memberWordsOf,
  messageInWords,
} from '../../../../packages/cli/src/member-words.ts';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start({ MT_ENGINES: 'pseudo' });
});
afterAll(() => world.close());

describe('a refusal of the service', () => {
  it.each([
    [['locales', 'add', 'nonsense!'], 'argument tag'],
    [['release', 'create', '--note', 'x'.repeat(20_000)], '--note'],
    [['release', 'create', '--locale', 'xx'], '--locale'],
    [['translate', '--engine', 'nonsense'], '--engine'],
    [['push', '--translate', '--engine', 'nonsense'], '--engine'],
    [['import', 'locales/en.json', '--locale', 'nonsense!'], '--locale'],
    [['export', '--locale', 'nonsense!', 'x.json'], '--locale'],
    [['keys', 'rename', 'a', ''], 'argument new'],
    [['keys', 'rename', 'x'.repeat(3000), 'b'], 'argument old'],
    [['keys', 'list', 'x'.repeat(3000)], 'argument pattern'],
    [['init', '--force', '--create', 'x'.repeat(3000)], '--create'],
    [['init', '--force', '--create', 'A', '--source-locale', 'nonsense!'], '--source-locale'],
    [['engines', 'compare', '--engine', 'nonsense'], '--engine'],
  ])('names the words that the user typed for %j', async (argv, typed) => {
    const projectId = await world.createProject({ a: 'A' });
    await world.translate(projectId, { a: ['A de', 'reviewed'] });
    const clone = world.clone(projectId);
    clone.write('locales/en.json', { a: 'A' });
    const { exit, err } = await clone.runWith({}, ...argv);
    expect(err).toContain(typed);
    expect(err).not.toMatch(/(?:^|[ "])(?:query|params)?\/\w+ |`[a-z]\w+`/);
    expect(exit).toBe(2);
  });
});

const PULL = [
  'i18n.projects.get',
  'i18n.locales.list',
  'i18n.projects.export',
  'i18n.changes.since',
];
const JOB = [
  'translate.jobs.create',
  'translate.jobs.get',
  'translate.jobs.result',
  'translate.jobs.cancel',
  'translate.engines',
];
const PUSH = [...PULL, 'i18n.projects.import', 'i18n.keys.list'];
const RELEASES = ['i18n.environments.list', 'i18n.releases.list', 'i18n.releases.get'];

/** The operations that a command calls. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  init: ['i18n.projects.list', 'i18n.projects.get', 'i18n.projects.create', 'i18n.projects.update'],
  login: [
    'health.get',
    'auth.signIn',
    'auth.signOut',
    'organizations.list',
    'users.me.access',
    'users.apiKeys.create',
    'i18n.projects.get',
    'apiKeys.self',
  ],
  logout: ['apiKeys.revokeSelf'],
  whoami: ['apiKeys.self'],
  push: [...PUSH, ...JOB],
  pull: PULL,
  sync: PUSH,
  watch: PUSH,
  status: [...PULL, 'i18n.counts.get', 'i18n.openWork.get'],
  diff: [...PULL, 'i18n.bundles.get', 'i18n.openWork.get', 'translate.estimate'],
  check: ['i18n.projects.get', 'i18n.keys.list'],
  export: ['i18n.projects.export'],
  import: ['i18n.projects.import'],
  translate: [...PULL, ...JOB, 'translate.estimate'],
  'release create': [
    ...RELEASES,
    'i18n.releases.create',
    'i18n.environments.pending',
    'i18n.projects.get',
  ],
  'release list': RELEASES,
  'release show': RELEASES,
  'release diff': [...RELEASES, 'i18n.releases.diff'],
  'release rollback': [...RELEASES, 'i18n.releases.create', 'i18n.environments.pending'],
  'release prefixes': [...RELEASES, 'i18n.environments.update'],
  'release promote': [...RELEASES, 'i18n.releases.create', 'i18n.environments.pending'],
  types: [],
  'locales add': ['i18n.locales.create'],
  'locales list': ['i18n.locales.list'],
  'locales remove': ['i18n.locales.list', 'i18n.locales.delete'],
  'keys list': ['i18n.keys.list'],
  'keys unused': [],
  'keys rename': [...PULL, 'i18n.keys.list', 'i18n.keys.update', 'i18n.keys.bulk'],
  'engines compare': [
    'i18n.locales.list',
    'i18n.values.list',
    'i18n.translation.get',
    'translate.preview',
  ],
  doctor: [
    'apiKeys.self',
    'health.get',
    'i18n.projects.get',
    'i18n.locales.list',
    'i18n.findings.preview',
  ],
  completion: [],
};

/** Flags that only the command line itself uses (files, output, exit code, waiting), and that no request contains. */
const OF_THE_COMMAND =
  /^(all|cancel-on-interrupt|check|config|cwd|default-namespace|dry-run|estimate|every|fail-under|file|findings|fix|for|force|format|help|ignore|json|key|key-file|allow-insecure-http|allow-none|keep-going|missing-in-code|no-color|no-wait|offline|organization|out|pseudo|pull|quiet|report|sample|split|staged|timeout|translate|url|verbose|version|watch|with-key|yes|renewable)$/;

/** Flags that reach a request only in other commands. */
const OF_ONE = new Set([
  'pull --conflicts',
  'pull --prune',
  'pull --restore',
  'diff --against',
  'check --locale',
  'check --fail-on',
  'translate --conflicts',
  'keys rename --conflicts',
]);

/** Operations whose names other calls also have, such as a method of a set or a map, or a longer name. */
const OTHER_CALLS = new Set(['i18n.changes.get', 'apiKeys.create']);

const methodOf = (id: string): string =>
  id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the names of all members of a schema, including nested members. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, ...others } = schema as { properties?: Record<string, object> };
  const own = Object.entries(properties).flatMap(([name, one]) => [name, ...namesIn(one)]);
  return [...own, ...Object.values(others).flatMap(namesIn)];
}

function membersOf(method: string): string[] {
  const endpoint = ENDPOINTS.find(({ id }) => methodOf(id) === method);
  if (!endpoint) throw new Error(`There is no operation ${method}.`);
  const { data: _, ...request } = endpoint;
  return namesIn(request);
}

describe('the words for members of requests', () => {
  it('cover every operation that the sources of the command line call', () => {
    const folder = join(import.meta.dirname, '../../../../packages/cli/src');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const text = files
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n');
    const known = new Set(Object.values(CALLS).flat());
    const called = ENDPOINTS.map(({ id }) => methodOf(id)).filter((method) => {
      const [verb, noun] = method.split('.').reverse();
      const isCalled = new RegExp(`\\b${noun}\\.${verb}(?:All)?[(,]`).test(text);
      return isCalled && !OTHER_CALLS.has(method);
    });
    expect(called.length).toBeGreaterThan(25);
    expect(called.filter((method) => !known.has(method))).toEqual([]);
  });

  it.each(COMMANDS.map((command) => [command.name, command] as const))(
    'exist for each flag and argument of %s that reaches a request',
    (name, command) => {
      const members = new Set(CALLS[name]!.flatMap(membersOf));
      const words = memberWordsOf(command, { globalFlags: GLOBAL_FLAGS });
      const reached = new Set([...members].flatMap((member) => words.get(member) ?? []));
      const flags = Object.keys({ ...command.flags }).filter(
        (flag) => !OF_THE_COMMAND.test(flag) && !OF_ONE.has(`${name} --${flag}`),
      );
      expect(flags.filter((flag) => !reached.has(`--${flag}`))).toEqual([]);
      for (const member of members) {
        const typed = words.get(member);
        if (typed === undefined) continue;
        const [said, quoted] = [`/${member} is wrong`, `Leave out \`${member}\`.`].map((message) =>
          messageInWords(message, words),
        );
        const began = typed.startsWith('<') ? `The argument ${typed.slice(1, -1)}` : typed;
        expect([said, quoted]).toEqual([`${began} is wrong`, `Leave out ${typed}.`]);
      }
    },
  );

  it('name only members of requests and flags of commands', () => {
    const flags = new Set(
      COMMANDS.flatMap(({ flags = {}, arguments: given = [] }) => [
        ...Object.keys({ ...GLOBAL_FLAGS, ...flags }),
        ...given.map((one) => `<${one.replace('?', '')}>`),
      ]),
    );
    expect(Object.keys(MEMBERS).filter((name) => !flags.has(name))).toEqual([]);
    const sent = new Set(Object.values(CALLS).flat().flatMap(membersOf));
    expect(
      Object.values(MEMBERS)
        .flat()
        .filter((member) => !sent.has(member)),
    ).toEqual([]);
  });
});

describe('the error for a mistyped name', () => {
  it('suggests the similar project, for a name in the configuration or in a flag', async () => {
    const projectId = await world.createProject({ a: 'A' });
    const { data } = await world.tenant.client.i18n.projects.get({ projectId });
    const slug = `${data.slug.slice(0, -1)}x${data.slug.slice(-1)}`;
    const clone = world.clone(slug);
    clone.write('locales/en.json', { a: 'A' });
    const meant = `Did you mean ${data.slug}?`;
    for (const command of ['push', 'pull', 'status', 'translate', 'check', 'release list']) {
      const { exit, json } = await clone.run(...command.split(' '));
      expect([exit, json.errors[0]!.message]).toEqual([2, expect.stringContaining(meant)]);
      const flag = await clone.run(...command.split(' '), '--project', slug);
      expect(flag.json.errors[0]!.message).toContain(meant);
    }
    expect((await clone.runWith({}, 'doctor')).out).toContain(meant);
    const files = [{ path: '{locale}.json', project: data.slug }];
    const several = world.clone(data.slug, { files });
    expect((await several.run('push', '--project', slug)).json.errors[0]!.message).toContain(meant);
  });

  it('suggests the similar environment, locale or engine', async () => {
    const projectId = await world.createProject({ a: 'A' });
    await world.put(projectId, { a: 'A' }, 'pt-BR');
    const clone = world.clone(projectId);
    clone.write('locales/en.json', { a: 'A' });
    await clone.run('release', 'create');
    const said = async (...argv: string[]) => (await clone.run(...argv)).json.errors[0]!.message;
    expect(await said('release', 'show', '--env', 'prodction')).toContain('mean production?');
    for (const command of ['push', 'translate', 'release diff', 'release create --dry-run']) {
      expect(await said(...command.split(' '), '--locale', 'pt_BR')).toContain('mean pt-BR?');
    }
    const { errors } = (await clone.run('translate', '--engine', 'psuedo')).json;
    expect(errors[0]!.message).toContain('did you mean pseudo?');
  });
});

it('parlance push reports the pushed texts if the translation that follows is refused', async () => {
  const clone = world.clone(await world.createProject());
  clone.write('locales/en.json', { a: 'A' });
  const engine = ['--engine', 'nonsense'];
  const alone = await clone.run('push', ...engine);
  expect([alone.exit, alone.json.errors[0]!.message]).toEqual([
    2,
    '--engine belongs to --translate.',
  ]);
  const { exit, out, err } = await clone.runWith({}, 'push', '--translate', ...engine);
  expect([exit, out]).toEqual([2, 'Pushed 1 text.\n']);
  expect(err).toContain('--engine is not an engine of this server');
});

it('parlance translate --pull reports the translated texts if the pull that follows stops', async () => {
  const clone = world.clone(await world.createProject({ a: 'Save' }));
  clone.write('locales/en.json', { a: 'Save' });
  clone.write('locales/de.json', '{');
  const { exit, out, err } = await clone.runWith({}, 'translate', '--pull');
  expect([exit, out]).toEqual([1, expect.stringContaining('1 of 1 string translated by pseudo')]);
  expect(err).toContain('Nothing was written. Correct locales/de.json');
});

it('parlance keys rename suggests the key that may have been meant', async () => {
  const clone = world.clone(await world.createProject({ 'menu.title': 'Menu', other: 'Other' }));
  const { json } = await clone.run('keys', 'rename', 'menu.titel', 'menu.name');
  expect(json.errors[0]!.message).toContain('Did you mean menu.title?');
});

it('parlance release create names the flag to change, and shows the placeholder names of findings', async () => {
  const projectId = await world.createProject({ a: 'Hello {projectId}' });
  await world.put(projectId, { a: 'Hallo' }, 'de');
  const { err } = await world
    .clone(projectId)
    .runWith({}, 'release', 'create', '--fail-on', 'error');
  expect(err).toContain('publish with a less strict --fail-on.');
  expect(err).toContain('{projectId}');
});

it('the command line names a file that cannot be read, and the settings of an unreachable server', async () => {
  const clone = world.clone(await world.createProject());
  clone.write('folder/a.json', {});
  const said = async (...argv: string[]) => {
    const { exit, json } = await clone.run(...argv);
    return `${exit} ${json.errors[0]!.message}`;
  };
  const inFile = ['import', '--locale', 'en', '--format', 'json'];
  expect(await said(...inFile, 'none.json')).toBe('2 There is no none.json.');
  expect(await said(...inFile, 'folder/a.json/b')).toMatch(/^2 A part of the path is no folder/);
  expect(await said('whoami', '--key-file', 'none.txt')).toBe('2 There is no none.txt.');
  const away = await clone.run('status', '--url', 'http://127.0.0.1:1');
  expect([away.exit, away.json.errors[0]!.message]).toEqual([
    5,
    expect.stringContaining('Check that the service runs, and its address in --url'),
  ]);
});
