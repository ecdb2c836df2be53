import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actFor } from '../app/build.ts';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start({ MT_ENGINES: 'pseudo' });
});
afterAll(() => world.close());

const EN = 'locales/en.json';
const DE = 'locales/de.json';

describe('parlance sync, status and diff', () => {
  it('transfer or report the changes of the files and of the project', async () => {
    const projectId = await world.createProject({ a: 'A', b: 'B' });
    const clone = world.clone(projectId);
    await clone.run('pull');
    await world.put(projectId, { b: 'B there' });
    clone.write(EN, { a: 'A here', b: 'B' });
    const diff = await clone.run('diff');
    expect(diff.exit).toBe(1);
    expect(diff.json.data.differences).toMatchObject([
      { kind: 'here', key: 'a' },
      { kind: 'there', key: 'b' },
    ]);
    const status = await clone.run('status', '--fail-under', '100');
    expect(status.exit).toBe(1);
    expect(status.json.data.locales).toMatchObject([
      { locale: 'en', percent: 100, changedHere: 1, changedThere: 1, reviewed: 0, outdated: 0 },
      { locale: 'de', percent: 0 },
    ]);
    expect((await clone.run('sync')).exit).toBe(0);
    expect(await world.texts(projectId)).toEqual({ a: 'A here', b: 'B there' });
    expect(clone.json(EN)).toEqual({ a: 'A here', b: 'B there' });
    expect((await clone.run('diff')).exit).toBe(0);
  });

  it('count the open questions and proposals of each locale in status and diff', async () => {
    const projectId = await world.createProject({ a: 'A' });
    const clone = world.clone(projectId);
    await clone.run('pull');
    expect((await clone.run('status')).json.data.openWork).toEqual([]);
    const { user, organizationId } = world.tenant;
    const { i18n } = actFor(user, organizationId);
    const keyId = (await i18n.keys.list({ projectId })).data[0]!.id;
    const question = { projectId, keyId, text: 'Why?', kind: 'question' } as const;
    await i18n.keys.comments.create(question);
    for (let index = 0; index < 2; index++)
      await i18n.keys.comments.create({ ...question, localeCode: 'de' });
    await i18n.proposals.create({ projectId, keyId, localeCode: 'de', text: 'Ah' });
    expect((await clone.run('status')).json.data.openWork).toEqual([
      { localeCode: null, questions: 1, proposals: 0 },
      { localeCode: 'de', questions: 2, proposals: 1 },
    ]);
    const english = await clone.run('status', '--locale', 'en');
    expect(english.json.data.openWork).toMatchObject([{ localeCode: null }]);
    const status = await clone.runWith({}, 'status');
    expect(status.out).toContain('keys: 1 open question\nde: 2 open questions, 1 open proposal');
    const comment = await clone.runWith({}, 'diff', '--format', 'markdown');
    expect(comment.out).toContain('- de: 2 open questions, 1 open proposal');
  });

  it('process only the files and keys of filters, and fail if a filter matches nothing', async () => {
    const projectId = await world.createProject();
    const files = ['web', 'app'].map((part) => ({
      path: `${part}/{locale}.json`,
      prefix: `${part}.`,
    }));
    const clone = world.clone(projectId, { files });
    clone.write('web/en.json', { a: 'A', 'm.x': 'X', 'm.y': 'Y' });
    clone.write('app/en.json', { a: 'A' });
    await clone.run('push', '--file', 'web/**', '--key', 'web.m.*');
    expect(await world.texts(projectId)).toEqual({ 'web.m.x': 'X', 'web.m.y': 'Y' });
    // A later push sends the texts that the filters excluded.
    await clone.run('push', '--file', 'app/en.json');
    await clone.run('push');
    expect(await world.texts(projectId)).toEqual({
      'web.m.x': 'X',
      'web.m.y': 'Y',
      'web.a': 'A',
      'app.a': 'A',
    });
    await world.put(projectId, { 'web.a': 'A 2', 'web.m.x': 'X 2', 'app.a': 'A 2' });
    expect((await clone.run('diff', '--key', '*.a')).json.data.differences).toHaveLength(2);
    await clone.run('pull', '--key', 'web.a');
    expect(clone.json('web/en.json')).toEqual({ a: 'A 2', 'm.x': 'X', 'm.y': 'Y' });
    await clone.run('pull', '--file', '{web,none}/*.json');
    expect(clone.json('app/en.json')).toEqual({ a: 'A' });
    await clone.run('pull');
    expect([clone.json('web/en.json'), clone.json('app/en.json')]).toEqual([
      { a: 'A 2', 'm.x': 'X 2', 'm.y': 'Y' },
      { a: 'A 2' },
    ]);
    for (const command of ['push', 'pull', 'sync', 'status', 'diff', 'check']) {
      for (const filter of [
        ['--file', 'no/**'],
        ['--key', 'none.*'],
      ]) {
        const { exit, json } = await clone.run(command, ...filter);
        expect([exit, json.errors[0]!.message], command).toEqual([
          2,
          expect.stringContaining(filter[1]!),
        ]);
      }
    }
  });

  it('report findings of changed texts and the cost of their translation in a diff', async () => {
    const projectId = await world.createProject({ a: 'A {x}', b: 'B {x}', c: 'C' });
    await world.put(projectId, { a: 'A {x}', b: 'B', c: 'C' }, 'de');
    const clone = world.clone(projectId);
    await clone.run('pull');
    for (const format of ['text', 'markdown']) {
      const same = await clone.runWith({}, 'diff', '--findings', '--estimate', '--format', format);
      expect(same.out).toMatch(
        /have the same texts\.\n\nNo findings\.\n\nThere is no source text to translate\.\n$/,
      );
    }
    clone.write(EN, { a: 'A {y}', b: 'B {x}', c: 'C', d: 'One more' });
    clone.write('locales/de.json', { a: 'A {x}', b: 'B', c: 'C', d: 'Noch {z}' });
    const flags = ['--findings', '--estimate'];
    const { json } = await clone.run('diff', ...flags);
    const findings = json.data.findings as { path: string; locale: string; line: number }[];
    expect(new Set(findings.map(({ path, locale, line }) => `${locale} ${path} ${line}`))).toEqual(
      new Set(['de a 2', 'de d 5']),
    );
    // The other text already has its translation.
    expect(json.data.estimate).toMatchObject({ texts: 1, units: 5 });
    const { out } = await clone.runWith({}, 'diff', '--format', 'markdown', ...flags);
    expect(out).toContain('| error | locales/de.json:2 | a |');
    expect(out).toMatch(
      /\n\nThe translation of 1 source text takes 5 units .*, of which \d go to an engine/,
    );
    expect((await clone.run('diff', '--against', 'git:HEAD', '--findings')).exit).toBe(2);
  });

  it('compare files with a commit and with a release in a diff', async () => {
    const projectId = await world.createProject();
    const clone = world.clone(projectId);
    const git = (...argv: string[]) => execFileSync('git', argv, { cwd: clone.root });
    clone.write(EN, { a: 'A', b: 'B' });
    clone.write(DE, { a: 'A de' });
    git('init', '-q');
    git('add', '.');
    git('-c', 'user.name=A', '-c', 'user.email=a@example.test', 'commit', '-qm', 'x');
    await clone.run('push', '--all');
    expect((await clone.run('release', 'create')).exit).toBe(0);
    for (const against of ['git:HEAD', 'release:production']) {
      clone.write(EN, { a: 'A', b: 'B' });
      clone.write(DE, { a: 'A de' });
      expect(await clone.run('diff', '--against', against), against).toMatchObject({ exit: 0 });
      clone.write(EN, { a: 'A 2', c: 'C' });
      clone.write(DE, {});
      const { exit, json } = await clone.run('diff', '--against', against);
      expect(exit).toBe(1);
      expect(json.data.differences).toEqual([
        ...[
          { kind: 'removed-here', key: 'a', locale: 'de', path: DE, file: null, project: 'A de' },
          { kind: 'here', key: 'a', locale: 'en', path: EN, file: 'A 2', project: 'A' },
          { kind: 'new-here', key: 'c', locale: 'en', path: EN, file: 'C', project: null },
          { kind: 'removed-here', key: 'b', locale: 'en', path: EN, file: null, project: 'B' },
        ].map((row) => ({ ...row, base: row.project })),
      ]);
    }
    const offline = await clone.runWith({ env: {} }, 'diff', '--against', 'git:HEAD', '--json');
    expect([offline.exit, offline.json.errors]).toEqual([1, []]);
    for (const wrong of ['git:none', 'git:--help', 'release:none', 'yesterday']) {
      expect(await clone.run('diff', '--against', wrong), wrong).toMatchObject({ exit: 2 });
    }
  });
});
