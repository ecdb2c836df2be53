import type { ImportResult, Project } from '@parlance/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { createProject, createTenant, type Tenant } from '../../../test/build.ts';
import { countRows, refusalOf, sendRaw, storedTexts, storedValues } from '../../../test/import.ts';

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await createTenant(app);
});
afterAll(() => app.close());

type ContentInput = Extract<
  Parameters<Tenant['client']['i18n']['projects']['import']>[0],
  { content: unknown }
>;

/** An import of flat JSON into the source locale unless told. */
async function bring(
  project: Project,
  content: ContentInput['content'],
  more: Partial<ContentInput> = {},
): Promise<ImportResult> {
  const { data } = await tenant.client.i18n.projects.import({
    projectId: project.id,
    locale: 'en',
    content,
    ...more,
  });
  return data;
}

const textsOf = (project: Project, locale = 'en') => storedTexts(app, project.id, locale);

const localesOf = async (project: Project): Promise<string[]> => {
  const rows = await app.db
    .selectFrom('locale')
    .where('project_id', '=', project.id)
    .select('code')
    .orderBy('id')
    .execute();
  return rows.map(({ code }) => code);
};

describe('i18n.projects.import', () => {
  describe('a first import', () => {
    it('makes keys in the order of the file, and says what it did', async () => {
      const project = await createProject(tenant.client);
      const result = await bring(project, { b: 'B', a: { z: 'Z', y: ['0', '1'] } });
      expect(result).toEqual({
        importId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        locale: 'en',
        format: 'json',
        dryRun: false,
        keys: { created: 4, restored: 0, archived: 0, total: 4 },
        values: { created: 4, updated: 0, unchanged: 0, skipped: 0 },
        warnings: [],
        translation: null,
      });
      expect(await textsOf(project)).toEqual([
        ['b', 'B'],
        ['a.z', 'Z'],
        ['a.y[0]', '0'],
        ['a.y[1]', '1'],
      ]);
    });

    it('joins names by the separator of the project', async () => {
      const project = await createProject(tenant.client, { settings: { keySeparator: '/' } });
      await bring(project, { a: { b: 'x' }, 'c.d': 'y' });
      expect(await textsOf(project)).toEqual([
        ['a/b', 'x'],
        ['c.d', 'y'],
      ]);
    });

    it('writes no history, one change and one line of the audit log', async () => {
      const project = await createProject(tenant.client);
      const before = await countRows(app);
      const { importId } = await bring(project, { a: '1', b: '2' });
      const after = await countRows(app);
      expect(after.value_history).toBe(before.value_history);
      expect(after.change).toBe(before.change! + 1);
      const entries = await app.db
        .selectFrom('audit_log')
        .where('target_id', '=', project.id)
        .where('action', '=', 'project.import')
        .select(['actor_type', 'details'])
        .execute();
      expect(entries).toMatchObject([
        { actor_type: 'api_key', details: { locale: 'en', keys: { created: 2 } } },
      ]);
      expect(importId).not.toBeNull();
    });

    it('keeps texts code unit by code unit, and names such as __proto__ and constructor', async () => {
      const project = await createProject(tenant.client);
      const texts: [string, string][] = [
        ['__proto__', 'a'],
        ['constructor', 'b'],
        ['constructor.prototype', 'c'],
        ['e\u0301 vs é', 'e\u0301'],
        ['rtl', '\u200fمرحبا\u202e'],
        ['astral', '😀\u{10ffff}'],
        ['controls', '\u0001\u001b\u007f\u0085\u2028\ufeff\uffff'],
        ['blanks', '  \t\r\n '],
        ['empty', ''],
        ['', 'the empty name'],
      ];
      const body = `{${texts.map(([name, text]) => `${JSON.stringify(name)}:${JSON.stringify(text)}`).join(',')}}`;
      await tenant.client.i18n.projects.import({
        projectId: project.id,
        locale: 'en',
        body,
        contentType: 'application/json',
      });
      expect(await textsOf(project)).toEqual(texts);
      const enveloped = await createProject(tenant.client);
      const response = await sendRaw(
        app,
        tenant,
        `/v1/i18n/projects/${enveloped.id}/import`,
        `{"content":${body},"locale":"en"}`,
        { 'Content-Type': 'application/json' },
      );
      expect(response.status).toBe(200);
      expect(await textsOf(enveloped)).toEqual(texts);
      expect(({} as Record<string, unknown>).a).toBeUndefined();
    });

    it('takes numbers and booleans as their source text and skips null with a warning', async () => {
      const project = await createProject(tenant.client);
      const response = await sendRaw(
        app,
        tenant,
        `/v1/i18n/projects/${project.id}/import?locale=en`,
        '{"a":1.10,"b":-0,"c":1e400,"d":true,"e":null,"f":12345678901234567890,"g":{},"h":[null]}',
        { 'Content-Type': 'application/json' },
      );
      const { data } = (await response.json()) as { data: ImportResult };
      expect(await textsOf(project)).toEqual([
        ['a', '1.10'],
        ['b', '-0'],
        ['c', '1e400'],
        ['d', 'true'],
        ['f', '12345678901234567890'],
      ]);
      expect(data.warnings.map(({ path, code }) => [path, code])).toEqual([
        ['e', 'null_skipped'],
        ['g', 'empty_object_skipped'],
        ['h[0]', 'null_skipped'],
      ]);
      expect(data.keys.total).toBe(5);
    });

    it('lists a thousand warnings and says how many more there were', async () => {
      const project = await createProject(tenant.client);
      const nulls = Object.fromEntries(
        Array.from({ length: 150_000 }, (_, at) => [`k${at}`, null]),
      );
      for (const send of [
        () => bring(project, nulls),
        () => bring(project, JSON.stringify(nulls)),
      ]) {
        const { warnings } = await send();
        expect(warnings).toHaveLength(1001);
        expect(warnings.at(-1)).toEqual({
          path: '',
          code: 'warnings_omitted',
          message: '149000 more warnings are not listed',
        });
      }
    });
  });

  describe('an import again', () => {
    it('changes nothing and writes no history where the file is the same', async () => {
      const project = await createProject(tenant.client);
      const file = {
        a: '1',
        b: { c: '2' },
        item_one: '{{count}} item',
        item_other: '{{count}} items',
      };
      await bring(project, file);
      const before = await countRows(app);
      const values = await storedValues(app, project.id);
      const result = await bring(project, file);
      expect(result.keys).toEqual({ created: 0, restored: 0, archived: 0, total: 4 });
      expect(result.values).toEqual({ created: 0, updated: 0, unchanged: 4, skipped: 0 });
      expect(await countRows(app)).toEqual(before);
      expect(await storedValues(app, project.id)).toEqual(values);
    });

    it('replaces what differs, keeps the version before as history, and outdates translations', async () => {
      const project = await createProject(tenant.client);
      await bring(project, { a: '1', b: '2' });
      await bring(project, { a: 'eins', b: 'zwei' }, { locale: 'de' });
      const { values } = await bring(project, { a: 'one', b: '2' });
      expect(values).toEqual({ created: 0, updated: 1, unchanged: 1, skipped: 0 });
      const stored = await storedValues(app, project.id);
      expect(
        stored.map(({ key, locale, text, version, outdated }) => [
          key,
          locale,
          text,
          version,
          outdated,
        ]),
      ).toEqual([
        ['a', 'en', 'one', 2, false],
        ['a', 'de', 'eins', 1, true],
        ['b', 'en', '2', 1, false],
        ['b', 'de', 'zwei', 1, false],
      ]);
      const history = await app.db
        .selectFrom('value_history')
        .where('project_id', '=', project.id)
        .select(['text', 'version', 'origin'])
        .execute();
      expect(history).toEqual([{ text: '1', version: 1, origin: 'import' }]);
      await bring(project, { a: 'EINS' }, { locale: 'de' });
      const again = await storedValues(app, project.id);
      expect(again.find(({ key, locale }) => key === 'a' && locale === 'de')).toMatchObject({
        text: 'EINS',
        outdated: false,
        version: 2,
      });
    });

    it('outdates nothing when the source comes after the translations', async () => {
      const project = await createProject(tenant.client);
      await bring(project, { a: 'eins' }, { locale: 'de' });
      await bring(project, { a: 'one' });
      const stored = await storedValues(app, project.id);
      expect(stored.map(({ locale, outdated }) => [locale, outdated])).toEqual([
        ['en', false],
        ['de', false],
      ]);
    });

    it('adds new keys at the end of the list', async () => {
      const project = await createProject(tenant.client);
      await bring(project, { a: '1', c: '3' });
      const { keys, values } = await bring(project, { a: '1', b: '2', c: '3' });
      expect(keys.created).toBe(1);
      expect(values).toEqual({ created: 1, updated: 0, unchanged: 2, skipped: 0 });
      expect(await textsOf(project)).toEqual([
        ['a', '1'],
        ['c', '3'],
        ['b', '2'],
      ]);
    });
  });

  describe('mode', () => {
    it('keep leaves what is there and adds what is not', async () => {
      const project = await createProject(tenant.client);
      await bring(project, { a: '1', b: '2' });
      const result = await bring(project, { a: 'x', b: '2', c: '3' }, { mode: 'keep' });
      expect(result.values).toEqual({ created: 1, updated: 0, unchanged: 1, skipped: 1 });
      expect(await textsOf(project)).toEqual([
        ['a', '1'],
        ['b', '2'],
        ['c', '3'],
      ]);
    });

    it('fail refuses with what differs and writes nothing', async () => {
      const project = await createProject(tenant.client);
      await bring(project, { a: '1', b: '2', c: '3' });
      const before = await countRows(app);
      const refusal = await refusalOf(
        bring(
          project,
          { a: 'x', b: '2', c: 'y', d: 'new' },
          { mode: 'fail', targetLocales: ['fr'] },
        ),
      );
      expect(refusal).toMatchObject({
        status: 409,
        code: 'import_conflict',
        errors: [
          { path: 'a', message: 'has another value in en' },
          { path: 'c', message: 'has another value in en' },
        ],
      });
      expect(await countRows(app)).toEqual(before);
    });

    it('fail lists at most a hundred, and says how many there are', async () => {
      const project = await createProject(tenant.client);
      const file = (mark: string) =>
        Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`k${at}`, mark]));
      await bring(project, file('1'));
      const refusal = await refusalOf(bring(project, file('2'), { mode: 'fail' }));
      expect(refusal.errors).toHaveLength(100);
      expect(refusal.detail).toContain('250');
    });

    it('fail takes a file that differs in nothing but what is new', async () => {
      const project = await createProject(tenant.client);
      await bring(project, { a: '1' });
      const { values } = await bring(project, { a: '1', b: '2' }, { mode: 'fail' });
      expect(values).toEqual({ created: 1, updated: 0, unchanged: 1, skipped: 0 });
    });
  });

  describe('dryRun', () => {
    it('answers what the import then answers, and writes nothing', async () => {
      const project = await createProject(tenant.client);
      await bring(project, { a: '1', b: '2', item_one: 'x', old: 'gone' });
      const file = { a: 'x', b: '2', item_one: 'x', item_other: 'y', c: null };
      const more = { prune: true, targetLocales: ['fr', 'de'] };
      const before = await countRows(app);
      const stored = await storedValues(app, project.id);
      const dry = await bring(project, file, { ...more, dryRun: true });
      expect(await countRows(app)).toEqual(before);
      expect(await storedValues(app, project.id)).toEqual(stored);
      expect(await localesOf(project)).toEqual(['en']);
      expect(dry).toMatchObject({ importId: null, dryRun: true, keys: { archived: 1 } });
      const real = await bring(project, file, more);
      expect({ ...dry, importId: real.importId, dryRun: false }).toEqual(real);
      expect(await localesOf(project)).toEqual(['en', 'fr', 'de']);
    });

    it('says what the import would be refused with', async () => {
      const project = await createProject(tenant.client);
      await bring(project, { a: '1' });
      const refusal = await refusalOf(bring(project, { a: '2' }, { mode: 'fail', dryRun: true }));
      expect(refusal.code).toBe('import_conflict');
    });
  });

  describe('prune', () => {
    it('archives the keys that the file no longer has, and an import restores them', async () => {
      const project = await createProject(tenant.client);
      await bring(project, { a: '1', b: '2', c: '3' });
      const pruned = await bring(project, { b: '2' }, { prune: true });
      expect(pruned.keys).toEqual({ created: 0, restored: 0, archived: 2, total: 1 });
      expect(await textsOf(project)).toEqual([['b', '2']]);
      const restored = await bring(project, { a: '1', b: '2', c: 'three' });
      expect(restored.keys).toEqual({ created: 0, restored: 2, archived: 0, total: 3 });
      expect(restored.values).toEqual({ created: 0, updated: 1, unchanged: 2, skipped: 0 });
      expect(await textsOf(project)).toEqual([
        ['a', '1'],
        ['b', '2'],
        ['c', 'three'],
      ]);
    });

    it('archives nothing by a file of another locale, and warns', async () => {
      const project = await createProject(tenant.client);
      await bring(project, { a: '1', b: '2' });
      const result = await bring(project, { a: 'eins' }, { locale: 'de', prune: true });
      expect(result.keys.archived).toBe(0);
      expect(result.warnings).toMatchObject([{ code: 'prune_ignored' }]);
      expect(await textsOf(project)).toHaveLength(2);
    });

    it('archives everything by a source file without texts', async () => {
      const project = await createProject(tenant.client);
      await bring(project, { a: '1', b: '2' });
      const { keys } = await bring(project, {}, { prune: true });
      expect(keys).toEqual({ created: 0, restored: 0, archived: 2, total: 0 });
    });

    it('does not archive again what is archived', async () => {
      const project = await createProject(tenant.client);
      await bring(project, { a: '1', b: '2' });
      await bring(project, { a: '1' }, { prune: true });
      const { keys } = await bring(project, { a: '1' }, { prune: true });
      expect(keys.archived).toBe(0);
    });
  });

  describe('locales', () => {
    it('makes the locale and the targets that the project lacks, in canonical case', async () => {
      const project = await createProject(tenant.client);
      const result = await bring(
        project,
        { a: 'x' },
        { locale: 'pt_br', targetLocales: ['ZH-hant', 'en'] },
      );
      expect(result.locale).toBe('pt-BR');
      expect(await localesOf(project)).toEqual(['en', 'pt-BR', 'zh-Hant']);
    });

    it('refuses more than a project may have, and makes none of them then', async () => {
      const project = await createProject(tenant.client);
      const letters = [...'abcdefghijklmnopqrstuvwxyz'];
      const tags = letters.flatMap((a) => letters.slice(0, 8).map((b) => `en-x-${a}${b}`));
      const refusal = await refusalOf(
        bring(project, { a: 'x' }, { targetLocales: tags.slice(0, 200) }),
      );
      expect(refusal).toMatchObject({ status: 422, code: 'limit_exceeded' });
      expect(await localesOf(project)).toEqual(['en']);
    });
  });

  describe('a renamed key', () => {
    const rename = async (project: Project, name: string, to: string): Promise<void> => {
      const { rows } = await sql<{ id: string }>`
        select id from translation_key
        where project_id = ${project.id}::uuid and name = ${name}`.execute(app.db);
      await tenant.client.i18n.keys.update({
        projectId: project.id,
        keyId: rows[0]!.id,
        name: to,
      });
    };

    it('is meant by its former name, with a warning, and is not pruned', async () => {
      const project = await createProject(tenant.client);
      await bring(project, { old: '1', b: '2' });
      await rename(project, 'old', 'new');
      const result = await bring(project, { old: 'one', b: '2' }, { prune: true });
      expect(result.keys).toEqual({ created: 0, restored: 0, archived: 0, total: 2 });
      expect(result.values.updated).toBe(1);
      expect(result.warnings).toEqual([
        { path: 'old', code: 'renamed_key', message: 'the key is now called "new"' },
      ]);
      expect(await textsOf(project)).toEqual([
        ['new', 'one'],
        ['b', '2'],
      ]);
    });

    it('is refused where the file has both of its names, naming them', async () => {
      const project = await createProject(tenant.client);
      await bring(project, { old: '1' });
      await rename(project, 'old', 'new');
      const refusal = await refusalOf(bring(project, { old: '1', new: '2' }));
      expect(refusal).toMatchObject({ status: 422, code: 'content_invalid' });
      expect(refusal.detail).toContain('"old" and "new"');
    });
  });

  describe('forms of a body', () => {
    it('takes JSON content as a string too', async () => {
      const project = await createProject(tenant.client);
      await bring(project, '{"a":{"b":"x"}}');
      expect(await textsOf(project)).toEqual([['a.b', 'x']]);
    });

    it('takes the members in any order', async () => {
      const project = await createProject(tenant.client);
      const response = await sendRaw(
        app,
        tenant,
        `/v1/i18n/projects/${project.id}/import`,
        '{"content":"key;en;de\\na;1;eins\\n","targetLocales":["fr"],"format":"csv","locale":"en"}',
        { 'Content-Type': 'application/json; charset=utf-8' },
      );
      expect(response.status).toBe(200);
      expect(await textsOf(project, 'de')).toEqual([['a', 'eins']]);
      expect(await localesOf(project)).toEqual(['en', 'de', 'fr']);
    });

    it('takes a JSON body for content exactly when the query names a locale', async () => {
      const project = await createProject(tenant.client);
      const path = `/v1/i18n/projects/${project.id}/import`;
      const body = '{"locale":"de","content":{"a":"x"}}';
      const type = { 'Content-Type': 'application/json' };
      expect((await sendRaw(app, tenant, path, body, type)).status).toBe(200);
      expect(await textsOf(project, 'de')).toEqual([['a', 'x']]);
      expect((await sendRaw(app, tenant, `${path}?locale=en`, body, type)).status).toBe(200);
      expect(await textsOf(project)).toEqual([
        ['locale', 'de'],
        ['content.a', 'x'],
      ]);
    });

    it('takes the other fields of a raw body from the query', async () => {
      const project = await createProject(tenant.client);
      await bring(project, { a: '1', b: '2' });
      const { data } = await tenant.client.i18n.projects.import({
        projectId: project.id,
        locale: 'en',
        body: 'key,en\na,1\nc,3\n',
        contentType: 'text/csv',
        mode: 'keep',
        dryRun: true,
        prune: true,
        targetLocales: ['de', 'fr'],
      });
      expect(data).toMatchObject({
        format: 'csv',
        dryRun: true,
        keys: { created: 1, archived: 1, total: 2 },
      });
      const single = await sendRaw(
        app,
        tenant,
        `/v1/i18n/projects/${project.id}/import?locale=en&targetLocales=it`,
        'key,en\na,1\n',
        { 'Content-Type': 'text/csv' },
      );
      expect(single.status).toBe(200);
      expect(await localesOf(project)).toEqual(['en', 'it']);
    });

    it.each([
      ['text/csv', 'key,en\na.b,x\n', 'csv'],
      ['text/csv; charset=utf-8; header=present', 'key\ten\na.b\tx\n', 'csv'],
      ['application/yaml', 'a:\n  b: x\n', 'yaml'],
      ['text/yaml', 'en:\n  a:\n    b: x\n', 'yaml'],
      ['application/json', '{"a":{"b":"x"}}', 'json'],
      [
        'application/xliff+xml',
        '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en"><file id="f"><unit id="u" name="a.b"><segment><source>x</source></segment></unit></file></xliff>',
        'xliff',
      ],
    ])('takes a raw body of type %s', async (contentType, body, format) => {
      const project = await createProject(tenant.client);
      const { data } = await tenant.client.i18n.projects.import({
        projectId: project.id,
        locale: 'en',
        body,
        contentType,
      });
      expect(data.format).toBe(format);
      expect(await textsOf(project)).toEqual([['a.b', 'x']]);
    });
  });

  describe('CSV', () => {
    it('carries many locales and descriptions', async () => {
      const project = await createProject(tenant.client);
      const result = await bring(
        project,
        'key,description,en,de,pt_BR\r\na,A note,1,eins,um\r\nb,,"2, ""two""",,\r\n',
        { format: 'csv' },
      );
      expect(result.keys.total).toBe(2);
      expect(result.values.created).toBe(4);
      expect(await localesOf(project)).toEqual(['en', 'de', 'pt-BR']);
      expect(await textsOf(project)).toEqual([
        ['a', '1'],
        ['b', '2, "two"'],
      ]);
      expect(await textsOf(project, 'pt-BR')).toEqual([['a', 'um']]);
      const row = await app.db
        .selectFrom('translation_key')
        .where('project_id', '=', project.id)
        .where('name', '=', 'a')
        .select('description')
        .executeTakeFirstOrThrow();
      expect(row.description).toBe('A note');
    });

    it('writes the source first, so that a translation beside a new source text is not outdated', async () => {
      const project = await createProject(tenant.client);
      await bring(project, 'key,de,en\na,eins,1\n', { format: 'csv' });
      await bring(project, 'key,de,en\na,uno,one\n', { format: 'csv' });
      const stored = await storedValues(app, project.id);
      expect(stored.map(({ locale, outdated, version }) => [locale, outdated, version])).toEqual([
        ['en', false, 2],
        ['de', false, 2],
      ]);
    });

    it('changes a description, and writes nothing where it is the same', async () => {
      const project = await createProject(tenant.client);
      const describe = (text: string) =>
        bring(project, `key,en,description\na,1,${text}\n`, { format: 'csv' });
      await describe('one');
      const { values } = await describe('two');
      expect(values.unchanged).toBe(1);
      const key = () =>
        app.db
          .selectFrom('translation_key')
          .where('project_id', '=', project.id)
          .select(['description', 'updated_at'])
          .executeTakeFirstOrThrow();
      const second = await key();
      expect(second.description).toBe('two');
      await describe('two');
      expect(await key()).toEqual(second);
    });
  });

  it('recognises the locale that is the root of a Rails file', async () => {
    const project = await createProject(tenant.client);
    await bring(project, 'de:\n  home:\n    title: "Start"\n', { locale: 'de', format: 'yaml' });
    expect(await textsOf(project, 'de')).toEqual([['home.title', 'Start']]);
  });

  describe('XLIFF', () => {
    const file = (state: string, target = 'Drücke <x id="1"/>') =>
      `<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
        <file original="m" datatype="plaintext" source-language="en" target-language="de"><body>
          <trans-unit id="1" resname="press"><source>Press <x id="1"/></source>
            <target${state}>${target}</target><note>On the button</note></trans-unit>
        </body></file></xliff>`;
    const importFile = (project: Project, content: string) =>
      bring(project, content, { locale: 'de', format: 'xliff' });

    it('fills source and target, states and descriptions, and keeps inline elements', async () => {
      const project = await createProject(tenant.client);
      const result = await importFile(project, file(' state="final"'));
      expect(result.values.created).toBe(2);
      const stored = await storedValues(app, project.id);
      expect(stored.map(({ locale, text, state }) => [locale, text, state])).toEqual([
        ['en', 'Press <x id="1"/>', 'translated'],
        ['de', 'Drücke <x id="1"/>', 'reviewed'],
      ]);
      const { data } = await tenant.client.i18n.projects.export({
        projectId: project.id,
        locale: 'de',
        format: 'xliff',
        xliffVersion: '1.2',
      });
      expect((data as { content: string }).content).toContain(
        '<target state="signed-off">Drücke <x id="1"/></target>',
      );
      expect((data as { content: string }).content).toContain('On the button');
    });

    it('changes the state alone, and leaves it where the file says none', async () => {
      const project = await createProject(tenant.client);
      await importFile(project, file(' state="needs-review-translation"'));
      expect((await importFile(project, file(' state="final"'))).values).toEqual({
        created: 0,
        updated: 1,
        unchanged: 1,
        skipped: 0,
      });
      expect((await importFile(project, file(''))).values.unchanged).toBe(2);
      const state = async () =>
        (await storedValues(app, project.id)).find(({ locale }) => locale === 'de')!.state;
      expect(await state()).toBe('reviewed');
      await importFile(project, file('', 'Neu'));
      expect(await state()).toBe('translated');
    });
  });

  it('keeps what a person wrote as history, with its origin', async () => {
    const project = await createProject(tenant.client);
    await bring(project, { a: '1' });
    const [value] = (await tenant.client.i18n.values.list({ projectId: project.id, locale: 'en' }))
      .data;
    await tenant.client.i18n.values.update({
      projectId: project.id,
      valueId: value!.id!,
      text: 'mine',
    });
    expect((await bring(project, { a: '1' })).values.updated).toBe(1);
    const history = await app.db
      .selectFrom('value_history')
      .where('project_id', '=', project.id)
      .select(['text', 'origin', 'version'])
      .orderBy('version')
      .execute();
    expect(history).toEqual([
      { text: '1', origin: 'import', version: 1 },
      { text: 'mine', origin: 'manual', version: 2 },
    ]);
  });

  it('is refused below an archived project, and for one of somebody else', async () => {
    const project = await createProject(tenant.client);
    const stranger = await createTenant(app);
    expect(
      await refusalOf(
        stranger.client.i18n.projects.import({
          projectId: project.id,
          locale: 'en',
          content: { a: 'x' },
        }),
      ),
    ).toMatchObject({ status: 404, code: 'not_found' });
    await tenant.client.i18n.projects.update({ projectId: project.id, archived: true });
    expect(await refusalOf(bring(project, { a: '1' }))).toMatchObject({
      status: 409,
      code: 'archived',
    });
  });
});
