import { existsSync } from 'node:fs';
import { pluralCategories } from '@parlance/messages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../test/app/build.ts';

const MODE = '/usr/share/apertium/modes/eng-spa.mode';
const CONTENT = {
  greeting: 'Hello {name}, you have {{count}} new messages.',
  markup: 'Click <b>here</b> to open the file &amp; save it',
  lines: '  First line\nSecond line %s ',
  address: 'Read https://example.com/help today',
  plural: '{n, plural, =0 {No files} one {# file was deleted} other {# files were deleted}}',
  nested:
    '{sex, select, female {She has {n, plural, one {# cat} other {# cats}}} other {They left}}',
  item_one: '{{count}} item',
  item_other: '{{count}} items',
};
const MARKS: Record<string, readonly string[]> = {
  greeting: ['{name}', '{{count}}'],
  markup: ['<b>', '</b>'],
  lines: ['\n', '%s'],
  address: ['https://example.com/help'],
  plural: ['=0 {', 'other {', '#'],
  nested: ['{sex, select,', 'female {', 'other {'],
  item_other: ['{{count}}'],
};

async function translateAll(tenant: Tenant, locales: string[]) {
  const { id: projectId } = await createProject(tenant.client);
  const { data } = await tenant.client.i18n.projects.import(
    { projectId, locale: 'en', targetLocales: locales, translateMissing: true, content: CONTENT },
    { waitSeconds: 60 },
  );
  const texts = new Map<string, Record<string, string>>();
  for (const locale of locales) {
    const page = await tenant.client.i18n.values.list({ projectId, locale, limit: 500 });
    texts.set(locale, Object.fromEntries(page.data.map(({ key, text }) => [key, text!])));
  }
  return { job: data.translation!, texts };
}

function expectWhole(locale: string, texts: Record<string, string>): void {
  for (const [key, marks] of Object.entries(MARKS)) {
    for (const mark of marks) expect(texts[key], `${locale} ${key}`).toContain(mark);
  }
  const categories = pluralCategories(locale);
  const forms = [...texts.plural!.matchAll(/(zero|one|two|few|many|other) \{/g)];
  expect(
    forms.map(([, form]) => form),
    locale,
  ).toEqual(categories);
  const members = Object.keys(texts).filter((key) => key.startsWith('item_'));
  expect(members.sort(), locale).toEqual(categories.map((form) => `item_${form}`).sort());
  expect(texts.lines, locale).toMatch(/^ {2}\S.*\n.* $/);
}

describe('the pseudo engine', () => {
  // Locales with every combination of plural categories in CLDR, and some others.
  const locales = [
    'ar',
    'be',
    'br',
    'ca',
    'cs',
    'cy',
    'da',
    'de',
    'es',
    'fa',
    'fi',
    'fr',
    'ga',
    'gd',
    'gv',
    'he',
    'hi',
    'hr',
    'hu',
    'id',
    'is',
    'it',
    'ja',
    'ko',
    'kw',
    'lt',
    'lv',
    'mt',
    'nl',
    'pl',
    'pt-BR',
    'ro',
    'ru',
    'sk',
    'sl',
    'sr-Latn',
    'sv',
    'th',
    'tr',
    'uk',
    'vi',
    'zh-Hant',
  ];
  let app: TestApp;
  let tenant: Tenant;

  beforeAll(async () => {
    app = await startTestApp({ env: { MT_ENGINES: 'pseudo' } });
    tenant = await createTenant(app);
  });
  afterAll(() => app.close());

  test('translates a project completely into every language, with exactly the plural forms of the language', async () => {
    const { job, texts } = await translateAll(tenant, locales);
    expect(job).toMatchObject({ status: 'completed', progress: { failed: 0 } });
    for (const [locale, own] of texts) expectWhole(locale, own);
  });
});

describe.skipIf(!existsSync(MODE))('apertium, if its pair eng-spa is installed', () => {
  let app: TestApp;
  let tenant: Tenant;

  beforeAll(async () => {
    app = await startTestApp({ env: { MT_ENGINES: 'apertium' } });
    tenant = await createTenant(app);
  });
  afterAll(() => app.close());

  test('translates a project and keeps all placeholders and markup', async () => {
    const { job, texts } = await translateAll(tenant, ['es']);
    expect(job).toMatchObject({
      status: 'completed',
      progress: { total: 9, done: 9, failed: 0 },
      usage: { engine: 'apertium' },
    });
    const es = texts.get('es')!;
    expectWhole('es', es);
    expect(es.greeting).toContain('mensajes nuevos');
    expect(es.item_one).toBe('{{count}} elemento');
    expect(es.item_other).toBe('{{count}} elementos');
  });

  test('names the package of a pair that is not installed', async () => {
    const call = tenant.client.translate.text({
      text: 'Hello',
      sourceLocale: 'fr',
      targetLocale: 'oc',
    });
    await expect(call).rejects.toMatchObject({ code: 'unsupported_pair' });
    await expect(call).rejects.toThrow(/apertium/);
  });
});
