import { isParlanceError } from '@parlance/sdk';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { codeOf, createTenant, type Tenant } from '../../../test/app/build.ts';
import { createScriptedEngine, directoryOf } from '../../../test/engines/scripted-engine.ts';
import { execute } from '../../../test/servers/postgres.ts';

const WARN_LEVEL = 40;

let app: TestApp;
let tenant: Tenant;
const logged: { level: number; msg: string; code?: string }[] = [];

beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) });
  app = await startTestApp({
    overrides: { log, engines: directoryOf(waiting) },
    works: false,
  });
  tenant = await createTenant(app);
});
afterAll(() => app?.close());
beforeEach(() => {
  logged.length = 0;
});

const waiting = createScriptedEngine({
  id: 'waiting',
  answer: ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
});

const warnings = () => logged.filter(({ level }) => level >= WARN_LEVEL);

async function loseTransactions(count: number): Promise<void> {
  await execute(
    app.connectionString,
    `drop sequence if exists lost_count; create sequence lost_count;
     create or replace function lose() returns trigger language plpgsql as $$
     begin
       if nextval('lost_count') <= ${count} then raise exception using errcode = '40P01'; end if;
       return new;
     end $$;
     create or replace trigger lose before insert on project for each row execute function lose()`,
  );
}

const create = () => tenant.client.i18n.projects.create({ name: 'Contended', sourceLocale: 'en' });

describe('a request whose transaction PostgreSQL rolls back', () => {
  it('succeeds if a retry of the transaction succeeds', async () => {
    await loseTransactions(2);
    const { id } = (await create()).data;
    const { data } = await tenant.client.i18n.projects.list({});
    expect(data.filter(({ name }) => name === 'Contended').map((project) => project.id)).toEqual([
      id,
    ]);
    expect(warnings()).toEqual([]);
  });

  it('receives 503 with Retry-After if every retry fails', async () => {
    await loseTransactions(1_000);
    const error = await create().catch((thrown: unknown) => thrown);
    expect(isParlanceError(error) && error).toMatchObject({
      status: 503,
      code: 'service_unavailable',
      retryAfterSeconds: 1,
    });
    expect(warnings()).toMatchObject([{ level: WARN_LEVEL, msg: 'transaction given up' }]);
    await loseTransactions(0);
  });
});

describe('a request to a service without payments', () => {
  it('causes no log line besides the request line', async () => {
    const response = await fetch(`${app.url}/v1/billing/webhooks/paypal`, { method: 'POST' });
    expect(response.status).toBe(503);
    const checkout = tenant.client.billing.checkoutSessions.create({ packId: 'any' });
    expect(await codeOf(checkout)).toBe('payments_unavailable');
    expect(logged.map(({ msg }) => msg)).toEqual(['request', 'request']);
  });
});

describe('a client that disconnects while its request is handled', () => {
  it('causes no warning and no error in the log', async () => {
    const leaving = new AbortController();
    const body = { text: 'Hello', sourceLocale: 'en', targetLocale: 'es' };
    const asked = fetch(`${app.url}/v1/translate/text`, {
      method: 'POST',
      headers: {
        authorization: `ApiKey ${tenant.apiKey.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
      signal: leaving.signal,
    });
    await expect.poll(() => waiting.calls.length).toBe(1);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => logged.map(({ msg }) => msg)).toContain('request ended early');
    expect(warnings()).toEqual([]);
  });
});
