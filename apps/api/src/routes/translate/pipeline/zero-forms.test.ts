import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { type Tenant, translateProject } from '../../../../test/app/build.ts';
import { describeProject } from '../../../../test/app/describe-project.ts';
import { bring, type ContentInput } from '../../../../test/content/import.ts';
import { createScriptedEngine, directoryOf } from '../../../../test/engines/scripted-engine.ts';

const ITEMS = { item_zero: 'No items', item_one: 'One item', item_other: '{{count}} items' };

const engine = createScriptedEngine({ capabilities: { context: true } });
let tenant: Tenant;
let projectId: string;
describeProject(
  (given) => {
    ({ tenant, projectId } = given);
  },
  { overrides: { engines: directoryOf(engine) } },
);

const i18n = () => tenant.client.i18n;

const importTexts = (
  locale: string,
  content: ContentInput['content'],
  more: Partial<ContentInput> = {},
) => bring(tenant, { id: projectId }, content, { locale, ...more });
const translate = () => translateProject(tenant, projectId);

async function counts(): Promise<Record<string, [number, number]>> {
  const { data } = await i18n().locales.list({ projectId });
  return Object.fromEntries(
    data.map(({ code, counts }) => [
      code,
      [counts.translated + counts.needsReview, counts.missing],
    ]),
  );
}

async function missing(locale: string): Promise<string[]> {
  const { data } = await i18n().values.list({ projectId, locale, missing: true });
  return data.map(({ key }) => key).sort();
}

async function exported(locale: string): Promise<Record<string, string>> {
  const { data } = await i18n().projects.export({ projectId, locale, format: 'json' });
  return (data as { content: Record<string, string> }).content;
}

/** Returns the texts that i18next shows for these numbers with only the bundle of the locale. */
async function shown(locale: string, numbers: number[]): Promise<string[]> {
  const { data } = await i18n().bundles.get({
    projectId,
    environment: 'production',
    localeCode: locale,
  });
  const { messages } = data;
  const i18next = createInstance();
  await i18next.init({ lng: locale, resources: { [locale]: { translation: messages } } });
  return numbers.map((count) => i18next.t('item', { count }));
}

describe('a `_zero` form of the source', () => {
  it('counts as missing in every locale until it is translated, and i18next then shows the form for 0', async () => {
    await importTexts('en', ITEMS, { targetLocales: ['de', 'ja', 'lv'] });
    expect(await counts()).toEqual({ en: [3, 0], de: [0, 3], ja: [0, 2], lv: [0, 3] });
    expect(await missing('de')).toEqual(['item_one', 'item_other', 'item_zero']);
    expect(await missing('ja')).toEqual(['item_other', 'item_zero']);
    const { data: estimate } = await tenant.client.translate.estimate({ projectId });
    expect(estimate.perLocale).toMatchObject({
      de: { strings: 3 },
      ja: { strings: 2 },
      lv: { strings: 3 },
    });

    await translate();
    expect(await counts()).toEqual({ en: [3, 0], de: [3, 0], ja: [2, 0], lv: [3, 0] });
    expect(await missing('ja')).toEqual([]);
    expect(await exported('ja')).toEqual({ item_zero: 'NO ITEMS', item_other: '{{count}} ITEMS' });
    await i18n().releases.create({ projectId, environment: 'production' });
    expect(await shown('de', [0, 1, 2])).toEqual(['NO ITEMS', 'ONE ITEM', '2 ITEMS']);
    expect(await shown('ja', [0, 1, 2])).toEqual(['NO ITEMS', '1 ITEMS', '2 ITEMS']);
    // In Latvian, the category `zero` also contains 10, so the text must show the number.
    expect(await shown('lv', [0, 10])).toEqual(['0 ITEMS', '10 ITEMS']);
  });

  it('reaches an engine as the form for the number 0', async () => {
    engine.calls.length = 0;
    const content = { ...ITEMS, item_zero: 'You still have {{count}} items' };
    await importTexts('en', content, { targetLocales: ['de', 'ar'] });
    await translate();
    const sent = engine.calls.flatMap(({ targetLocale, segments }) =>
      segments
        .filter(({ context }) => context?.translationKey === 'item_zero')
        .map(({ body, context }) => [targetLocale, context?.pluralCategory, /\b0\b/.test(body)]),
    );
    expect(sent.sort()).toEqual([
      ['ar', 'zero', true],
      ['de', '=0', true],
    ]);
    expect(await exported('de')).toMatchObject({ item_zero: 'YOU STILL HAVE {{count}} ITEMS' });
  });

  it('counts as a value, and its findings are part of a release', async () => {
    await importTexts('en', { ...ITEMS, item_zero: 'No {{what}} items' });
    await importTexts('de', { item_zero: 'Keine' });
    expect(await counts()).toMatchObject({ de: [1, 2] });
    const { data } = await i18n().releases.create({ projectId, environment: 'production' });
    expect(data.checks!.findings).toMatchObject([
      { locale: 'de', key: 'item_zero', code: 'placeholder_missing' },
    ]);
    const { data: projects } = await tenant.client.dashboard.projects();
    const { locales } = projects.find(({ id }) => id === projectId)!;
    expect(locales).toMatchObject([
      { code: 'en', percent: 100, reviewedPercent: 0, missing: 0 },
      { code: 'de', percent: 33.3, reviewedPercent: 0, missing: 2 },
    ]);
  });

  it('becomes required when a source file adds it, and optional when a source file prunes it', async () => {
    const { item_zero, ...others } = ITEMS;
    await importTexts('en', others, { targetLocales: ['de', 'ja'] });
    await translate();
    await importTexts('de', { item_zero: 'Nichts' });
    expect(await counts()).toEqual({ en: [2, 0], de: [2, 0], ja: [1, 0] });
    await importTexts('en', { ...others, item_zero });
    expect(await counts()).toEqual({ en: [3, 0], de: [3, 0], ja: [1, 1] });
    await translate();
    expect(await exported('de')).toMatchObject({ item_zero: 'Nichts' });
    expect(await exported('ja')).toMatchObject({ item_zero: 'NO ITEMS' });

    await importTexts('en', others, { prune: true });
    expect(await counts()).toEqual({ en: [2, 0], de: [2, 0], ja: [1, 0] });
    expect(Object.keys(await exported('ja'))).toEqual(['item_other']);
  });

  it('becomes required when a person writes its text in the current source locale', async () => {
    const { item_zero, ...others } = ITEMS;
    await importTexts('en', others, { targetLocales: ['de'] });
    await importTexts('de', { ...others, item_zero: 'Nichts' });
    const { data: keys } = await i18n().keys.list({ projectId });
    const { id: keyId } = keys.find(({ name }) => name === 'item_zero')!;
    expect(await missing('en')).toEqual([]);
    await i18n().values.put({ projectId, localeCode: 'en', keyId, text: item_zero });
    expect(await counts()).toEqual({ en: [3, 0], de: [3, 0] });
    await i18n().locales.create({ projectId, code: 'ja' });
    await i18n().projects.update({ projectId, sourceLocale: 'ja' });
    expect(await counts()).toMatchObject({ en: [2, 0], de: [2, 0], ja: [0, 1] });
    await importTexts('ja', { item_zero: 'なし', item_other: '{{count}}個' });
    expect(await counts()).toMatchObject({ en: [3, 0], de: [3, 0], ja: [2, 0] });
  });

  it('requires a translation in every locale, in the style of Rails (`item.zero`)', async () => {
    const item = { zero: 'No items', one: 'One item', other: '%{count} items' };
    await importTexts('en', { item }, { targetLocales: ['de', 'ja'] });
    expect(await missing('de')).toEqual(['item.one', 'item.other', 'item.zero']);
    expect(await missing('ja')).toEqual(['item.other', 'item.zero']);
    await translate();
    expect(await exported('ja')).toEqual({
      'item.zero': 'NO ITEMS',
      'item.other': '%{count} ITEMS',
    });
  });
});
