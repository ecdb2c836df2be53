import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { SCOPES } from '@parlance/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  mailsTo,
  openAccount,
  type ProcessAccount,
  type ServiceProcess,
  send,
  startDatabaseServer,
  startProcess,
  type TestDatabaseServer,
  until,
} from '../processes/process.ts';
import { makeTestDirectory } from '../servers/postgres.ts';

let database: TestDatabaseServer;
let service: ServiceProcess;
let dataDir: string;

beforeAll(async () => {
  dataDir = makeTestDirectory();
  database = await startDatabaseServer();
  service = await startProcess({
    dataDir,
    databaseUrl: database.connectionString,
    // Selects the most verbose level, so that the service writes every log line.
    env: { LOG_LEVEL: 'trace', RATE_LIMITS: 'on' },
  });
});
afterAll(async () => {
  await service?.stop();
  await database?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const tokensIn = (mails: string[]): string[] =>
  mails.flatMap((mail) => [...mail.matchAll(/#token=([\w-]+)/g)].map(([, token]) => token!));

it('no log line of a session contains a token, a password, a mailed link or a translation, at any level', async () => {
  const secrets = {
    wrongPassword: 'wrong-pass-zebra-1',
    newPassword: 'changed-pass-zebra-2',
    text: 'Sourcetext zebra three',
    target: 'Zieltext zebra four',
    description: 'Descriptive zebra five',
    search: 'searched-zebra-six',
    broken: 'broken-zebra-seven',
    string: 'Translate zebra eight',
    // The pseudo engine translates `Translate` into this word.
    translated: 'Ŧŕåñšļåţé',
    note: 'Release zebra nine',
    idempotencyKey: 'idem-zebra-ten',
  };
  const account: ProcessAccount = await openAccount(service);
  const key = { Authorization: `ApiKey ${account.apiKey}` };
  const statuses: number[] = [];
  const call = async (method: string, path: string, body?: unknown, headers: object = key) => {
    const answer = await send(service, method, path, { body, headers: { ...headers } });
    statuses.push(answer.status);
    return answer.body.data as Record<string, string>;
  };
  const raw = async (path: string, body: string, headers: Record<string, string>) => {
    statuses.push((await fetch(service.url + path, { method: 'POST', body, headers })).status);
  };

  const { email } = account;
  await call('POST', '/v1/auth/sign-in', { email, password: secrets.wrongPassword }, {});
  await call('POST', '/v1/auth/forgot-password', { email }, {});
  await until('the reset mail', () => mailsTo(dataDir, email).length === 2, 30_000);
  const [token] = tokensIn(mailsTo(dataDir, email).slice(-1));
  await call('POST', '/v1/auth/reset-password', { token, password: secrets.newPassword }, {});
  await call('POST', '/v1/auth/reset-password', { token, password: secrets.newPassword }, {});
  const signedIn = await send(service, 'POST', '/v1/auth/sign-in', {
    body: { email, password: secrets.newPassword },
  });
  const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!;
  const session = { Cookie: cookie };
  const created = await call('POST', '/v1/api-keys', { name: 'k', scopes: SCOPES }, session);
  await call('GET', '/v1/i18n/projects', undefined, {
    Authorization: `ApiKey ${created.token!.slice(0, -1)}`,
  });

  const project = await call('POST', '/v1/i18n/projects', { name: 'P', sourceLocale: 'en' });
  const base = `/v1/i18n/projects/${project.id}`;
  await call(
    'POST',
    `${base}/import`,
    { locale: 'en', content: { a: secrets.text, b: { c: secrets.text } }, targetLocales: ['de'] },
    { ...key, 'Idempotency-Key': secrets.idempotencyKey },
  );
  await call('POST', `${base}/keys`, { name: 'd', description: secrets.description });
  await call('POST', `${base}/import`, { locale: 'de', content: { a: secrets.target } });
  await call('POST', `${base}/import`, { locale: 'xx-notatag', content: { a: secrets.target } });
  await call('POST', `${base}/import`, {
    locale: 'en',
    content: { a: secrets.text, 'a\0': 'x' },
  });
  await call('GET', `${base}/values?locale=en&q=${secrets.search}`);
  await call('POST', `${base}/glossary`, {
    term: secrets.text,
    translations: { de: secrets.target },
  });
  await raw(`${base}/import`, `{"locale":"en","content":{"a":"${secrets.broken}`, {
    ...key,
    'Content-Type': 'application/json',
  });
  await raw(`${base}/import?locale=en`, `key: [${secrets.broken}`, {
    ...key,
    'Content-Type': 'application/yaml',
  });
  await raw('/v1/translate/text', `{"text": ${secrets.broken}}`, {
    ...key,
    'Content-Type': 'application/json',
  });
  const work = { sourceLocale: 'en', targetLocales: ['de'], engine: 'pseudo' };
  await call('POST', '/v1/translate/multilingual', { strings: [secrets.string], ...work });
  const job = await call('POST', '/v1/translate/jobs', { strings: [secrets.string], ...work });
  await call('GET', `/v1/translate/jobs/${job.id}?x=${secrets.search}`);
  await call('POST', '/v1/translate/text', {
    text: secrets.string,
    sourceLocale: 'en',
    targetLocale: 'de',
    engine: 'deepl',
  });
  await call('POST', `${base}/releases`, { environment: 'production', note: secrets.note });
  const organization = await call('POST', '/v1/organizations', { name: 'Shared' }, session);
  const { link } = await call(
    'POST',
    `/v1/organizations/${organization.id}/invitations`,
    { email: `invited-${Date.now()}@example.test`, role: 'viewer' },
    session,
  );

  // The next requests are sent while the database and thus the queue are down.
  database.kill();
  // Connections outlive the killed database for some milliseconds.
  await until(
    'away',
    async () => (await send(service, 'GET', '/health/ready')).status === 503,
    30_000,
  );
  await call('POST', `${base}/import`, { locale: 'en', content: { a: `${secrets.text} 2` } });
  await call('POST', '/v1/translate/multilingual', { strings: [secrets.string], ...work });
  await call('POST', '/v1/auth/sign-in', { email, password: secrets.newPassword }, {});
  await database.restart();
  await until(
    'ready again',
    async () => (await send(service, 'GET', '/health/ready')).status === 200,
    30_000,
  );
  await sleep(50);

  // The session caused responses, refusals and faults of every kind.
  expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(12);
  expect(new Set(statuses)).toEqual(
    new Set([...statuses.filter((status) => status < 300), 400, 401, 422, 503]),
  );
  const [sessionToken, keyTokens] = [cookie.split('=')[1]!, [account.apiKey, created.token!]];
  const mailed = tokensIn([...mailsTo(dataDir, email), link!]);
  expect(mailed.length).toBeGreaterThanOrEqual(3);
  const forbidden = [
    ...Object.values(secrets),
    account.password,
    sessionToken,
    ...keyTokens,
    ...keyTokens.map((secret) => secret.slice(-20)),
    ...mailed,
    '#token=',
  ];
  expect(service.lines.length).toBeGreaterThan(40);
  for (const line of service.lines) {
    for (const secret of forbidden) expect(line).not.toContain(secret);
  }
});
