import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../../test/app/build.ts';
import { createScriptedEngine, directoryOf } from '../../../../test/engines/scripted-engine.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;

beforeAll(async () => {
  app = await startTestApp({ overrides: { engines: directoryOf(createScriptedEngine()) } });
  tenant = await createTenant(app);
  projectId = (await createProject(tenant.client)).id;
  const plural = { item_one: '{{n}} item', item_other: '{{n}} items' };
  await bring('en', { a: 'One', b: 'Two', c: 'Three', ...plural });
  await bring('de', { a: 'Eins', b: 'Zwei', c: 'Drei' });
  await tenant.client.i18n.environments.create({ projectId, name: 'Bare', fallback: 'none' });
});
afterAll(() => app.close());

const bring = (locale: string, content: Record<string, string>, more = {}) =>
  tenant.client.i18n.projects.import({ projectId, locale, content, ...more });

const keyOf = async (name: string) => {
  const { data } = await tenant.client.i18n.keys.list({ projectId, q: name, archived: true });
  const active = await tenant.client.i18n.keys.list({ projectId, limit: 100 });
  return [...data, ...active.data].find((key) => key.name === name)!.id;
};

const valueIn = async (name: string, locale: string) => {
  const { data } = await tenant.client.i18n.values.list({ projectId, locale, limit: 100 });
  const { id, version } = data.find(({ key }) => key === name)!;
  return { projectId, valueId: id!, version };
};

const WRITES: Readonly<Record<string, () => Promise<unknown>>> = {
  'an import of other source texts': () => bring('en', { a: 'The one' }),
  'an import of translations that were missing': () => bring('de', { item_one: '{{n}} Ding' }),
  'an import of other translations': () => bring('de', { b: 'Die Zwei' }),
  'an import with a new key': () => bring('en', { d: 'Four' }),
  'an import of descriptions': () =>
    tenant.client.i18n.projects.import({
      projectId,
      locale: 'en',
      format: 'csv' as const,
      content: 'key,en,description\nb,Two,A number\n',
    }),
  'an import that prunes': () =>
    bring('en', { a: 'The one', b: 'Two', c: 'Three', item_other: '{{n}} items' }, { prune: true }),
  'an import that restores': () => bring('en', { d: 'Four', item_one: '{{n}} item' }),
  'a new key': () => tenant.client.i18n.keys.create({ projectId, name: 'e', value: 'Five' }),
  'a new name': async () =>
    tenant.client.i18n.keys.update({ projectId, keyId: await keyOf('e'), name: 'f' }),
  'a description': async () =>
    tenant.client.i18n.keys.update({ projectId, keyId: await keyOf('f'), description: 'Fünf' }),
  'the end of a key': async () =>
    tenant.client.i18n.keys.delete({ projectId, keyId: await keyOf('f') }),
  'its return': async () =>
    tenant.client.i18n.keys.update({ projectId, keyId: await keyOf('f'), archived: false }),
  'a value where none was': async () => {
    const keyId = await keyOf('f');
    await tenant.client.i18n.values.put({ projectId, keyId, localeCode: 'de', text: 'Fü' });
  },
  'another text of a value': async () => {
    const value = await valueIn('f', 'de');
    await tenant.client.i18n.values.update({ ...value, text: 'Fünf' });
  },
  'another state of a value': async () => {
    const value = await valueIn('f', 'de');
    await tenant.client.i18n.values.update({ ...value, state: 'reviewed' });
  },
  'a source text': () => bring('en', { g: 'Six' }),
  'its translation by machine': () =>
    bring('en', { g: 'Six' }, { targetLocales: ['de'], translateMissing: true }),
  'the end of a locale’s values': async () => {
    const locale = { projectId, localeCode: 'de' };
    await tenant.client.i18n.locales.delete({ ...locale, deleteValues: true });
    await tenant.client.i18n.locales.update({ ...locale, enabled: true });
  },
};

const TYPES = {
  json: 'application/json; profile=raw',
  csv: 'text/csv',
  xliff: 'application/xliff+xml',
} as const;
const FILES = (['en', 'de'] as const).flatMap((locale) =>
  (['json', 'csv', 'xliff'] as const).map((format) => ({ locale, format })),
);

const exportAll = () =>
  Promise.all(
    FILES.map(async (file) => {
      const raw = TYPES[file.format];
      const answer = await tenant.client.i18n.projects.export({ projectId, ...file }, { raw });
      return { etag: answer.headers.get('etag'), content: await answer.text() };
    }),
  );

async function publishIn(environment: string, locale: string): Promise<Record<string, string>> {
  const { client } = tenant;
  const { data: release } = await client.i18n.releases.create({ projectId, environment });
  const url = `${app.url}/v1/i18n/bundles/${projectId}/${environment}/${locale}`;
  const answer = await fetch(`${url}?shape=flat&envelope=false&release=${release.version}`);
  return (await answer.json()) as Record<string, string>;
}

describe('the ETag of an export', () => {
  it('changes with every kind of write, and the next release contains the texts of the export', async () => {
    const ways = new Set<string>();
    let before = await exportAll();
    for (const [way, write] of Object.entries(WRITES)) {
      await write();
      const after = await exportAll();
      for (const [at, { etag, content }] of after.entries()) {
        if (content === before[at]!.content) continue;
        ways.add(way);
        expect(etag, `${way}: ${JSON.stringify(FILES[at])}`).not.toBe(before[at]!.etag);
      }
      const [en, , , de] = after.map(({ content }) => content);
      const texts = { en: JSON.parse(en!), de: JSON.parse(de!) };
      expect(await publishIn('bare', 'de'), way).toEqual(texts.de);
      expect(await publishIn('production', 'de'), way).toEqual({ ...texts.en, ...texts.de });
      before = after;
    }
    expect([...ways]).toEqual(Object.keys(WRITES));
  });

  it('stays the same if nothing was written', async () => {
    const before = await exportAll();
    await bring('en', { a: 'The one', b: 'Two' });
    await bring('en', { a: 'Another' }, { dryRun: true });
    await bring('en', { a: 'Another' }, { mode: 'keep' });
    expect(await exportAll()).toEqual(before);
  });
});
