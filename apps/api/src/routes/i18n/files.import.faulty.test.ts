import type { FolderImportResult, Project } from '@parlance/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../scripts/tests/test-runs.ts';
import type { TestApp } from '../../../test/app/app.ts';
import { createProject, type Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { refusalOf } from '../../../test/app/refusal.ts';
import { storedTexts } from '../../../test/content/import.ts';
import { makeZip } from '../../../test/content/make-zip.ts';

let app: TestApp;
let tenant: Tenant;
let project: Project;
describeProject(
  (given) => {
    ({ app, tenant, project } = given);
  },
  { works: false },
);

type Input = Parameters<Tenant['client']['i18n']['files']['import']>[0];
type Files = Readonly<Record<string, object | string>>;

const BROKEN = '{ "a": }';
const PATTERN = { path: '{app}/{locale}.json', prefix: '{app}.' };

async function bringFiles(
  files: Files,
  options: Partial<Pick<Input, 'onFault' | 'prune' | 'mode' | 'dryRun'>> = {},
  projectId = project.id,
): Promise<FolderImportResult> {
  const blobs = Object.entries(files).map(([path, content]) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    return [path, new Blob([text])] as const;
  });
  const input = { projectId, ...PATTERN, ...options, files: Object.fromEntries(blobs) };
  return (await tenant.client.i18n.files.import(input)).data;
}

const textsOf = async (locale: string, projectId = project.id) =>
  Object.fromEntries(await storedTexts(app, projectId, locale));

describe('i18n.files.import of a folder with an unreadable file', () => {
  const FILES: Files = { 'a/en.json': { x: 'X' }, 'a/de.json': BROKEN, 'a/fr.json': { x: 'X fr' } };

  it('fails and writes nothing by default', async () => {
    const refusal = await refusalOf(bringFiles(FILES));
    expect(refusal).toMatchObject({ code: 'content_invalid', errors: [{ file: 'a/de.json' }] });
    expect(await textsOf('en')).toEqual({});
  });

  it('writes the other files with onFault skip, and the response and the change name the unreadable file', async () => {
    const dry = await bringFiles(FILES, { onFault: 'skip', dryRun: true });
    const { faulty, files, changeId, locales } = await bringFiles(FILES, { onFault: 'skip' });
    expect(faulty).toEqual([
      {
        path: 'a/de.json',
        line: 1,
        column: 8,
        isSource: false,
        message: expect.stringContaining('expected'),
      },
    ]);
    expect(dry.faulty).toEqual(faulty);
    expect(files.map(({ path }) => path)).toEqual(['a/en.json', 'a/fr.json']);
    expect(locales.created).toEqual(['fr']);
    expect(await textsOf('fr')).toEqual({ 'a.x': 'X fr' });
    const { changes } = tenant.client.i18n;
    const { data: change } = await changes.get({ projectId: project.id, changeId: changeId! });
    expect(change.faulty).toEqual(faulty);
    const { data: listed } = await changes.list({ projectId: project.id });
    expect(listed.map((one) => one.faulty)).toEqual([faulty]);
  });

  it('skips a file of an archive that cannot be decompressed', async () => {
    const body = makeZip([
      { name: 'a/en.json', content: '{"x":"X"}' },
      { name: 'a/de.json', content: '{"x":"Y"}', packed: Buffer.from([0xff, 0xff, 0xff]) },
    ]);
    const input = { projectId: project.id, ...PATTERN, body, contentType: 'application/zip' };
    const { data } = await tenant.client.i18n.files.import({ ...input, onFault: 'skip' });
    expect(data.faulty).toMatchObject(
      [{ path: 'a/de.json', message: /decompressed/ }].map(({ path, message }) => ({
        path,
        message: expect.stringMatching(message),
      })),
    );
    expect(await textsOf('en')).toEqual({ 'a.x': 'X' });
  });

  it('writes nothing if there is a conflict, or if no file can be read', async () => {
    await bringFiles({ 'a/en.json': { x: 'There' } });
    const conflict = bringFiles(FILES, { onFault: 'skip', mode: 'fail' });
    expect((await refusalOf(conflict)).code).toBe('import_conflict');
    expect(await textsOf('fr')).toEqual({});
    const repeated = {
      'a/en.json': { 'b.x': 'X' },
      'a.b/en.json': { x: 'X' },
      'a/de.json': BROKEN,
    };
    expect((await refusalOf(bringFiles(repeated, { onFault: 'skip' }))).code).toBe(
      'content_invalid',
    );
    const none = await refusalOf(bringFiles({ 'a/en.json': BROKEN }, { onFault: 'skip' }));
    expect(none).toMatchObject({ code: 'content_invalid', errors: [{ file: 'a/en.json' }] });
    expect(await textsOf('en')).toEqual({ 'a.x': 'There' });
  });

  it('archives and restores no key if the unreadable file has source texts, and returns warnings', async () => {
    await bringFiles({ 'a/en.json': { x: 'X' }, 'b/en.json': { y: 'Y', z: 'Z' } });
    const { keys } = tenant.client.i18n;
    const { data } = await keys.list({ projectId: project.id });
    const { id } = data.find(({ name }) => name === 'b.z')!;
    await keys.delete({ projectId: project.id, keyId: id });
    const files = { 'a/en.json': BROKEN, 'b/en.json': { z: 'Z 2', new: 'N' } };
    const done = await bringFiles(files, { onFault: 'skip', prune: true });
    expect(done.keys).toEqual({ created: 1, restored: 0, archived: 0, total: 2 });
    expect(done.faulty).toMatchObject([{ path: 'a/en.json', isSource: true }]);
    expect(done.warnings.map(({ code, path }) => [code, path])).toEqual([
      ['prune_ignored', ''],
      ['archived_key', 'b.z'],
    ]);
    expect(done.warnings.flatMap(({ remedy }) => remedy ?? [])).toEqual([]);
    expect(await textsOf('en')).toEqual({ 'a.x': 'X', 'b.y': 'Y', 'b.new': 'N' });
    const whole = await bringFiles({ ...files, 'a/en.json': { x: 'X' } }, { prune: true });
    expect(whole.keys).toMatchObject({ restored: 1, archived: 1 });
  });

  it('writes the same texts as an import of the folder without the unreadable file', async () => {
    const names = ['a', 'b'].flatMap((own) => ['en', 'de', 'fr'].map((tag) => [own, tag] as const));
    const folder = fc.array(fc.constantFrom('good', 'broken', 'absent'), {
      minLength: names.length,
      maxLength: names.length,
    });
    const property = fc.asyncProperty(folder, fc.boolean(), async (states, prune) => {
      const all = names.map(([own, tag], index) => {
        const path = `${own}/${tag}.json`;
        return { path, tag, state: states[index]!, content: { [`${tag}1`]: own, k: tag } };
      });
      const good = all.filter(({ state }) => state === 'good');
      const broken = all.filter(({ state }) => state === 'broken');
      fc.pre(good.length > 0);
      const filesOf = (some: typeof all): Files =>
        Object.fromEntries(
          some.map(({ path, state, content }) => [path, state === 'broken' ? BROKEN : content]),
        );
      const [one, other] = await Promise.all([
        createProject(tenant.client),
        createProject(tenant.client),
      ]);
      const before = { 'a/en.json': { old: 'O' }, 'b/en.json': { old: 'O' } };
      for (const { id } of [one, other]) await bringFiles(before, {}, id);
      const hasSource = broken.some(({ tag }) => tag === 'en');
      const done = await bringFiles(
        filesOf([...good, ...broken]),
        { onFault: 'skip', prune },
        one.id,
      );
      await bringFiles(filesOf(good), { prune: prune && !hasSource }, other.id);
      expect(done.faulty.map(({ path }) => path)).toEqual(broken.map(({ path }) => path).sort());
      for (const tag of ['en', 'de', 'fr']) {
        expect(await textsOf(tag, one.id)).toEqual(await textsOf(tag, other.id));
      }
    });
    await fc.assert(property, { numRuns: testRuns(8), endOnFailure: true });
  });
});
