import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eventually } from '../../../../../../scripts/eventually.ts';
import { startTestApp } from '../../../../test/app/app.ts';
import {
  actFor,
  createProject,
  createTenant,
  joinOrganization,
} from '../../../../test/app/build.ts';
import { startProcess } from '../../../../test/processes/process.ts';
import { createTestDatabase, makeTestDirectory } from '../../../../test/servers/postgres.ts';
import { startSmtpSink } from '../../../../test/servers/smtp.ts';

const PEOPLE = 20;

it('a worker that is killed while it sends digests loses no digest', async () => {
  const database = await createTestDatabase();
  const { connectionString: databaseUrl } = database;
  const [app, sink] = [
    await startTestApp({ connectionString: databaseUrl, works: false }),
    await startSmtpSink(),
  ];
  const tenant = await createTenant(app);
  const { id: projectId } = await createProject(tenant.client);
  const { i18n } = tenant.client;
  await i18n.projects.import({ projectId, locale: 'en', content: { hello: 'Hi' } });
  const keyId = (await i18n.keys.list({ projectId })).data[0]!.id;
  const people = [];
  for (let index = 0; index < PEOPLE; index++) {
    people.push(await joinOrganization(tenant.user, tenant.organizationId, 'viewer'));
  }
  const text = people.map(({ id }) => `@[${id}]`).join(' ');
  const author = actFor(tenant.user, tenant.organizationId);
  await author.i18n.keys.comments.create({ projectId, keyId, text });
  await sql`update inbox set digest_due_at = now()`.execute(app.db);

  const dataDir = makeTestDirectory();
  const options = { dataDir, role: 'worker', databaseUrl } as const;
  const env = { SMTP_URL: sink.url, LOG_LEVEL: 'error' };
  const mailed = () => new Set(sink.received.map(({ to }) => to[0]));
  const first = await startProcess({ ...options, env });
  await expect.poll(() => sink.attempts).toBeGreaterThan(0);
  await first.kill();
  // The tasks of the killed process become available after a timeout, which this query shortens.
  await sql`
    update pgboss.job set state = 'retry', start_after = now()
    where name = 'send-mail' and state = 'active'`.execute(app.db);
  const second = await startProcess({ ...options, env });
  await eventually(() => expect(mailed().size).toBe(PEOPLE));
  expect(mailed()).toEqual(new Set(people.map(({ email }) => email)));
  expect(await second.stop()).toBe(0);
  // Only the mail that the killed process was sending may arrive twice.
  expect(sink.received.length).toBeLessThanOrEqual(PEOPLE + 2);
  expect(sink.received.every(({ raw }) => /^List-Unsubscribe-Post: /m.test(raw))).toBe(true);
  rmSync(dataDir, { recursive: true });
  await sink.close();
  await app.close();
  await database.drop();
});
