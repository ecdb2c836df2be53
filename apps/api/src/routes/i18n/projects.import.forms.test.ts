import type { Project } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../test/app/build.ts';
import { describeTenant } from '../../../test/app/describe-project.ts';
import { refusalOf, sendRaw } from '../../../test/app/refusal.ts';
import {
  bring,
  type ContentInput,
  localeCodes,
  storedTexts,
  storedValues,
} from '../../../test/content/import.ts';

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { works: false },
);

const textsOf = (project: Project, locale = 'en') => storedTexts(app, project.id, locale);

describe('i18n.projects.import', () => {
  describe('with any form of body', () => {
    it('accepts JSON content as a string', async () => {
      const project = await createProject(tenant.client);
      await bring(tenant, project, '{"a":{"b":"x"}}');
      expect(await textsOf(project)).toEqual([['a.b', 'x']]);
    });

    it('accepts the members of a JSON body in any order', async () => {
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
      expect(await localeCodes(app, project.id)).toEqual(['en', 'de', 'fr']);
    });

    it('reads a JSON body as content exactly if the query names a locale', async () => {
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

    it.each([
      [
        'xliff',
        'text/xml',
        '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="f" datatype="x" source-language="en"><body><trans-unit id="a"><source>x</source></trans-unit></body></file></xliff>',
      ],
      ['android', 'application/xml', '<resources><string name="a">x</string></resources>'],
      ['po', 'text/plain', 'msgid "a"\nmsgstr "x"\n'],
      ['yaml', 'application/octet-stream', 'a: x\n'],
      ['strings', 'application/octet-stream', '"a" = "x";\n'],
    ])(
      'detects %s in a body of the type %s by the content, and uses the format of the query',
      async (format, type, file) => {
        for (const query of ['locale=en', `locale=en&format=${format}`]) {
          const project = await createProject(tenant.client);
          const path = `/v1/i18n/projects/${project.id}/import?${query}`;
          const response = await sendRaw(app, tenant, path, file, { 'Content-Type': type });
          expect(await response.json()).toMatchObject({ data: { format } });
          expect(await textsOf(project)).toEqual([['a', 'x']]);
        }
      },
    );

    it('reads the options from the query string if the body is the raw file', async () => {
      const project = await createProject(tenant.client);
      await bring(tenant, project, { a: '1', b: '2' });
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
      expect(await localeCodes(app, project.id)).toEqual(['en', 'it']);
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
    ])('accepts a raw body of type %s', async (contentType, body, format) => {
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

  describe('of a CSV file', () => {
    it('accepts many locales and descriptions', async () => {
      const project = await createProject(tenant.client);
      const result = await bring(
        tenant,
        project,
        'key,description,en,de,pt_BR\r\na,A note,1,eins,um\r\nb,,"2, ""two""",,\r\n',
        { format: 'csv' },
      );
      expect(result.keys.total).toBe(2);
      expect(result.values.created).toBe(4);
      expect(await localeCodes(app, project.id)).toEqual(['en', 'de', 'pt-BR']);
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

    it('writes source texts first, so that a translation in the same file is not outdated', async () => {
      const project = await createProject(tenant.client);
      await bring(tenant, project, 'key,de,en\na,eins,1\n', { format: 'csv' });
      await bring(tenant, project, 'key,de,en\na,uno,one\n', { format: 'csv' });
      const stored = await storedValues(app, project.id);
      expect(stored.map(({ locale, outdated, version }) => [locale, outdated, version])).toEqual([
        ['en', false, 2],
        ['de', false, 2],
      ]);
    });

    it('keeps and reports newer source texts, and outdates the translations of a translator’s file', async () => {
      const project = await createProject(tenant.client);
      await bring(tenant, project, { a: 'Old', b: 'B' });
      await bring(tenant, project, { a: 'New' });
      const { warnings, values } = await bring(
        tenant,
        project,
        'key,en,de\na,Old,Alt\nb,B,B\nc,C,C\n',
        { locale: 'de', format: 'csv' },
      );
      expect(warnings).toMatchObject([{ path: 'a', code: 'source_differs' }]);
      expect(values).toEqual({ created: 4, updated: 0, unchanged: 1, skipped: 1 });
      expect(Object.fromEntries(await textsOf(project))).toEqual({ a: 'New', b: 'B', c: 'C' });
      const outdated = { projectId: project.id, locale: 'de', outdated: true };
      const { data } = await tenant.client.i18n.values.list(outdated);
      expect(data.map(({ key }) => key)).toEqual(['a']);
    });

    it('changes a description, and writes nothing if the description is unchanged', async () => {
      const project = await createProject(tenant.client);
      const describe = (text: string) =>
        bring(tenant, project, `key,en,description\na,1,${text}\n`, { format: 'csv' });
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

    it('replaces a description that a file set, and never replaces a description that a person wrote', async () => {
      const project = await createProject(tenant.client);
      const { keys } = tenant.client.i18n;
      const bringCsv = (text: string, more: Partial<ContentInput> = {}) =>
        bring(tenant, project, `key,en,description\na,1,${text}\n`, { format: 'csv', ...more });
      const read = async () => {
        const { data } = await keys.list({ projectId: project.id });
        return data.map(({ description, descriptionOrigin }) => [
          description,
          descriptionOrigin,
        ])[0];
      };
      await bringCsv('');
      expect(await read()).toEqual(['', null]);
      await bringCsv('of a file');
      await bringCsv('of a newer file', { mode: 'merge' });
      expect(await read()).toEqual(['of a newer file', 'file']);
      await bringCsv('kept', { mode: 'keep' });
      expect(await read()).toEqual(['of a newer file', 'file']);
      const { data } = await keys.list({ projectId: project.id });
      const keyId = data[0]!.id;
      await keys.update({ projectId: project.id, keyId, description: 'of a person' });
      for (const mode of ['overwrite', 'merge'] as const) await bringCsv('of a file', { mode });
      expect(await read()).toEqual(['of a person', 'person']);
    });
  });

  it('recognizes the locale that is the root of a Rails file', async () => {
    const project = await createProject(tenant.client);
    await bring(tenant, project, 'de:\n  home:\n    title: "Start"\n', {
      locale: 'de',
      format: 'yaml',
    });
    expect(await textsOf(project, 'de')).toEqual([['home.title', 'Start']]);
  });

  it('imports a file whose key names look like metadata, and returns a warning', async () => {
    const project = await createProject(tenant.client);
    const codesOf = async (content: Record<string, unknown>) =>
      (await bring(tenant, project, content)).warnings.map(({ code }) => code);
    expect(await codesOf({ '@@locale': 'en', hi: 'Hi' })).toEqual(['metadata_as_text']);
    expect(await codesOf({ en: { a: 'x' }, de: { a: 'y' } })).toEqual(['locales_as_text']);
    expect(await codesOf({})).toEqual([]);
    expect((await textsOf(project)).map(([name]) => name)).toEqual([
      '@@locale',
      'hi',
      'en.a',
      'de.a',
    ]);
  });

  it('warns of placeholders that do not match the message format of the project', async () => {
    const settings = { messageFormat: 'i18next' } as const;
    const project = await createProject(tenant.client, { settings });
    const content = { a: '%s files', b: 'By %s', c: '%1$d of %2$d', d: 'Hi {{name}}' };
    expect((await bring(tenant, project, content)).warnings).toEqual([
      {
        path: '',
        code: 'message_format_differs',
        message:
          '3 of the first 4 texts have placeholders of the message format printf, such as %s, %1$d, %2$d, and 1 ' +
          'those of i18next, the message format of the project; correct the message format of the project, or the file',
      },
    ]);
    expect((await bring(tenant, project, { d: 'Hello {{name}}' })).warnings).toEqual([]);
  });

  describe('of an XLIFF file', () => {
    const file = (state: string, target = 'Drücke <x id="1"/>') =>
      `<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
        <file original="m" datatype="plaintext" source-language="en" target-language="de"><body>
          <trans-unit id="1" resname="press"><source>Press <x id="1"/></source>
            <target${state}>${target}</target><note>On the button</note></trans-unit>
        </body></file></xliff>`;
    const importFile = (project: Project, content: string) =>
      bring(tenant, project, content, { locale: 'de', format: 'xliff' });

    it('imports source and target, states and descriptions, and keeps inline elements', async () => {
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

    it('changes only the state of a text, and keeps the state if the file has none', async () => {
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

  it('keeps the previous text of a person in the history, with its origin', async () => {
    const project = await createProject(tenant.client);
    await bring(tenant, project, { a: '1' });
    const [value] = (await tenant.client.i18n.values.list({ projectId: project.id, locale: 'en' }))
      .data;
    await tenant.client.i18n.values.update({
      projectId: project.id,
      valueId: value!.id!,
      text: 'mine',
    });
    expect((await bring(tenant, project, { a: '1' })).values.updated).toBe(1);
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

  it('refuses an archived project and a project of another owner', async () => {
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
    expect(await refusalOf(bring(tenant, project, { a: '1' }))).toMatchObject({
      status: 409,
      code: 'archived',
    });
  });
});
