import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import type { TestApp } from '../../../test/app/app.ts';
import type { Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { newId } from '../../db/ids/uuid.ts';
import { answerOnce } from './idempotency.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
describeProject((given) => {
  ({ app, tenant, projectId } = given);
});

const post = async (
  path: string,
  key: string,
  body: unknown,
  token = tenant.apiKey.token,
): Promise<{ status: number; body: { data?: Record<string, unknown>; code?: string } }> => {
  const response = await fetch(`${app.url}/v1/i18n/projects/${projectId}/${path}`, {
    method: 'POST',
    headers: {
      Authorization: `ApiKey ${token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as never };
};

const countReleases = async (): Promise<number> =>
  (await app.db.selectFrom('release').where('project_id', '=', projectId).select('id').execute())
    .length;

/** Makes the locks of all running calls expire, as if they had not been renewed. */
const expireLocks = () =>
  sql`update idempotency_record set locked_until = clock_timestamp() - interval '1 ms'
      where status is null`.execute(app.db);

/**
 * Returns the remaining time of the running call's lock, in milliseconds. The time is not positive
 * if no call is running.
 */
async function lockedForMs(): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select coalesce(max(extract(epoch from locked_until - clock_timestamp())) * 1000, 0)::float8 as ms
    from idempotency_record where status is null`.execute(app.db);
  return rows[0]!.ms;
}

describe('a call with an Idempotency-Key', () => {
  const release = { environment: 'production' };

  it('returns the stored response for the same body, and does the work once', async () => {
    const key = randomUUID();
    const first = await post('releases', key, release);
    const again = await post('releases', key, release);
    expect(first.status).toBe(201);
    expect(again).toEqual(first);
    expect(await countReleases()).toBe(1);
  });

  it('fails if an earlier call with the key had another body', async () => {
    const key = randomUUID();
    await post('releases', key, release);
    const other = await post('releases', key, { ...release, note: 'other' });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_mismatch']);
    expect(await countReleases()).toBe(1);
  });

  it('does the work once if several calls with the key run concurrently', async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post('releases', key, release)),
    );
    const codes = answers.filter(({ status }) => status !== 201).map(({ body }) => body.code);
    expect(new Set(codes).size).toBeLessThanOrEqual(1);
    expect(codes.every((code) => code === 'idempotency_in_progress')).toBe(true);
    expect(await countReleases()).toBe(1);
  });

  it('recognizes the same streamed body and a different streamed body', async () => {
    const key = randomUUID();
    const body = { locale: 'en', content: { a: 'x'.repeat(100_000) } };
    const first = await post('import', key, body);
    expect(first.status).toBe(200);
    expect(await post('import', key, body)).toEqual(first);
    const other = await post('import', key, { locale: 'en', content: { a: 'y' } });
    expect(other.body.code).toBe('idempotency_mismatch');
  });

  it('returns the same error if the first call failed', async () => {
    const key = randomUUID();
    const first = await post('releases', key, { environment: 'nowhere' });
    expect(first.status).toBe(404);
    const again = await post('releases', key, { environment: 'nowhere' });
    expect([again.status, again.body.code]).toEqual([404, 'not_found']);
  });

  it('does not receive the response of another caller with the same key', async () => {
    const key = randomUUID();
    await post('releases', key, release);
    const { data } = await tenant.user.client.apiKeys.create({
      name: 'second',
      scopes: ['releases:write'],
    });
    const second = await post('releases', key, release, data.token);
    expect(second.status).toBe(201);
    expect(await countReleases()).toBe(2);
  });

  it('keeps its key locked while it runs, and loses the lock soon after its process has died', async () => {
    const request = { headers: { 'idempotency-key': randomUUID() }, url: '/', body: {} };
    const call = {
      request: request as never,
      operation: 'i18n.projects.import',
      principal: { type: 'api_key', id: newId(), organizationId: tenant.organizationId } as never,
      status: 200,
    };
    const second = () => answerOnce(app.deps, call, async () => ({ data: 'second' }));
    const gate = Promise.withResolvers<void>();
    const first = answerOnce(
      app.deps,
      call,
      async () => {
        await gate.promise;
        return { data: 'first' };
      },
      5,
    );
    for (let times = 0; times < 20; times++) {
      await expireLocks();
      await eventually(async () => expect(await lockedForMs()).toBeGreaterThan(0));
      await expect(second()).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    }
    gate.resolve();
    await first;
    expect(await second()).toMatchObject({ data: 'first' });

    await app.db
      .updateTable('idempotency_record')
      .set({ status: null, answer: null, body_hash: null })
      .where('organization_id', '=', tenant.organizationId)
      .execute();
    await eventually(async () => {
      await expireLocks();
      expect(await second()).toMatchObject({ data: 'second' });
    });
  });

  it('takes over the key of a stalled process after ten seconds, and stores its own response', async () => {
    const request = { headers: { 'idempotency-key': randomUUID() }, url: '/', body: {} };
    const principal = { type: 'api_key', id: newId(), organizationId: tenant.organizationId };
    const call = {
      request: request as never,
      operation: 'i18n.projects.import',
      principal: principal as never,
      status: 200,
    };
    const hangs = Promise.withResolvers<void>();
    // Simulates a process that stalls, does not renew its lock, and completes later.
    const late = answerOnce(
      app.deps,
      call,
      async () => {
        await hangs.promise;
        return { data: 'late' };
      },
      2 ** 31 - 1,
    );
    await eventually(async () => expect(await lockedForMs()).toBeGreaterThan(0));
    expect(await lockedForMs()).toBeLessThanOrEqual(10_000);
    await expireLocks();
    const second = () => answerOnce(app.deps, call, async () => ({ data: 'second' }));
    expect(await second()).toMatchObject({ data: 'second' });
    hangs.resolve();
    await late;
    expect(await second()).toMatchObject({ data: 'second' });
  });

  it('does the work again after a day', async () => {
    const key = randomUUID();
    await post('releases', key, release);
    app.clock.advance(24 * 60 * 60_000 + 1_000);
    await post('releases', key, release);
    expect(await countReleases()).toBe(2);
  });

  it('answers 422 to a key of more than 255 characters, but 401 first if the API key is invalid', async () => {
    const tooLong = 'k'.repeat(256);
    expect((await post('releases', tooLong, release)).status).toBe(422);
    expect((await post('releases', tooLong, release, 'plk_forged')).status).toBe(401);
  });
});
