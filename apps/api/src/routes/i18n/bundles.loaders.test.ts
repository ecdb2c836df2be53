import { createIntl, createIntlCache } from '@formatjs/intl';
import { createInstance } from 'i18next';
import HttpBackend from 'i18next-http-backend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createI18n } from 'vue-i18n';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createProject, createTenant } from '../../../test/app/build.ts';

let app: TestApp;
let projectId: string;

const EN = {
  greeting: 'Hello {{name}}',
  item_one: '{{count}} item',
  item_other: '{{count}} items',
  place_ordinal_one: '{{count}}st',
  place_ordinal_two: '{{count}}nd',
  place_ordinal_few: '{{count}}rd',
  place_ordinal_other: '{{count}}th',
  icu: 'You have {n, plural, one {# message} other {# messages}}',
  vue: { hello: 'Hello {name}' },
};

beforeAll(async () => {
  app = await startTestApp();
  const { client } = await createTenant(app);
  projectId = (await createProject(client)).id;
  await client.i18n.projects.import({ projectId, locale: 'en', content: EN });
  await client.i18n.projects.import({
    projectId,
    locale: 'de',
    targetLocales: ['ru'],
    content: { greeting: 'Hallo {{name}}' },
  });
  await client.i18n.releases.create({ projectId, environment: 'production' });
  const [environment] = (await client.i18n.environments.list({ projectId })).data;
  await client.i18n.environments.update({
    projectId,
    environmentId: environment!.id,
    prefixes: ['vue.'],
  });
});
afterAll(() => app.close());

const bundleUrl = (locale: string, query: string): string =>
  `${app.url}/v1/i18n/bundles/${projectId}/production/${locale}?envelope=false${query}`;

describe('a bundle', () => {
  it('works in i18next with i18next-http-backend, including plurals', async () => {
    const i18next = createInstance();
    await i18next.use(HttpBackend).init({
      lng: 'de-AT',
      fallbackLng: 'en',
      backend: { loadPath: () => bundleUrl('{{lng}}', '') },
      interpolation: { escapeValue: false },
    });
    expect(i18next.t('greeting', { name: 'Ada' })).toBe('Hallo Ada');
    expect(i18next.t('item', { count: 1 })).toBe('1 item');
    expect(i18next.t('item', { count: 5 })).toBe('5 items');
    expect(i18next.t('vue.hello')).toBe('Hello {name}');
  });

  it('works in i18next in a language with other plural forms than the source, with fallback texts', async () => {
    const i18next = createInstance();
    await i18next.use(HttpBackend).init({
      lng: 'ru',
      fallbackLng: false,
      backend: { loadPath: () => bundleUrl('{{lng}}', '') },
    });
    expect([1, 2, 5, 21, 1.5].map((count) => i18next.t('item', { count }))).toEqual([
      '1 item',
      '2 items',
      '5 items',
      '21 item',
      '1.5 items',
    ]);
    expect(i18next.t('place', { count: 3, ordinal: true })).toBe('3th');
  });

  it('works in i18next by namespaces, which are prefixes of the environment', async () => {
    const i18next = createInstance();
    await i18next.use(HttpBackend).init({
      lng: 'de',
      fallbackLng: false,
      ns: ['vue'],
      defaultNS: 'vue',
      backend: { loadPath: () => bundleUrl('{{lng}}', '&prefix={{ns}}.') },
      interpolation: { prefix: '{', suffix: '}' },
    });
    expect(i18next.t('hello', { name: 'Ada' })).toBe('Hello Ada');
    expect(i18next.t('vue:hello', { name: 'Ada' })).toBe('Hello Ada');
  });

  it('works in FormatJS', async () => {
    const messages = (await (await fetch(bundleUrl('en', '&shape=flat'))).json()) as Record<
      string,
      string
    >;
    const intl = createIntl({ locale: 'en', messages }, createIntlCache());
    expect(intl.formatMessage({ id: 'icu' }, { n: 1 })).toBe('You have 1 message');
    expect(intl.formatMessage({ id: 'vue.hello' }, { name: 'Ada' })).toBe('Hello Ada');
  });

  it('works in vue-i18n', async () => {
    const messages = (await (await fetch(bundleUrl('en', ''))).json()) as typeof EN;
    const i18n = createI18n({ legacy: false, locale: 'en', messages: { en: messages } });
    expect(i18n.global.t('vue.hello', { name: 'Ada' })).toBe('Hello Ada');
  });
});
