import { formatById } from '@parlance/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../test/app/build.ts';
import { refusalIn, sendRaw } from '../../../test/app/refusal.ts';

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startTestApp({ works: false });
  tenant = await createTenant(app);
});
afterAll(() => app.close());

type Texts = Record<string, string>;

async function projectWith(en: Texts, de: Texts, settings = {}): Promise<string> {
  const { id: projectId } = await createProject(tenant.client, { settings });
  const { projects } = tenant.client.i18n;
  await projects.import({ projectId, locale: 'en', content: en });
  if (Object.keys(de).length > 0) await projects.import({ projectId, locale: 'de', content: de });
  return projectId;
}

async function importFile(projectId: string, format: string, text: string): Promise<void> {
  const type = formatById(format)!.contentType;
  const path = `/v1/i18n/projects/${projectId}/import?locale=en`;
  expect(await sendRaw(app, tenant, path, text, { 'Content-Type': type })).toMatchObject({
    status: 200,
  });
}

const patch = (projectId: string, format: string, base: string, query = ''): Promise<Response> =>
  sendRaw(app, tenant, `/v1/i18n/projects/${projectId}/export?locale=de${query}`, base, {
    'Content-Type': formatById(format)!.contentType,
  });

async function patched(...given: Parameters<typeof patch>): Promise<string> {
  const response = await patch(...given);
  const text = await response.text();
  expect([response.status, response.status === 200 ? '' : text]).toEqual([200, '']);
  return text;
}

type ExportInput = Parameters<Tenant['client']['i18n']['projects']['export']>[0];

async function exported(projectId: string, format: string, more = {}): Promise<string> {
  const given = { projectId, locale: 'de', format, ...more } as ExportInput;
  const type = formatById(format)!.contentType;
  const raw = format === 'json' ? 'application/json; profile=raw' : type;
  return (await tenant.client.i18n.projects.export(given, { raw })).text();
}

const xliff12 = (attributes: string, body: string): string =>
  `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="f" datatype="x" source-language="en"${attributes}><body>${body}</body></file></xliff>`;

describe('a base file of the source locale', () => {
  let projectId: string;
  beforeAll(async () => {
    projectId = await projectWith({ save: 'Save', open: 'Open' }, { save: 'Sichern' });
  });

  it.each([
    ['yaml', 'en:\n  # Kept\n  save: "Save"\n  open: Open\n', 'de:\n  # Kept\n  save: "Sichern"\n'],
    [
      'xliff',
      xliff12('', '<trans-unit id="save"><source>Save</source><note>N</note></trans-unit>'),
      xliff12(
        ' target-language="de"',
        '<trans-unit id="save"><source>Save</source><target>Sichern</target><note>N</note></trans-unit>',
      ),
    ],
  ])(
    'becomes a file of the other locale without further parameters: %s',
    async (format, base, to) => {
      const text = await patched(projectId, format, base);
      expect(text.replaceAll(/ state="[^"]*"/g, '')).toBe(to);
    },
  );

  it('gets a header for the locale if it is a gettext template', async () => {
    const pot =
      'msgid ""\nmsgstr ""\n"Language: \\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n#: a.c:1\nmsgid "save"\nmsgstr ""\n\n#: a.c:2\nmsgid "open"\nmsgstr ""\n';
    const text = await patched(projectId, 'po', pot);
    expect(text).toContain('"Language: de\\n"');
    expect(text).toContain('#: a.c:1\nmsgid "save"\nmsgstr "Sichern"\n');
    expect(text).toContain('#: a.c:2\nmsgid "open"\nmsgstr ""\n');
  });

  it('needs the parameter baseLocale if its content does not name the locale', async () => {
    const base = '{\n  "save": "Save",\n  "open": "Open"\n}\n';
    expect(await patched(projectId, 'json', base, '&baseLocale=en')).toBe(
      '{\n  "save": "Sichern"\n}\n',
    );
    expect(await patched(projectId, 'json', base, '&baseLocale=de')).toContain('"Open"');
  });

  it('causes a 422 response for an unknown baseLocale', async () => {
    const refusal = await refusalIn(await patch(projectId, 'json', '{}', '&baseLocale=x_y_z'));
    expect(refusal).toMatchObject({ status: 422 });
  });
});

describe('the source strings of a file with keywords as units', () => {
  it.each([
    ['', 'x1'],
    [' resname="save"', 'save'],
  ])('stay in a unit with the attributes "%s"', async (attribute, name) => {
    const projectId = await projectWith({ [name]: 'Save it' }, { [name]: 'Sichern' });
    const file = (target: string): string =>
      xliff12(
        ' target-language="de"',
        `<trans-unit id="x1"${attribute}><source>save</source><target>${target}</target></trans-unit>`,
      );
    const text = await patched(projectId, 'xliff', file('Alt'));
    expect(text.replace(' state="translated"', '')).toBe(file('Sichern'));
  });
});

describe('an export with missing texts', () => {
  it('omits arrays from nested JSON and YAML until the arrays are complete', async () => {
    const projectId = await projectWith(
      { 'days[0]': 'Mon', 'days[1]': 'Tue', save: 'Save' },
      { 'days[1]': 'Di', save: 'Sichern' },
    );
    const nested = { shape: 'nested' };
    expect(JSON.parse(await exported(projectId, 'json', nested))).toEqual({ save: 'Sichern' });
    expect(await exported(projectId, 'yaml', nested)).not.toContain('Di');
    expect(await patched(projectId, 'json', '{"own":{},"save":"Alt"}')).toBe(
      '{"own":{},"save":"Sichern"}',
    );
    expect(JSON.parse(await exported(projectId, 'json', { shape: 'flat' }))).toEqual({
      'days[1]': 'Di',
      save: 'Sichern',
    });

    const { projects } = tenant.client.i18n;
    await projects.import({ projectId, locale: 'de', content: { 'days[0]': 'Mo' } });
    expect(JSON.parse(await exported(projectId, 'json', nested))).toEqual({
      days: ['Mo', 'Di'],
      save: 'Sichern',
    });
    expect(await patched(projectId, 'json', '{"own":{},"save":"Alt"}')).toContain(
      '"days":["Mo","Di"]',
    );
  });

  it('writes elements of an array under flat names if another name prevents the array', async () => {
    const en = {
      'days[0]': 'Mon',
      'days[1]': 'Tue',
      'days.x': 'X',
      'list[0]': 'A',
      'list[1]': 'B',
    };
    const projectId = await projectWith(en, { 'days[0]': 'Mo', 'list[1]': 'Be' });
    const nested = { shape: 'nested' };
    const expected = { 'days[0]': 'Mo' };
    expect(JSON.parse(await exported(projectId, 'json', nested))).toEqual(expected);
    expect(await exported(projectId, 'yaml', nested)).toContain('"days[0]": "Mo"');
    expect(JSON.parse(await patched(projectId, 'json', '{"own":{}}'))).toEqual({
      own: {},
      ...expected,
    });
    const all = { 'days[0]': 'Mo', 'days[1]': 'Di' };
    await tenant.client.i18n.projects.import({ projectId, locale: 'de', content: all });
    expect(JSON.parse(await exported(projectId, 'json', nested))).toEqual(all);
  });

  it('omits incomplete arrays and plurals from Android files', async () => {
    const projectId = await projectWith({}, {}, { messageFormat: 'printf' });
    await importFile(
      projectId,
      'android',
      '<resources><string-array name="days"><item>Mon</item><item>Tue</item></string-array><plurals name="files"><item quantity="one">%d file</item><item quantity="other">%d files</item></plurals><string name="save">Save</string></resources>',
    );
    const { projects } = tenant.client.i18n;
    await projects.import({
      projectId,
      locale: 'de',
      content: { 'days[1]': 'Di', 'files.one': '%d Datei', save: 'Sichern' },
    });
    const base = '<resources>\n  <string name="save">Alt</string>\n</resources>\n';
    const texts = [await exported(projectId, 'android'), await patched(projectId, 'android', base)];
    for (const text of texts) {
      expect(text).toContain('Sichern');
      expect(text).not.toMatch(/days|files/);
    }
  });

  it('writes gettext plurals with all forms or without texts', async () => {
    const projectId = await projectWith({}, {}, { messageFormat: 'printf' });
    await importFile(
      projectId,
      'po',
      'msgid ""\nmsgstr ""\n"Language: en\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n',
    );
    const { keys, projects } = tenant.client.i18n;
    const { data } = await keys.list({ projectId });
    const one = data.find(({ name }) => name.endsWith('.one'))!.name;
    await projects.import({ projectId, locale: 'de', content: { [one]: '%d Datei' } });
    expect(await exported(projectId, 'po')).toContain('msgstr[0] ""\nmsgstr[1] ""\n');
  });

  it('omits plurals of Rails if a form is missing', async () => {
    const projectId = await projectWith(
      { 'files.one': 'a file', 'files.other': '%{count} files', save: 'Save' },
      { 'files.one': 'eine Datei', save: 'Sichern' },
      { messageFormat: 'ruby' },
    );
    const base = 'de:\n  save: Alt\n';
    expect(await patched(projectId, 'yaml', base)).toBe('de:\n  save: Sichern\n');
    expect(await exported(projectId, 'yaml', { shape: 'nested' })).not.toContain('eine');
  });
});

it('an export is XLIFF 1.2 if the source strings contain inline codes of XLIFF 1.2', async () => {
  const projectId = await projectWith(
    { a: 'Hi <x id="INTERPOLATION"/>' },
    { a: 'Hallo <x id="INTERPOLATION"/>' },
    {
      messageFormat: 'auto',
    },
  );
  expect(await exported(projectId, 'xliff')).toContain('version="1.2"');
});
