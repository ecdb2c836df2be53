import { rmSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app/app.ts';
import { createBrowser } from '../../test/app/browser.ts';
import { tokenOf } from '../../test/app/build.ts';
import { uniqueEmail } from '../../test/app/seed.ts';
import { withoutDelays } from '../../test/app/without-delays.ts';
import { startProcess } from '../../test/processes/process.ts';
import { createTestDatabase, makeTestDirectory, queryRows } from '../../test/servers/postgres.ts';
import { type SmtpSink, startSmtpSink } from '../../test/servers/smtp.ts';
import { createMailer, type Mailer } from '../providers/mail/mailer.ts';

const password = 'correct horse battery';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Connection string of the database that all tests share. Each test uses separate mail addresses. */
let connectionString: string;
beforeAll(async () => {
  const database = await createTestDatabase();
  connectionString = database.connectionString;
  return database.drop;
});

const smtpMailer = (url: string): Mailer =>
  createMailer({
    smtpUrl: url,
    from: 'parlance@example.test',
    directory: '',
    runsTasks: true,
    loggedLinks: null,
    log: () => {},
  });

async function startApp(smtpUrl: string, works = true): Promise<TestApp> {
  const app = await startTestApp({
    connectionString,
    works,
    overrides: { mailer: smtpMailer(smtpUrl) },
  });
  cleanups.push(app.close);
  return app;
}

async function startSink(port = 0): Promise<SmtpSink> {
  const sink = await startSmtpSink(port);
  cleanups.push(sink.close);
  return sink;
}

const mailsTo = (sink: SmtpSink, address: string) =>
  sink.received.filter(({ to }) => to.includes(address));

async function waitForMailTo(sink: SmtpSink, address: string): Promise<void> {
  await expect.poll(() => mailsTo(sink, address).length).toBeGreaterThan(0);
}

const waitForRetriedMailTo = (app: TestApp, sink: SmtpSink, address: string): Promise<void> =>
  withoutDelays(app, 'send-mail', waitForMailTo(sink, address));

const signUp = (app: TestApp, email: string) =>
  app.client().auth.signUp({ email, password, name: 'Ada' });

describe('send-mail', () => {
  it('delivers each mail once, with a link that works', async () => {
    const sink = await startSink();
    const app = await startApp(sink.url);
    const emails = Array.from({ length: 5 }, uniqueEmail);
    await Promise.all(emails.map((email) => signUp(app, email)));
    for (const email of emails) await waitForMailTo(sink, email);
    expect(sink.received.map(({ to }) => to[0]).sort()).toEqual(emails.toSorted());
    const [mail] = mailsTo(sink, emails[0]!);
    await app.client().auth.verifyEmail({ token: tokenOf({ text: mail!.raw }) });
    await createBrowser(app).client.auth.signIn({ email: emails[0]!, password });
  });

  it('retries until a mail server that was down is available', async () => {
    const gone = await startSmtpSink();
    const port = Number(new URL(gone.url).port);
    await gone.close();
    const app = await startApp(gone.url);
    const email = uniqueEmail();
    await signUp(app, email);
    await expect
      .poll(
        async () =>
          await app.db
            .selectFrom('mail_token as t')
            .innerJoin('app_user as u', 'u.id', 't.user_id')
            .where('u.email', '=', email)
            .select('t.id')
            .execute(),
      )
      .not.toEqual([]);
    const sink = await startSink(port);
    await waitForRetriedMailTo(app, sink, email);
    expect(mailsTo(sink, email)).toHaveLength(1);
    await app.client().auth.verifyEmail({
      token: tokenOf({ text: mailsTo(sink, email)[0]!.raw }),
    });
  });

  it('retries if the server refuses a mail temporarily', async () => {
    const sink = await startSink();
    sink.refuseNext(1);
    const app = await startApp(sink.url);
    const email = uniqueEmail();
    await signUp(app, email);
    await waitForRetriedMailTo(app, sink, email);
    expect(mailsTo(sink, email)).toHaveLength(1);
  });

  it.each([550, 530, 554])('does not retry if the server answers %i', async (status) => {
    const sink = await startSink();
    sink.refuseNext(1, status);
    const app = await startApp(sink.url);
    const [refused, other] = [uniqueEmail(), uniqueEmail()];
    await signUp(app, refused);
    await expect.poll(() => sink.attempts).toBe(1);
    const jobs = async () =>
      (
        await queryRows(
          connectionString,
          `select count(*)::int as left from pgboss.job
         where name = 'send-mail' and state in ('created', 'retry', 'active')`,
        )
      )[0]!.left;
    await expect.poll(jobs).toBe(0);
    await signUp(app, other);
    await waitForMailTo(sink, other);
    expect([sink.attempts, mailsTo(sink, refused)]).toEqual([2, []]);
  });

  it.each(['de', 'ja', 'en'] as const)('keeps each link on one line, in %s', async (language) => {
    const sink = await startSink();
    const mailer = smtpMailer(sink.url);
    const link = `https://l10n.example.org/verify-email#token=${'Ab3-_'.repeat(20)}`;
    const words = { de: 'Schöne Grüße', ja: 'こんにちは', en: 'Hello' }[language];
    const to = { name: 'Ada Größe', address: uniqueEmail() };
    await mailer.send({ to, subject: words, text: `${words}\n\n${link}\n`, language });
    await mailer.close();
    const { raw } = mailsTo(sink, to.address)[0]!;
    expect(raw).toContain(`\r\n${link}\r\n`);
    expect(raw).toContain(`\r\n\r\n${words}\r\n`);
    const encoding = language === 'en' ? '7bit' : '8bit';
    expect(raw).toMatch(new RegExp(`^Content-Transfer-Encoding: ${encoding}\r$`, 'm'));
    expect(raw).not.toContain('quoted-printable');
  });

  it('sends no mail of a transaction that rolls back', async () => {
    const sink = await startSink();
    const app = await startApp(sink.url);
    const [lost, kept] = [uniqueEmail(), uniqueEmail()];
    await signUp(app, lost);
    await waitForMailTo(sink, lost);
    await expect(
      app.db.transaction().execute(async (tx) => {
        await app.deps.tasks.enqueue(tx, 'send-mail', { letter: 'reset-password', email: lost });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await signUp(app, kept);
    await waitForMailTo(sink, kept);
    expect(mailsTo(sink, lost)).toHaveLength(1);
  });

  it('leaves a mail of a process without tasks to a process that runs tasks', async () => {
    const sink = await startSink();
    const web = await startApp('smtp://127.0.0.1:9', false);
    const email = uniqueEmail();
    await signUp(web, email);
    const dataDir = makeTestDirectory();
    cleanups.push(() => rmSync(dataDir, { recursive: true }));
    const worker = await startProcess({
      dataDir,
      role: 'worker',
      databaseUrl: withUserInQuery(connectionString),
      env: { SMTP_URL: sink.url, LOG_LEVEL: 'error' },
    });
    cleanups.push(worker.kill);
    await waitForMailTo(sink, email);
    expect(await worker.stop()).toBe(0);
    expect(mailsTo(sink, email)).toHaveLength(1);
  });
});

/**
 * Returns the URL of the database with the user as a parameter and without a host. The URL Standard (§4.4) does not
 * allow such a URL.
 */
const withUserInQuery = (address: string): string =>
  address.replace(/^(\w+:\/\/)([^@/]+)@(\/.*\?.*)$/, '$1$3&user=$2');
