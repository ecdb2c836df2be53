import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import {
  codeOf,
  createApiKeyFor,
  createProject,
  createTenant,
  type Tenant,
} from '../../../test/app/build.ts';
import { refusalIn, sendRaw } from '../../../test/app/refusal.ts';
import { createScriptedEngine, directoryOf } from '../../../test/engines/scripted-engine.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;

beforeAll(async () => {
  app = await startTestApp({
    works: false,
    overrides: { engines: directoryOf(createScriptedEngine()) },
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await createTenant(app);
  projectId = await createSpanish();
});

async function createSpanish(): Promise<string> {
  const { id } = await createProject(tenant.client);
  await tenant.client.i18n.locales.create({ projectId: id, code: 'es' });
  return id;
}

const unit = (texts: Record<string, string>): string =>
  `<tu>${Object.entries(texts)
    .map(([tag, text]) => `<tuv xml:lang="${tag}"><seg>${text}</seg></tuv>`)
    .join('')}</tu>`;
const tmxOf = (...units: string[]): string =>
  `<?xml version="1.0"?><!DOCTYPE tmx SYSTEM "tmx14.dtd"><tmx version="1.4"><header srclang="en"/><body>${units.join('\n')}</body></tmx>`;

const importInto = async (tmx: string, into = projectId, dryRun = false) =>
  (await tenant.client.i18n.memory.import({ projectId: into, file: new Blob([tmx]), dryRun })).data;
const search = async (text: string, client = tenant.client) =>
  (await client.translate.memory.search({ text, sourceLocale: 'en', targetLocale: 'es' })).data;
const translate = async (text: string) =>
  (await tenant.client.translate.text({ text, sourceLocale: 'en', targetLocale: 'es' })).data;

describe('i18n.memory.import', () => {
  it('adds translations that jobs, calls and searches find', async () => {
    await importInto(
      tmxOf(
        unit({ en: 'Save the file', es: 'Guardar el archivo' }),
        unit({ en: 'Hello <ph>{name}</ph>', es: '<ph>{name}</ph>, hola' }),
      ),
    );
    expect((await translate('Save the file')).text).toBe('Guardar el archivo');
    expect((await translate('Hello {user}')).text).toBe('{user}, hola');
    expect(await search('Save the file')).toEqual([
      { score: 1, source: 'Save the file', target: 'Guardar el archivo', projectId, key: null },
    ]);
    const [similar] = await search('Save the files');
    expect(similar).toMatchObject({ source: 'Save the file', key: null });
    expect(similar!.score).toBeLessThan(1);
  });

  it('counts new, known and unusable translations, and returns the other languages of the file', async () => {
    const tmx = tmxOf(
      unit({ 'en-US': 'One', 'es-ES': 'Uno', fr: 'Un' }),
      unit({ en: 'Two', fr: 'Deux' }),
      unit({ en: 'One', es: 'Uno' }),
    );
    const dry = await importInto(tmx, projectId, true);
    expect(await search('One')).toEqual([]);
    const first = await importInto(tmx);
    expect(first).toEqual(dry);
    expect(first).toEqual({
      units: 3,
      created: 1,
      unchanged: 1,
      skipped: 1,
      otherLocales: ['fr'],
    });
    expect(await importInto(tmx)).toMatchObject({ created: 0, unchanged: 2 });
  });

  it('assigns a language of the file to the equivalent locale', async () => {
    await tenant.client.i18n.locales.create({ projectId, code: 'zh-Hans' });
    await tenant.client.i18n.locales.create({ projectId, code: 'zh-Hant' });
    await tenant.client.i18n.locales.create({ projectId, code: 'nb' });
    const tmx = tmxOf(
      unit({ en: 'One', 'zh-CN': '一个', 'no-NO': 'Én' }),
      unit({ en: 'Two', 'zh-HK': '兩個' }),
    );
    expect(await importInto(tmx)).toMatchObject({
      created: 2,
      skipped: 1,
      otherLocales: ['zh-HK'],
    });
  });

  it('prefers the values of a project to imported translations of the same text', async () => {
    await importInto(tmxOf(unit({ en: 'Open', es: 'Abierto' })));
    const { projects } = tenant.client.i18n;
    await projects.import({ projectId, locale: 'en', content: { a: 'Open' } });
    await projects.import({ projectId, locale: 'es', content: { a: 'Abrir' } });
    expect((await translate('Open')).text).toBe('Abrir');
    expect((await search('Open')).map(({ key }) => key)).toEqual(['a', null]);
  });

  it('hides an imported translation from other organizations and from API keys of other projects', async () => {
    await importInto(tmxOf(unit({ en: 'Save', es: 'Guardar' })));
    expect(await search('Save', (await createTenant(app)).client)).toEqual([]);
    const other = await createSpanish();
    const scopes = ['translate:read', 'i18n:read'] as const;
    const bound = await createApiKeyFor(tenant.user, scopes, { projectIds: [other] });
    expect(await search('Save', bound.client)).toEqual([]);
    const own = await createApiKeyFor(tenant.user, scopes, { projectIds: [projectId] });
    expect(await search('Save', own.client)).toHaveLength(1);
  });

  const send = (form: FormData) =>
    sendRaw(app, tenant, `/v1/i18n/projects/${projectId}/memory/import`, form, {});

  it.each([
    ['a file that is no TMX', '<xliff/>', 'content_invalid'],
    ['an entity of its own', `<!DOCTYPE tmx [<!ENTITY a "b">]>${tmxOf()}`, 'content_invalid'],
    ['bytes that are no text', Uint8Array.of(0x80), 'content_invalid'],
  ])('refuses %s and stores nothing', async (_, file, code) => {
    const form = new FormData();
    form.set('file', new Blob([file]));
    expect(await refusalIn(await send(form))).toMatchObject({ status: 422, code });
    expect((await tenant.client.i18n.memory.delete({ projectId })).data.deleted).toBe(0);
  });

  it('refuses a form without a file, other fields and an archived project', async () => {
    expect(await refusalIn(await send(new FormData()))).toMatchObject({ status: 422 });
    const form = new FormData();
    form.set('such', 'no');
    form.set('file', new Blob([tmxOf()]));
    expect(await refusalIn(await send(form))).toMatchObject({
      status: 422,
      errors: [{ path: '/such' }],
    });
    await tenant.client.i18n.projects.delete({ projectId });
    expect(await codeOf(importInto(tmxOf()))).toBe('archived');
  });
});

describe('i18n.memory.export', () => {
  const exportFrom = async (id = projectId, locales?: string[]) =>
    (await tenant.client.i18n.memory.export({ projectId: id, ...(locales && { locales }) })).data;

  it('exports imported translations and translations of people, which another project can import', async () => {
    await importInto(tmxOf(unit({ en: 'Save', es: 'Guardar' })));
    const { i18n } = tenant.client;
    const content = { a: 'Open <b>', b: 'Gone', c: 'Machine' };
    await i18n.projects.import({ projectId, locale: 'en', content });
    await i18n.projects.import({ projectId, locale: 'es', content: { a: 'Abrir <b>' } });
    const { tmx, units } = await exportFrom();
    expect(units).toBe(2);
    expect(tmx).toContain('<tu tuid="a">');
    expect(tmx).not.toContain('Gone');
    const other = await createSpanish();
    expect(await importInto(tmx, other)).toMatchObject({ units: 2, created: 2, skipped: 0 });
  });

  it('returns the file itself with only the requested locales', async () => {
    await tenant.client.i18n.locales.create({ projectId, code: 'de' });
    await importInto(tmxOf(unit({ en: 'Save', es: 'Guardar', de: 'Sichern' })));
    const response = await tenant.client.i18n.memory.export(
      { projectId, locales: ['de'] },
      { raw: 'application/x-tmx+xml' },
    );
    expect(response.headers.get('content-type')).toBe('application/x-tmx+xml');
    const text = await response.text();
    expect(text).toContain('Sichern');
    expect(text).not.toContain('Guardar');
    expect((await exportFrom(projectId, ['es'])).units).toBe(1);
    expect(await codeOf(exportFrom(projectId, ['fr']))).toBe('not_found');
  });
});

describe('i18n.memory.delete', () => {
  it('deletes imported translations, and keeps translations of keys', async () => {
    await importInto(tmxOf(unit({ en: 'Save', es: 'Guardar' })));
    const { i18n } = tenant.client;
    await i18n.projects.import({ projectId, locale: 'en', content: { a: 'Open' } });
    await i18n.projects.import({ projectId, locale: 'es', content: { a: 'Abrir' } });
    expect((await translate('Open')).text).toBe('Abrir');
    expect((await i18n.memory.delete({ projectId })).data).toEqual({ deleted: 1 });
    expect(await search('Save')).toEqual([]);
    expect((await translate('Open')).text).toBe('Abrir');
  });
});
