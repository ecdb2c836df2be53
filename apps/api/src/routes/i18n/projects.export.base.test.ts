import { formatById } from '@parlance/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../test/app/build.ts';
import { refusalIn, sendRaw } from '../../../test/app/refusal.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
beforeAll(async () => {
  app = await startTestApp({ works: false });
  tenant = await createTenant(app);
  ({ id: projectId } = await createProject(tenant.client));
  const { projects } = tenant.client.i18n;
  await projects.import({
    projectId,
    locale: 'en',
    content: { 'm.save': 'Save', 'm.open': 'Open' },
  });
  await projects.import({
    projectId,
    locale: 'de',
    content: { 'm.save': 'Sichern', 'm.open': 'Öffnen' },
  });
});
afterAll(() => app.close());

const typeOf = (format: string): string => formatById(format)!.contentType;

const send = (base: string | FormData, query: string, type?: string): Promise<Response> =>
  sendRaw(app, tenant, `/v1/i18n/projects/${projectId}/export${query}`, base, {
    ...(type !== undefined && { 'Content-Type': type }),
  });

describe('POST /v1/i18n/projects/:projectId/export with a base', () => {
  it('returns a header with the changes that the export makes besides texts', async () => {
    const head = (charset: string) =>
      `msgid ""\nmsgstr "Content-Type: text/plain; charset=${charset}\\n"\n\n`;
    const file = `${head('ASCII')}msgid "m.open"\nmsgstr "Auf"\n\nmsgid "m.save"\nmsgstr ""\n`;
    const response = await send(file, '?locale=de', typeOf('po'));
    expect(response.headers.get('parlance-notices')).toBe('charset_changed');
    expect(await response.text()).toContain('charset=UTF-8');
    const same = await send(file.replace('ASCII', 'UTF-8'), '?locale=de', typeOf('po'));
    expect(same.headers.get('parlance-notices')).toBeNull();
  });

  it.each([
    ['json', '{ // kept\n}', null],
    [
      'json',
      '{\r\n\t"m": { "save": "Alt" },\r\n\t"own": "x" }',
      ['"Alt"', '"Sichern", "open": "Öffnen"'],
    ],
    ['yaml', "# Texts\nm:\n  save: 'Alt' # here\n  open: Öffnen\n", ["'Alt'", "'Sichern'"]],
    ['csv', 'key;de\nm.save;Alt\nm.open;"Öffnen"\n', ['Alt', 'Sichern']],
    ['strings', '/* A */\n"m.save" = "Alt";\n"m.open" = "Öffnen";\n', ['Alt', 'Sichern']],
    [
      'xliff',
      '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="f" datatype="x" source-language="en" target-language="de"><body><!-- kept --><trans-unit id="m.save"><source>Save</source><target state="translated">Alt</target></trans-unit><trans-unit id="m.open"><source>Open</source><target state="translated">Öffnen</target></trans-unit></body></file></xliff>',
      ['Alt', 'Sichern'],
    ],
    [
      'po',
      '# Team\nmsgid ""\nmsgstr ""\n"Language: de\\n"\n\nmsgid "m.save"\nmsgstr "Alt"\n\nmsgid "m.open"\nmsgstr "Öffnen"\n',
      ['Alt', 'Sichern'],
    ],
    [
      'android',
      '<resources>\n  <!-- kept -->\n  <string name="m.save">Alt</string><string name="m.open">Öffnen</string>\n</resources>',
      ['Alt', 'Sichern'],
    ],
    [
      'stringsdict',
      '<plist version="1.0"><dict><!-- kept --><key>m.save</key><dict><key>NSStringLocalizedFormatKey</key><string>Alt</string></dict><key>m.open</key><dict><key>NSStringLocalizedFormatKey</key><string>Öffnen</string></dict></dict></plist>',
      ['Alt', 'Sichern'],
    ],
    [
      'xcstrings',
      '{"sourceLanguage":"en","own":1,"strings":{"m.open":{"localizations":{"de":{"stringUnit":{"state":"translated","value":"Öffnen"}},"en":{"stringUnit":{"state":"translated","value":"Open"}}}},"m.save":{"localizations":{"de":{"stringUnit":{"state":"translated","value":"Alt"}},"en":{"stringUnit":{"state":"translated","value":"Save"}}}}},"version":"1.0"}',
      ['Alt', 'Sichern'],
    ],
    [
      'resx',
      '<root><!-- kept --><data name="m.save" own="x"><value>Alt</value></data>\n<data name="m.open"><value>Öffnen</value></data></root>',
      ['Alt', 'Sichern'],
    ],
    [
      'arb',
      '{\n  "@@locale": "de",\n  "m.save": "Alt",\n  "@m.save": {"x": 1},\n  "m.open": "Öffnen"\n}',
      ['Alt', 'Sichern'],
    ],
    [
      'formatjs',
      '{"m.save":{"file":"a.ts","defaultMessage":"Alt"},"m.open":{"defaultMessage":"Öffnen"}}',
      ['Alt', 'Sichern'],
    ],
    ['properties', '! kept\n\nm.save : Alt\\\n  es\nm.open=Öffnen\n', ['Alt\\\n  es', 'Sichern']],
  ] as const)('changes only the texts of a valid %s file', async (format, base, change) => {
    const response = await send(base, '?locale=de', typeOf(format));
    if (change === null) {
      expect(await refusalIn(response)).toMatchObject({ status: 422, code: 'content_invalid' });
      return;
    }
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain(typeOf(format));
    expect(response.headers.get('parlance-sync-token')).toBeTruthy();
    expect(await response.text()).toBe(base.replace(change[0], change[1]));
  });

  it.each([{ format: 'json' }, {}])(
    'accepts a form with %o, and removes texts that the project does not have',
    async (given) => {
      const form = new FormData();
      const fields = { locale: 'de', missing: 'remove', ...given };
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('base', new Blob(['{"own":"x","m.save":"Sichern"}']), 'de.json');
      const response = await send(form, '');
      expect([response.status, await response.text()]).toEqual([
        200,
        '{"m.save":"Sichern","m.open":"Öffnen"}',
      ]);
    },
  );

  it('returns the file through the SDK', async () => {
    const response = await tenant.client.i18n.projects.export(
      {
        projectId,
        locale: 'de',
        body: 'm.save: Alt\nm.open: Öffnen\n',
        contentType: typeOf('yaml'),
      },
      { raw: typeOf('yaml') },
    );
    expect(await response.text()).toBe('m.save: Sichern\nm.open: Öffnen\n');
  });

  it('refuses keys that do not fit into the structure of the file, and names the keys', async () => {
    const refusal = await refusalIn(
      await send('{"m":"text","m.save":{},"m.open":{}}', '?locale=de', typeOf('json')),
    );
    expect(refusal).toMatchObject({ status: 422, code: 'content_invalid' });
    expect(refusal.errors?.map(({ path }) => path)).toEqual(['m.save', 'm.open']);
  });

  it.each([
    [
      'a fault of the file, with its line',
      '{\n"a": }',
      '?locale=de',
      'json',
      422,
      'content_invalid',
    ],
    ['an unknown locale', '{}', '?locale=fr', 'json', 404, 'not_found'],
    ['no locale', '{}', '?missing=keep', 'json', 422, 'validation_failed'],
    [
      'an option of another format',
      '{}',
      '?locale=de&poKind=ids',
      'json',
      422,
      'validation_failed',
    ],
    ['an unknown option', '{}', '?locale=de&such=no', 'json', 422, 'validation_failed'],
  ] as const)('refuses %s', async (_, base, query, format, status, code) => {
    expect(await refusalIn(await send(base, query, typeOf(format)))).toMatchObject({
      status,
      code,
    });
  });

  it('refuses a JSON body together with another format in the query, and the error names both alternatives', async () => {
    const options = JSON.stringify({ locale: 'de', format: 'android' });
    for (const query of ['?format=android', '?locale=de&format=android']) {
      const { status, errors } = await refusalIn(await send(options, query, typeOf('json')));
      expect([status, errors?.map(({ path }) => path)]).toEqual([422, ['query/format']]);
      expect(errors![0]!.message).toContain('put all options into the JSON body');
      expect(errors![0]!.message).toContain(typeOf('android'));
    }
  });

  it('refuses another content type and a form without its fields', async () => {
    expect(await refusalIn(await send('x', '?locale=de', 'image/png'))).toMatchObject({
      status: 415,
    });
    const form = new FormData();
    form.set('locale', 'de');
    form.set('format', 'json');
    expect(await refusalIn(await send(form, ''))).toMatchObject({
      status: 422,
      errors: [{ path: '/base' }],
    });
  });
});
