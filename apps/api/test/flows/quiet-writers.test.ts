import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { RELEASE_CHANNEL } from '../../src/domain/project/environment/environment-release.store.ts';
import { QUEUE_CHANNEL } from '../../src/tasks/queue/queue-channel.ts';
import { startTestApp, type TestApp } from '../app/app.ts';
import { createProject, createTenant, type Tenant } from '../app/build.ts';
import { stageImport } from '../content/staged-import.ts';

let app: TestApp;
let tenant: Tenant;
let listener: pg.Client;
let projectId: string;
const heard: string[] = [];

beforeAll(async () => {
  // Without a worker, no background task sends notifications.
  app = await startTestApp({ works: false });
  tenant = await createTenant(app);
  projectId = (await createProject(tenant.client)).id;
  listener = new pg.Client({ connectionString: app.connectionString });
  await listener.connect();
  listener.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`));
  for (const channel of [QUEUE_CHANNEL, RELEASE_CHANNEL]) await listener.query(`listen ${channel}`);
});
afterAll(async () => {
  await listener?.end();
  await app?.close();
});

describe('a writer of content', () => {
  const i18n = () => tenant.client.i18n;
  const importTexts = (locale: string, content: Record<string, string>) =>
    i18n().projects.import({ projectId, locale, content });
  /** Returns the received notifications. PostgreSQL delivers notifications in the order of their transactions. */
  const notifications = async (): Promise<string[]> => {
    await tenant.client.auth.forgotPassword({ email: 'nobody@example.com' });
    await eventually(() => expect(heard).toContain(`${QUEUE_CHANNEL} send-mail`));
    return heard.splice(0);
  };

  it('sends no NOTIFY, because transactions with NOTIFY are committed one after the other', async () => {
    await importTexts('en', { a: 'A', b: 'B' });
    await importTexts('de', { a: 'A' });
    const { data: key } = await i18n().keys.create({ projectId, name: 'c', value: 'C' });
    const keyId = key.id;
    await i18n().keys.update({ projectId, keyId, maxLength: 10 });
    const { data: value } = await i18n().values.put({
      projectId,
      keyId,
      localeCode: 'de',
      text: 'C',
    });
    await i18n().values.put({ projectId, keyId, localeCode: 'en', text: 'New source' });
    await i18n().values.update({ projectId, valueId: value.id!, state: 'reviewed' });
    await i18n().values.delete({ projectId, valueId: value.id! });
    await i18n().keys.delete({ projectId, keyId });
    const { importId } = await stageImport(tenant, projectId, { a: 'Other', d: 'D' });
    await i18n().imports.apply({ projectId, importId });
    expect(await notifications()).toEqual([`${QUEUE_CHANNEL} send-mail`]);
  });
});
