import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../../test/app/build.ts';
import { type DeeplServer, startDeeplServer } from '../../../../test/engines/deepl-server.ts';
import type { RecordedRequest } from '../../../../test/engines/faulty-server.ts';
import { type OpenaiServer, startOpenaiServer } from '../../../../test/engines/openai-server.ts';

let deepl: DeeplServer;
let openai: OpenaiServer;
let app: TestApp;
let tenant: Tenant;
let forgotten = { deepl: 0, openai: 0 };

beforeAll(async () => {
  [deepl, openai] = await Promise.all([startDeeplServer(), startOpenaiServer()]);
  app = await startTestApp({
    env: {
      MT_ENGINES: 'deepl,openai-compatible,pseudo',
      DEEPL_API_KEY: deepl.key,
      DEEPL_BASE_URL: deepl.url,
      OPENAI_BASE_URL: `${openai.url}/v1`,
      OPENAI_MODEL: openai.options.model,
    },
  });
});
afterAll(async () => {
  await app.close();
  await Promise.all([deepl.close(), openai.close()]);
});
beforeEach(async () => {
  tenant = await createTenant(app);
  forgotten = { deepl: deepl.requests.length, openai: openai.requests.length };
});

const asked = (): unknown[] =>
  deepl.requests
    .slice(forgotten.deepl)
    .filter(({ path }) => path === '/v2/translate')
    .map(({ body }) => (body as { formality?: string }).formality ?? null);
const prompts = (): string[] => openai.requests.slice(forgotten.openai).map(promptOf);
const promptOf = ({ body }: RecordedRequest): string =>
  (body as { messages: { content: string }[] }).messages[0]!.content;

const en = { sourceLocale: 'en', targetLocale: 'de' } as const;
const text = async (body: object) =>
  (await tenant.client.translate.text({ text: 'Save your file', ...en, ...body })).data;
const createFormal = async (content: Record<string, string> = {}) => {
  const settings = { formality: 'formal' } as const;
  const { id: projectId } = await createProject(tenant.client, { settings });
  for (const locale of ['en', 'de']) {
    const own = locale === 'en' ? content : {};
    await tenant.client.i18n.projects.import({ projectId, locale, content: own });
  }
  return projectId;
};

describe('formality', () => {
  test.each([
    ['formal', 'prefer_more', / formally/],
    ['informal', 'prefer_less', / informally/],
  ] as const)(
    'reaches DeepL for %s as %s, and reaches a language model',
    async (formality, sent, wanted) => {
      await text({ formality, engine: 'deepl' });
      await text({ formality, engine: 'openai-compatible' });
      expect(asked()).toEqual([sent]);
      expect(prompts()).toEqual([expect.stringMatching(wanted)]);
    },
  );

  test('stays with the engine if neither the call nor the project sets it', async () => {
    await text({ engine: 'deepl' });
    await text({ engine: 'openai-compatible' });
    expect(asked()).toEqual([null]);
    expect(prompts().join()).not.toMatch(/formally/);
  });

  test('applies to all strings and locales of a call', async () => {
    const strings = ['Save', 'Open'];
    const body = { strings, sourceLocale: 'en', formality: 'formal' } as const;
    await tenant.client.translate.bulk({ ...body, targetLocale: 'de' });
    // Norwegian (`nb`) makes no difference between formal and informal texts.
    const { data } = await tenant.client.translate.multilingual({
      ...body,
      targetLocales: ['es', 'nb'],
    });
    expect(data.locales.nb!.items.map(({ status }) => status)).toEqual([
      'translated',
      'translated',
    ]);
    expect(asked()).toEqual(Array(3).fill('prefer_more'));
  });

  test('belongs to the cache key, so that a formal answer is never returned for an informal request', async () => {
    const first = await text({ formality: 'formal' });
    expect(first.usage.billedUnits).toBe(14);
    expect((await text({ formality: 'formal' })).usage.billedUnits).toBe(0);
    expect((await text({ formality: 'informal' })).usage.billedUnits).toBe(14);
    expect((await text({})).usage.billedUnits).toBe(14);
    expect(asked()).toEqual(['prefer_more', 'prefer_less', null]);
  });

  test('does not split the cache of an engine that does not support formality', async () => {
    await text({ formality: 'formal', engine: 'pseudo' });
    const { usage } = await text({ formality: 'informal', engine: 'pseudo' });
    expect(usage.billedUnits).toBe(0);
  });

  test('changes the price of an estimate as it changes the price of a call', async () => {
    const body = { strings: ['Save your file'], sourceLocale: 'en', targetLocales: ['de'] };
    await text({ formality: 'formal' });
    for (const [formality, units] of [
      ['formal', 0],
      ['informal', 14],
    ] as const) {
      const { data } = await tenant.client.translate.estimate({ ...body, formality });
      expect(data.billableUnits).toBe(units);
    }
  });

  test('applies to a job for strings', async () => {
    const { data } = await tenant.client.translate.jobs.create(
      { strings: ['Save'], sourceLocale: 'en', targetLocales: ['de'], formality: 'informal' },
      { waitSeconds: 30 },
    );
    expect(data.status).toBe('completed');
    expect(asked()).toEqual(['prefer_less']);
  });

  test('causes an error with its path if it is neither formal nor informal', async () => {
    const faulty = { ...en, formality: 'polite' as 'formal' };
    const list = { sourceLocale: 'en', strings: ['Save'], formality: faulty.formality };
    const { translate, i18n } = tenant.client;
    const projectId = await createFormal();
    for (const call of [
      () => translate.text({ text: 'Save', ...faulty }),
      () => translate.bulk({ ...list, targetLocale: 'de' }),
      () => translate.multilingual({ ...list, targetLocales: ['de'] }),
      () => translate.jobs.create({ ...list, targetLocales: ['de'] }),
      () => translate.jobs.create({ projectId, formality: faulty.formality }),
      () => translate.estimate({ ...list, targetLocales: ['de'] }),
      () => translate.estimate({ projectId, formality: faulty.formality }),
    ]) {
      await expect(call()).rejects.toMatchObject({
        status: 422,
        code: 'validation_failed',
        errors: [{ path: '/formality' }],
      });
    }
    await expect(
      i18n.projects.update({ projectId, settings: { formality: faulty.formality } }),
    ).rejects.toMatchObject({ status: 422, errors: [{ path: '/settings/formality' }] });
  });
});

describe('a project’s formality', () => {
  test('defaults to null, and can be set and cleared', async () => {
    const { projects } = tenant.client.i18n;
    const { id: projectId, settings } = await createProject(tenant.client);
    expect(settings.formality).toBeNull();
    for (const formality of ['informal', null] as const) {
      const { data } = await projects.update({ projectId, settings: { formality } });
      expect(data.settings.formality).toBe(formality);
    }
  });

  test('defaults to null in projects that are older than the setting', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const { messageFormat, keySeparator } = (await tenant.client.i18n.projects.get({ projectId }))
      .data.settings;
    await app.db
      .updateTable('project')
      .set({ settings: JSON.stringify({ messageFormat, keySeparator, engine: null }) })
      .where('id', '=', projectId)
      .execute();
    const { data } = await tenant.client.i18n.projects.get({ projectId });
    expect(data.settings).toMatchObject({ keySeparator, formality: null, requireReview: false });
    await text({ projectId });
    expect(asked()).toEqual([null]);
  });

  test('applies to calls that name the project, unless the call sets another formality', async () => {
    const projectId = await createFormal();
    await text({ projectId });
    await text({ projectId, formality: 'informal' });
    expect(asked()).toEqual(['prefer_more', 'prefer_less']);
  });

  test('applies to jobs for missing translations, unless the job sets another formality', async () => {
    const projectId = await createFormal({ a: 'Save' });
    const { jobs } = tenant.client.translate;
    await jobs.create({ projectId, formality: 'informal' }, { waitSeconds: 30 });
    await tenant.client.i18n.projects.import({ projectId, locale: 'en', content: { b: 'Open' } });
    await jobs.create({ projectId }, { waitSeconds: 30 });
    expect(asked()).toEqual(['prefer_less', 'prefer_more']);
  });

  test('applies to translations that an import requests', async () => {
    const projectId = await createFormal();
    const content = { a: 'Save' };
    await tenant.client.i18n.projects.import(
      { projectId, locale: 'en', content, translateMissing: true },
      { waitSeconds: 30 },
    );
    expect(asked()).toEqual(['prefer_more']);
  });
});
