import type { Project } from '@parlance/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import type { TestApp } from '../../../test/app/app.ts';
import type { Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { bring, storedTexts } from '../../../test/content/import.ts';

let app: TestApp;
let tenant: Tenant;
let project: Project;
describeProject(
  (given) => {
    ({ app, tenant, project } = given);
  },
  { env: { MT_ENGINES: 'pseudo' } },
);
beforeEach(async () => {
  await tenant.client.i18n.locales.create({ projectId: project.id, code: 'de' });
});

const STRINGS = `<resources>
    <string name="brand" translatable="false">Parlance</string>
    <plurals name="files">
        <item quantity="one">%d file</item>
        <item quantity="other">%d files</item>
    </plurals>
    <string name="save">Save</string>
</resources>
`;

const bringStrings = (locale: string, content: string) =>
  bring(tenant, project, content, { locale, format: 'android' });

const keyOf = async (name: string) => {
  const { data } = await tenant.client.i18n.keys.list({ projectId: project.id });
  return data.find((key) => key.name === name)!;
};

const lock = async (name: string, translatable = false) =>
  (
    await tenant.client.i18n.keys.update({
      projectId: project.id,
      keyId: (await keyOf(name)).id,
      translatable,
    })
  ).data;

const missing = async () => {
  const projectId = project.id;
  const listed = await tenant.client.i18n.values.list({ projectId, locale: 'de', missing: true });
  const { data: locales } = await tenant.client.i18n.locales.list({ projectId });
  const { counts } = locales.find(({ code }) => code === 'de')!;
  const { data: rows } = await tenant.client.i18n.rows.list({
    projectId,
    locales: ['de'],
    query: 'is:missing',
  });
  return {
    names: listed.data.map(({ key }) => key),
    count: counts.missing,
    rows: rows.map(({ key }) => key),
  };
};

const translate = () =>
  tenant.client.translate.jobs.create(
    { projectId: project.id, targetLocales: ['de'] },
    { waitSeconds: 20 },
  );

const translated = async () =>
  (await storedTexts(app, project.id, 'de')).map(([name]) => name).toSorted();

describe('a key with `translatable: false`', () => {
  it('keeps its mark from import to export, and is never missing or translated', async () => {
    await bringStrings('en', STRINGS);
    expect(await keyOf('brand')).toMatchObject({ translatable: false });
    expect(await keyOf('save')).toMatchObject({ translatable: true });
    expect(await missing()).toEqual({
      names: ['files.one', 'files.other', 'save'],
      count: 3,
      rows: ['files', 'save'],
    });
    await translate();
    expect(await translated()).toEqual(['files.one', 'files.other', 'save']);
    const { data } = await tenant.client.i18n.projects.export({
      projectId: project.id,
      locale: 'en',
      format: 'android',
    });
    expect((data as { content: string }).content).toContain(
      '<string name="brand" translatable="false">Parlance</string>',
    );
  });

  it('matches a filter, and counts as a key of the project', async () => {
    await bringStrings('en', STRINGS);
    const rows = async (query: string) =>
      (
        await tenant.client.i18n.rows.list({ projectId: project.id, locales: ['de'], query })
      ).data.map(({ key, translatable }) => [key, translatable]);
    expect(await rows('is:untranslatable')).toEqual([['brand', false]]);
    expect(await rows('-is:untranslatable')).toEqual([
      ['files', true],
      ['save', true],
    ]);
    const { data: summary } = await tenant.client.dashboard.summary();
    expect(summary.keys).toBeGreaterThanOrEqual(4);
    const { data: progress } = await tenant.client.dashboard.projects();
    expect(progress.find(({ id }) => id === project.id)!.keys).toBe(4);
  });

  it('can be created and edited, and a revert undoes the edit', async () => {
    const projectId = project.id;
    const { data: key } = await tenant.client.i18n.keys.create({
      projectId,
      name: 'brand',
      value: 'Parlance',
      translatable: false,
    });
    expect(key.translatable).toBe(false);
    expect(await missing()).toMatchObject({ names: [], count: 0 });
    await lock('brand', true);
    expect(await missing()).toMatchObject({ names: ['brand'], count: 1 });
    const { data: changes } = await tenant.client.i18n.changes.list({ projectId });
    await tenant.client.i18n.changes.revert({ projectId, changeId: changes[0]!.id });
    expect(await keyOf('brand')).toMatchObject({ translatable: false });
    expect(await missing()).toMatchObject({ names: [], count: 0 });
  });

  it('appears in the history of the import that marks it, and a revert removes the mark', async () => {
    const projectId = project.id;
    await bringStrings('en', STRINGS);
    const locked = STRINGS.replace('name="save"', 'name="save" translatable="false"');
    const { importId } = await bringStrings('en', locked);
    const { data: changes } = await tenant.client.i18n.changes.list({ projectId });
    expect(changes[0]!.id).toBe(importId);
    const { data: items } = await tenant.client.i18n.changes.values({
      projectId,
      changeId: importId!,
    });
    expect(JSON.stringify(items)).toContain('"translatable":false');
    await tenant.client.i18n.changes.revert({ projectId, changeId: importId! });
    expect(await keyOf('save')).toMatchObject({ translatable: true });
    expect(await missing()).toMatchObject({ count: 3 });
  });

  it('gets no translation from an import that translates its keys', async () => {
    await tenant.client.i18n.projects.import({
      projectId: project.id,
      locale: 'en',
      format: 'android',
      content: STRINGS,
      targetLocales: ['de'],
      translateMissing: true,
    });
    await eventually(async () => {
      expect(await translated()).toEqual(['files.one', 'files.other', 'save']);
    });
  });

  it('makes all forms of its plural family untranslatable', async () => {
    await bringStrings('en', STRINGS);
    await lock('files.one');
    expect(await keyOf('files.other')).toMatchObject({ translatable: false });
    expect(await missing()).toEqual({ names: ['save'], count: 1, rows: ['save'] });
    await translate();
    expect(await translated()).toEqual(['save']);
    await lock('files.other', true);
    expect(await keyOf('files.one')).toMatchObject({ translatable: true });
    expect(await missing()).toMatchObject({ names: ['files.one', 'files.other'], count: 2 });
  });

  it('keeps its mark if a file omits the mark, and a translation file cannot set the mark', async () => {
    await bringStrings('en', STRINGS);
    await bringStrings('en', STRINGS.replace(' translatable="false"', ''));
    expect(await keyOf('brand')).toMatchObject({ translatable: false });
    const german =
      '<resources><string name="save" translatable="false">Sichern</string></resources>';
    await bringStrings('de', german);
    expect(await keyOf('save')).toMatchObject({ translatable: true });
    await bringStrings('en', german.replace('Sichern', 'Save'));
    expect(await keyOf('save')).toMatchObject({ translatable: false });
    expect(await missing()).toMatchObject({ names: ['files.one', 'files.other'], count: 2 });
  });
});
