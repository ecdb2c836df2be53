import { beforeEach, expect, test } from 'vitest';
import { createProject, createTenant, type Tenant } from '../../../test/app/build.ts';
import { describeTenant } from '../../../test/app/describe-project.ts';
import { createScriptedEngine, directoryOf } from '../../../test/engines/scripted-engine.ts';

const ids = ['first', 'second', 'third'] as const;
const [first, second, third] = ids.map((id) =>
  createScriptedEngine({ id, say: (body) => `${body} ${id}` }),
);
const engines = { ...directoryOf(first!, second!, third!), chain: ['first'] };

let app: Parameters<Parameters<typeof describeTenant>[0]>[0]['app'];
let tenant: Tenant;
let projectId: string;

describeTenant(
  (given) => {
    app = given.app;
  },
  { overrides: { engines } },
);
beforeEach(async () => {
  tenant = await createTenant(app);
  projectId = (await createProject(tenant.client)).id;
  for (const engine of [first!, second!, third!]) engine.script.readiness = { status: 'ready' };
  await tenant.client.i18n.projects.import({ projectId, locale: 'en', content: { a: 'Save' } });
  for (const code of ['de', 'fr']) await tenant.client.i18n.locales.create({ projectId, code });
  await tenant.client.i18n.translation.update({
    projectId,
    engines: ['second'],
    locales: { fr: { engines: ['third', 'second'] } },
  });
});

const translateJob = async () => {
  const { data } = await tenant.client.translate.jobs.create({ projectId }, { waitSeconds: 30 });
  expect(data.status).toBe('completed');
};
const textsOf = async () => {
  const { data } = await tenant.client.i18n.values.list({ projectId });
  return Object.fromEntries(
    data.flatMap(({ locale, text }) => (locale === 'en' ? [] : [[locale, text]])),
  );
};

test('a job uses the engines of each locale, as the estimate predicted', async () => {
  const { data } = await tenant.client.translate.estimate({ projectId });
  expect(data.perLocale).toMatchObject({ de: { engine: 'second' }, fr: { engine: 'third' } });
  await translateJob();
  expect(await textsOf()).toEqual({ de: 'Save second', fr: 'Save third' });
});

test('the next engine of the order translates if the first engine does not support the locale', async () => {
  third!.script.readiness = { status: 'unsupported', reason: 'knows no French' };
  const { data } = await tenant.client.translate.estimate({ projectId });
  expect(data.perLocale.fr!.engine).toBe('second');
  await translateJob();
  expect(await textsOf()).toEqual({ de: 'Save second', fr: 'Save second' });
});

test('no engine outside the order translates', async () => {
  second!.script.readiness = { status: 'unsupported', reason: 'knows no German' };
  const { data } = await tenant.client.translate.estimate({ projectId });
  expect(data.perLocale.de).toMatchObject({ engine: null, error: { code: 'unsupported_pair' } });
});

test('a call follows the order, unless the call names an engine', async () => {
  const translate = async (engine?: string) =>
    (
      await tenant.client.translate.multilingual({
        strings: ['Open'],
        sourceLocale: 'en',
        targetLocales: ['de', 'fr'],
        projectId,
        ...(engine && { engine }),
      })
    ).data.locales;
  expect(await translate()).toMatchObject({
    de: { items: [{ text: 'Open second' }] },
    fr: { items: [{ text: 'Open third' }] },
  });
  expect(await translate('first')).toMatchObject({
    de: { items: [{ text: 'Open first' }] },
    fr: { items: [{ text: 'Open first' }] },
  });
});

test('an import that translates follows the order', async () => {
  await tenant.client.i18n.projects.import({
    projectId,
    locale: 'en',
    content: { b: 'Close' },
    translateMissing: true,
  });
  await expect
    .poll(async () => {
      const { data } = await tenant.client.i18n.values.list({ projectId });
      return data
        .filter(({ key }) => key === 'b')
        .map(({ text }) => text)
        .sort();
    })
    .toEqual(['Close', 'Close second', 'Close third']);
});
