import { findingsToMask } from '@parlance/messages';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../../test/app/build.ts';
import { refusalOf } from '../../../../test/app/refusal.ts';
import { whilePublishing } from '../../../../test/content/publisher.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/servers/postgres.ts';

let database: TestDatabase;
let app: TestApp;
let tenant: Tenant;
let projectId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const { connectionString } = database;
  const worker = await startTestApp({ connectionString });
  const { apiKey, ...rest } = await createTenant(worker);
  await worker.close();
  app = await startTestApp({ connectionString, works: false });
  tenant = { ...rest, apiKey, client: app.client(apiKey.token) };
});
afterAll(async () => {
  await app?.close();
  await database?.drop();
});

beforeEach(async () => {
  projectId = (await createProject(tenant.client)).id;
  await importTexts('en', { a: 'Hello {name}', b: 'Save all changes now', c: 'Fine.' });
  await importTexts('de', { a: 'Hallo', b: 'Save all changes now', c: 'Gut.' });
  await importTexts('fr', { c: 'Bien. ' });
});

const importTexts = (locale: string, content: Record<string, unknown>) =>
  tenant.client.i18n.projects.import({ projectId, locale, content });

const create = (input: Record<string, unknown> = {}) =>
  whilePublishing(
    app,
    tenant.client.i18n.releases.create({ projectId, environment: 'production', ...input }),
  );

const publish = async (input?: Record<string, unknown>) => (await create(input)).data;

const CHECKS = {
  errors: 1,
  warnings: 2,
  byCode: { placeholder_missing: 1, identical_to_source: 1, edge_whitespace: 1 },
  findings: [
    {
      locale: 'de',
      key: 'a',
      code: 'placeholder_missing',
      severity: 'error',
      message: expect.stringContaining('{name}'),
      value: '{name}',
      at: { start: 6, end: 12, side: 'source' },
    },
    {
      locale: 'de',
      key: 'b',
      code: 'identical_to_source',
      severity: 'warning',
      message: expect.any(String),
      at: { start: 0, end: 20, side: 'target' },
    },
    {
      locale: 'fr',
      key: 'c',
      code: 'edge_whitespace',
      severity: 'warning',
      message: expect.any(String),
      at: { start: 5, end: 6, side: 'target' },
      fix: { text: 'Bien.' },
    },
  ],
};

async function fixText(key: string, text: string): Promise<void> {
  const { data } = await tenant.client.i18n.values.list({ projectId, locale: 'de' });
  const value = data.find((row) => row.key === key)!;
  await tenant.client.i18n.values.update({ projectId, valueId: value.id!, text });
}

describe('a release', () => {
  it('returns and stores the findings of its values, even if they were not checked before', async () => {
    const release = await publish();
    expect(release.checks).toEqual(CHECKS);
    const again = await publish();
    expect(again.checks).toEqual(CHECKS);
    const { data } = await tenant.client.i18n.releases.get({ projectId, releaseId: release.id });
    expect(data.checks).toEqual(CHECKS);
    await fixText('a', 'Hallo {name}');
    expect((await publish()).checks).toMatchObject({ errors: 0, warnings: 2 });
  });

  it('counts check findings only in the texts that it publishes', async () => {
    expect((await publish({ locales: ['fr'] })).checks).toMatchObject({ errors: 0, warnings: 1 });
    const settings = { requireReview: true };
    await tenant.client.i18n.projects.update({ projectId, settings });
    expect((await publish()).checks).toEqual({
      errors: 0,
      warnings: 0,
      byCode: {},
      findings: [],
    });
    const keys = (await tenant.client.i18n.keys.list({ projectId })).data;
    await tenant.client.i18n.projects.update({ projectId, settings: { requireReview: false } });
    await tenant.client.i18n.keys.delete({ projectId, keyId: keys[0]!.id });
    expect((await publish()).checks).toMatchObject({ errors: 0, warnings: 2 });
  });

  it('fails with the keys whose findings have the severity of failOn, and is not stored', async () => {
    const refusal = await refusalOf(create({ failOn: 'error' }));
    expect(refusal).toMatchObject({ status: 409, code: 'checks_failed' });
    expect(refusal.errors.map(({ path }) => path)).toEqual(['de/a']);
    expect(refusal.errors[0]!.message).toContain('placeholder_missing');
    const { errors } = await refusalOf(create({ failOn: 'warning' }));
    expect(errors.map(({ path }) => path)).toEqual(['de/a', 'de/b', 'fr/c']);
    await fixText('a', 'Hallo {name}');
    expect((await publish({ failOn: 'error' })).version).toBe(1);
    expect((await refusalOf(create({ failOn: 'warning' }))).code).toBe('checks_failed');
  });

  it('keeps its original findings when it is published again', async () => {
    const { id } = await publish();
    await fixText('a', 'Hallo {name}');
    await publish({ failOn: 'error' });
    expect((await publish({ fromReleaseId: id })).checks).toEqual(CHECKS);
    const refusal = await refusalOf(create({ fromReleaseId: id, failOn: 'error' }));
    expect(refusal.code).toBe('checks_failed');
    const french = await publish({ fromReleaseId: id, locales: ['fr'], failOn: 'error' });
    expect(french.checks).toMatchObject({ errors: 0, warnings: 1, findings: [CHECKS.findings[2]] });
  });

  it('warns of translations whose source string has changed, until the translations are written again', async () => {
    await fixText('a', 'Hallo {name}');
    await fixText('b', 'Alle Änderungen speichern');
    await importTexts('en', { b: 'Save everything now' });
    const { checks } = await publish({ locales: ['de'] });
    expect(checks).toMatchObject({
      errors: 0,
      warnings: 1,
      byCode: { outdated: 1 },
      findings: [{ locale: 'de', key: 'b', code: 'outdated', severity: 'warning' }],
    });
    const refusal = await refusalOf(create({ failOn: 'warning', locales: ['de'] }));
    expect(refusal.errors.map(({ path }) => path)).toEqual(['de/b']);
    const { data } = await tenant.client.i18n.values.list({ projectId, check: 'outdated' });
    expect(data.map(({ key, locale }) => `${locale}:${key}`)).toEqual(['de:b']);
    await fixText('b', 'Alles jetzt speichern');
    expect((await publish({ failOn: 'warning', locales: ['de'] })).checks).toMatchObject({
      byCode: {},
    });
  });

  it('lists at most a hundred findings, errors before warnings, and counts all of them', async () => {
    const content = (text: string) =>
      Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`k${index}`, text]));
    await importTexts('en', content('Press %s to continue'));
    await importTexts('de', { ...content('Weiter mit %s '), k149: 'Weiter', k148: 'Weiter' });
    const { checks } = await publish({ locales: ['de'] });
    expect(checks!.errors).toBe(3);
    expect(checks!.warnings).toBe(149);
    expect(checks!.findings).toHaveLength(100);
    expect(checks!.findings.slice(0, 4).map(({ severity }) => severity)).toEqual([
      'error',
      'error',
      'error',
      'warning',
    ]);
  });

  it('returns stored findings instead of checking the values again', async () => {
    await publish();
    await sql`
      update translation_value v set checks = ${findingsToMask([{ code: 'line_breaks' }])}::bigint
      from translation_key k
      where v.project_id = ${projectId}::uuid and k.project_id = v.project_id and k.id = v.key_id
        and k.name = 'c' and v.text = 'Gut.'`.execute(app.db);
    const { checks } = await publish();
    expect(checks!.byCode).toEqual({ ...CHECKS.byCode, line_breaks: 1 });
  });

  it('checks values in its own snapshot while other transactions lock them', async () => {
    const { count } = await app.db.transaction().execute(async (tx) => {
      await sql`select from translation_value where project_id = ${projectId}::uuid for update`.execute(
        tx,
      );
      const release = await publish();
      return { count: release.checks };
    });
    expect(count).toEqual(CHECKS);
  });
});

describe('a bundle', () => {
  async function waitForStatus(status: number, environment = 'production'): Promise<void> {
    const url = `${app.url}/v1/i18n/bundles/${projectId}/${environment}/en`;
    await expect.poll(async () => (await fetch(url)).status).toBe(status);
  }

  it('reflects stopped delivery and a new slug within a second, and stays available when its project is archived', async () => {
    const { environmentId } = await publish();
    const { i18n } = tenant.client;
    await waitForStatus(200);
    await i18n.environments.stopDelivery({ projectId, environmentId });
    await waitForStatus(410);
    await i18n.environments.resumeDelivery({ projectId, environmentId });
    await waitForStatus(200);
    await i18n.environments.update({ projectId, environmentId, slug: 'live' });
    await waitForStatus(404);
    await waitForStatus(200, 'live');
    await i18n.projects.stopDelivery({ projectId });
    await waitForStatus(410, 'live');
    await i18n.environments.delete({ projectId, environmentId });
    await i18n.projects.delete({ projectId });
    await i18n.projects.resumeDelivery({ projectId });
    await waitForStatus(200, 'live');
  });
});
