import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import { codeOf, createApiKeyFor, createTenant, type Tenant } from '../../../test/app/build.ts';
import { describeModel } from '../../../test/engines/describe-model.ts';
import type { OpenaiServer } from '../../../test/engines/openai-server.ts';

let server: OpenaiServer;
let app: TestApp;
let tenant: Tenant;
let projectId: string;
let keyIds: string[];

const { sent } = describeModel(
  (given) => {
    ({ server, app, tenant, projectId } = given);
  },
  { MT_ENGINES: 'openai-compatible,pseudo' },
);
beforeEach(async () => {
  const content = { a: 'Save {x}', b: 'Open' };
  await tenant.client.i18n.projects.import({ projectId, locale: 'en', content });
  await tenant.client.i18n.projects.import({ projectId, locale: 'de', content: { b: 'Öffnen' } });
  const { data } = await tenant.client.i18n.keys.list({ projectId });
  keyIds = ['a', 'b'].map((name) => data.find((key) => key.name === name)!.id);
});

const preview = async (options: object = {}, client = tenant.client) =>
  (await client.translate.preview({ projectId, keyIds, localeCode: 'de', ...options })).data;
const countRows = async () => {
  const counts = await Promise.all(
    ['translation_value', 'value_history', 'change', 'engine_answer', 'translation_job'].map(
      async (table) => {
        const { rows } = await sql<{
          n: string;
        }>`select count(*) as n from ${sql.table(table)}`.execute(app.db);
        return `${table} ${rows[0]!.n}`;
      },
    ),
  );
  return counts.join();
};

test('translate.preview returns the translations and the input of each engine, and the price', async () => {
  const data = await preview({ engines: ['openai-compatible', 'pseudo'] });
  expect(data.keys).toEqual([
    { keyId: keyIds[0], key: 'a', sourceText: 'Save {x}', text: null, isReviewed: false },
    { keyId: keyIds[1], key: 'b', sourceText: 'Open', text: 'Öffnen', isReviewed: false },
  ]);
  const [model, pseudo] = data.engines;
  expect(model).toMatchObject({
    engine: 'openai-compatible',
    texts: [{ text: 'Save~de {x}' }, { text: 'Open~de' }],
    usage: { units: 12, billedUnits: 12 },
    error: null,
  });
  expect(model!.requests).toEqual(sent().map(({ text }) => text));
  expect(pseudo!.local).toBe(true);
  expect(JSON.parse(pseudo!.requests[0]!).texts).toHaveLength(2);
  expect(data).toMatchObject({ billedUnits: 24, credits: 24 });
});

test('translate.preview returns strings without words unchanged, without an engine', async () => {
  const content = { bare: '{x}', blank: '  ' };
  await tenant.client.i18n.projects.import({ projectId, locale: 'en', content });
  const { data: keys } = await tenant.client.i18n.keys.list({ projectId });
  const all = ['bare', 'blank', 'a'].map((name) => keys.find((key) => key.name === name)!.id);
  const order = { keyIds: all, engines: ['openai-compatible', 'pseudo'] };
  expect((await preview({ ...order, dryRun: true })).billedUnits).toBe(16);
  const data = await preview(order);
  expect(data.engines.map(({ texts }) => texts.map(({ text }) => text))).toEqual([
    ['{x}', '  ', 'Save~de {x}'],
    ['{x}', '  ', expect.stringContaining('{x}')],
  ]);
  expect(data.billedUnits).toBe(16);
  const { rows } = await sql<{ engine: string | null; strings: number }>`
    select engine, strings::int from usage_daily where project_id = ${projectId}::uuid
    order by engine nulls first`.execute(app.db);
  expect(rows).toEqual([
    { engine: null, strings: 4 },
    { engine: 'openai-compatible', strings: 1 },
    { engine: 'pseudo', strings: 1 },
  ]);
});

test('translate.preview does not send existing translations to the engine', async () => {
  await preview({ keyIds: [keyIds[1]] });
  expect(sent()[0]!.text).toContain('Open');
  expect(sent()[0]!.text).not.toContain('Öffnen');
});

test('translate.preview uses settings of the request that are not stored', async () => {
  const before = (await tenant.client.i18n.translation.get({ projectId })).data;
  const data = await preview({
    settings: { product: 'A draft', locales: { de: { instructions: 'Knapp.' } } },
  });
  expect(data.engines.map(({ engine }) => engine)).toEqual(['openai-compatible']);
  expect(data.engines[0]!.requests[0]).toContain('A draft');
  expect(data.engines[0]!.requests[0]).toContain('Knapp.');
  expect((await tenant.client.i18n.translation.get({ projectId })).data).toEqual(before);
});

test('translate.preview stores no value, change, answer or job, and calls the engines each time', async () => {
  const before = await countRows();
  await preview();
  await preview();
  expect(sent()).toHaveLength(2);
  expect(await countRows()).toBe(before);
});

test('translate.preview returns the keys and the price in a dry run, and calls no engine', async () => {
  const data = await preview({ engines: ['openai-compatible', 'pseudo'], dryRun: true });
  expect(data).toMatchObject({ billedUnits: 24, keys: [{ key: 'a' }, { key: 'b' }] });
  expect(data.engines.map(({ texts, usage }) => [texts, usage])).toEqual([
    [[], null],
    [[], null],
  ]);
  expect(sent()).toHaveLength(0);
});

test('translate.preview returns the translations of other engines if one engine fails', async () => {
  server.fail({ kind: 'status', status: 401 }, { times: 3 });
  const data = await preview({ engines: ['openai-compatible', 'pseudo'] });
  expect(data.engines[0]).toMatchObject({ usage: null, error: { code: 'engine_unavailable' } });
  expect(data.engines[1]).toMatchObject({ error: null });
  expect(data.billedUnits).toBe(12);
});

test('translate.preview rejects unknown keys, unknown engines, the source locale and other callers', async () => {
  const unknown = '01890000-0000-7000-8000-000000000000';
  expect(await codeOf(preview({ keyIds: [unknown] }))).toBe('not_found');
  expect(await codeOf(preview({ engines: ['other'] }))).toBe('validation_failed');
  expect(await codeOf(preview({ localeCode: 'en' }))).toBe('validation_failed');
  expect(await codeOf(preview({ localeCode: 'fr' }))).toBe('not_found');
  expect(await codeOf(preview({ settings: { engines: ['other'] } }))).toBe('validation_failed');
  const stranger = await createTenant(app);
  expect(await codeOf(preview({}, stranger.client))).toBe('not_found');
  const reader = await createApiKeyFor(tenant.user, ['i18n:read', 'translate:read']);
  expect(await codeOf(preview({}, reader.client))).toBe('insufficient_scope');
});
