import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/servers/postgres.ts';
import { type Db, type DbClient, executeRaw, openDb } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import type { Payments } from '../../../deps.ts';
import { insertBucket, postEntry, viewAccount } from '../../billing/credit-account.store.ts';
import { reserveCredits, withCurrentAccount } from '../../billing/credit-account.ts';
import type { WorkReference } from '../../billing/reservation.store.ts';
import { meterUsage } from '../../billing/usage/meter-usage.ts';
import type { OwnerRef } from '../../kernel/tenant.ts';
import {
  insertMembership,
  insertOrganization,
} from '../../people/organization/organization.store.ts';
import { addReads } from '../delivery/bundle-read.store.ts';
import { sweepEnded } from './sweep-ended.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let database: TestDatabase;
let client: DbClient;
let db: Db;
let organizationId: OwnerRef;
let userId: string;
const START = new Date('2026-05-01T12:00:00Z');
let now = START;
const clock = { now: () => now };
const payments = { packs: [], monthlyCredits: 0, returnUrl: '' } as unknown as Payments;
const running = new AbortController().signal;

beforeAll(async () => {
  database = await createTestDatabase();
  client = openDb(database.connectionString, { maxConnections: 8, onIdleError: () => {} });
  db = client.db;
  userId = newId();
  await db
    .insertInto('app_user')
    .values({
      id: userId,
      email: 'one@example.test',
      email_folded: 'one@example.test',
      name: 'One',
      password_hash: 'none',
      created_at: START,
    })
    .execute();
  organizationId = await insertOrganization(db, {
    name: 'One',
    slug: 'one',
    personalUserId: userId,
    now: START,
  });
  await insertMembership(db, { organizationId, userId, role: 'owner', locales: null, now: START });
});
beforeEach(() => {
  now = START;
});
afterAll(async () => {
  await client.close();
  await database.drop();
});

const later = (ms: number): void => {
  now = new Date(START.getTime() + ms);
};
const at = (ms: number): Date => new Date(START.getTime() + ms);
const countOf = async (table: string): Promise<number> => {
  const { rows } = await executeRaw(db, `select count(*) as count from ${table}`);
  return rows[0]!.count as number;
};
const sweep = (signal = running) => sweepEnded({ db, clock, payments }, signal);
const nothing = {
  sessions: 0,
  mailTokens: 0,
  idempotencyRecords: 0,
  rateWindows: 0,
  invitations: 0,
  deliveries: 0,
  notifications: 0,
  comments: 0,
  stagedImports: 0,
  reads: 0,
  progressDays: 0,
  jobResults: 0,
  engineAnswers: 0,
  creditAccounts: 0,
};

const addSession = (expiresAt: Date) =>
  db
    .insertInto('session')
    .values({
      token_hash: randomBytes(32),
      id: newId(),
      user_id: userId,
      created_at: START,
      renewed_at: START,
      expires_at: expiresAt,
    })
    .execute();

const addMailToken = (ended: { used_at?: Date; voided_at?: Date; expires_at: Date }) =>
  db
    .insertInto('mail_token')
    .values({
      id: newId(),
      user_id: userId,
      purpose: 'verify_email',
      token_hash: randomBytes(32),
      created_at: START,
      ...ended,
    })
    .execute();

const addRecord = (createdAt: Date) =>
  db
    .insertInto('idempotency_record')
    .values({
      organization_id: organizationId,
      principal_id: userId,
      operation: 'translate.text',
      key_hash: randomBytes(32),
      created_at: createdAt,
      locked_until: createdAt,
    })
    .execute();

const addWindow = (endsAt: Date) =>
  db
    .insertInto('rate_window')
    .values({ subject: randomBytes(32), used: 1, ends_at: endsAt })
    .execute();

async function addJob(finishedAt: Date | null, chunks: number): Promise<string> {
  const id = newId();
  await db
    .insertInto('translation_job')
    .values({
      organization_id: organizationId,
      id,
      kind: 'strings',
      source_locale: 'en',
      options: '{}',
      status: finishedAt === null ? 'running' : 'completed',
      strings_total: chunks,
      strings_done: chunks,
      billed_units: 7,
      created_by_type: 'user',
      created_by_id: userId,
      created_by_name: 'One',
      created_at: START,
      finished_at: finishedAt,
    })
    .execute();
  await executeRaw(
    db,
    `insert into translation_source (organization_id, job_id, id, strings)
     select $1::uuid, $2::uuid, n, '[]' from generate_series(1, $3::int) n`,
    [organizationId, id, chunks],
  );
  await executeRaw(
    db,
    `insert into translation_chunk
       (organization_id, job_id, locale, chunk, source_id, strings_count, is_done, results)
     select $1::uuid, $2::uuid, 'de', n, n, 1, true, '[]' from generate_series(1, $3::int) n`,
    [organizationId, id, chunks],
  );
  return id;
}

const jobIdsIn = async (table: 'translation_chunk' | 'translation_source') =>
  (await db.selectFrom(table).select('job_id').distinct().execute()).map(({ job_id }) => job_id);

describe('sweepEnded', () => {
  it('deletes a session when it expires, and keeps the session until then', async () => {
    await addSession(at(HOUR_MS));
    await addSession(at(2 * HOUR_MS));
    later(HOUR_MS - 1);
    expect(await sweep()).toEqual(nothing);
    later(HOUR_MS);
    expect(await sweep()).toEqual({ ...nothing, sessions: 1 });
    later(2 * HOUR_MS);
    expect(await sweep()).toEqual({ ...nothing, sessions: 1 });
    expect(await countOf('session')).toBe(0);
  });

  it('deletes used, void and expired mail tokens after 30 days, and never deletes an active token', async () => {
    const expires_at = at(DAY_MS);
    await addMailToken({ expires_at, used_at: at(MINUTE_MS) });
    await addMailToken({ expires_at, voided_at: at(MINUTE_MS) });
    await addMailToken({ expires_at });
    await addMailToken({ expires_at: at(40 * DAY_MS) });
    later(30 * DAY_MS);
    expect(await sweep()).toEqual(nothing);
    later(30 * DAY_MS + 1);
    expect(await sweep()).toEqual({ ...nothing, mailTokens: 3 });
    later(40 * DAY_MS);
    expect(await sweep()).toEqual({ ...nothing, mailTokens: 1 });
  });

  it('deletes stored responses to an Idempotency-Key after 24 hours', async () => {
    await addRecord(at(0));
    await addRecord(at(MINUTE_MS));
    later(DAY_MS);
    expect(await sweep()).toEqual(nothing);
    later(DAY_MS + 1);
    expect(await sweep()).toEqual({ ...nothing, idempotencyRecords: 1 });
    later(DAY_MS + MINUTE_MS + 1);
    expect(await sweep()).toEqual({ ...nothing, idempotencyRecords: 1 });
  });

  it('deletes notifications 90 days after the comment', async () => {
    const add = (created_at: Date) => {
      const ids = { id: newId(), project_id: newId(), thread_id: newId(), comment_id: newId() };
      const owner = { user_id: userId, organization_id: organizationId };
      const row = { ...ids, ...owner, kind: 'mention' as const, created_at, awaits_mail: true };
      return db.insertInto('notification').values(row).execute();
    };
    await add(at(0));
    await add(at(MINUTE_MS));
    later(90 * DAY_MS);
    expect(await sweep()).toEqual(nothing);
    later(90 * DAY_MS + 1);
    expect(await sweep()).toEqual({ ...nothing, notifications: 1 });
    later(91 * DAY_MS);
    expect(await sweep()).toEqual({ ...nothing, notifications: 1 });
  });

  it('deletes rate windows that have ended', async () => {
    await addWindow(at(MINUTE_MS));
    await addWindow(at(2 * MINUTE_MS));
    later(MINUTE_MS);
    expect(await sweep()).toEqual({ ...nothing, rateWindows: 1 });
    later(2 * MINUTE_MS);
    expect(await sweep()).toEqual({ ...nothing, rateWindows: 1 });
  });

  it('deletes strings and results of jobs that ended 90 days ago, and keeps the jobs', async () => {
    const old = await addJob(at(0), 250);
    const recent = await addJob(at(HOUR_MS), 3);
    const unfinished = await addJob(null, 3);
    later(90 * DAY_MS);
    expect(await sweep()).toEqual(nothing);
    later(90 * DAY_MS + 1);
    expect(await sweep()).toEqual({ ...nothing, jobResults: 1 });
    expect((await jobIdsIn('translation_chunk')).sort()).toEqual([recent, unfinished]);
    expect((await jobIdsIn('translation_source')).sort()).toEqual([recent, unfinished]);
    const job = await db
      .selectFrom('translation_job')
      .where('id', '=', old)
      .select(['status', 'billed_units', 'results_dropped_at'])
      .executeTakeFirst();
    expect(job).toEqual({ status: 'completed', billed_units: 7, results_dropped_at: now });
    expect(await sweep()).toEqual(nothing);
    later(1000 * DAY_MS);
    expect(await sweep()).toEqual({ ...nothing, jobResults: 1 });
    expect(await jobIdsIn('translation_chunk')).toEqual([unfinished]);
  });

  it('deletes invitations 90 days after they were sent, with their tokens', async () => {
    const id = newId();
    await db
      .insertInto('invitation')
      .values({
        organization_id: organizationId,
        id,
        email: 'two@example.test',
        email_folded: 'two@example.test',
        role: 'viewer',
        invited_by_type: 'user',
        invited_by_id: userId,
        invited_by_name: 'One',
        created_at: START,
        expires_at: at(7 * DAY_MS),
      })
      .execute();
    await db
      .insertInto('invitation_token')
      .values({ token_hash: randomBytes(32), organization_id: organizationId, invitation_id: id })
      .execute();
    later(90 * DAY_MS);
    expect(await sweep()).toEqual(nothing);
    later(90 * DAY_MS + MINUTE_MS);
    expect(await sweep()).toEqual({ ...nothing, invitations: 1 });
    expect(await countOf('invitation_token')).toBe(0);
  });

  it('deletes engine answers after 60 days, even of organizations that no longer translate', async () => {
    const other = await insertOrganization(db, {
      name: 'Other',
      slug: 'other',
      personalUserId: null,
      now: START,
    });
    for (const owner of [organizationId, other]) {
      for (const [count, createdAt] of [
        [1_500, START],
        [2, at(DAY_MS)],
      ] as const) {
        await executeRaw(
          db,
          `insert into engine_answer (organization_id, request_hash, body, created_at)
           select $1::uuid, sha256(($3 || n::text)::bytea), 'text', $3::timestamptz
           from generate_series(1, $2::int) n`,
          [owner, count, createdAt.toISOString()],
        );
      }
    }
    later(60 * DAY_MS - MINUTE_MS);
    expect(await sweep()).toEqual(nothing);
    later(60 * DAY_MS);
    expect(await sweep()).toEqual({ ...nothing, engineAnswers: 3_000 });
    expect(await countOf('engine_answer')).toBe(4);
    later(61 * DAY_MS);
    expect(await sweep()).toEqual({ ...nothing, engineAnswers: 4 });
  });

  it('ends expired reservations without a request, and charges the completed work', async () => {
    const reference: WorkReference = { type: 'translation', id: newId() };
    await db.transaction().execute(async (tx) => {
      await withCurrentAccount({ clock, payments }, tx, organizationId, async (account) => {
        for (const [credits, expiresAt] of [
          [100, null],
          [7, at(DAY_MS)],
        ] as const) {
          const of = { type: 'test', id: newId() };
          const bucket = { organizationId, kind: 'purchased', credits, expiresAt, now } as const;
          await insertBucket(tx, bucket);
          const description = 'Test';
          await postEntry(tx, account, { type: 'grant', credits, reference: of, description, now });
        }
      });
      await reserveCredits({ clock, payments }, tx, { organizationId, reference, units: 60 });
      await meterUsage(tx, {
        organizationId,
        projectId: null,
        sourceLocale: 'en',
        targetLocale: 'de',
        amounts: [{ engine: 'pseudo', strings: 1, units: 20, billedUnits: 20 }],
        reference,
        now,
      });
    });
    later(59 * MINUTE_MS);
    expect(await sweep()).toEqual(nothing);
    later(61 * MINUTE_MS);
    expect(await sweep()).toEqual({ ...nothing, creditAccounts: 1 });
    expect(await viewAccount(db, organizationId)).toMatchObject({ balance: 87, reserved: 0 });
    expect(await countOf('credit_reservation')).toBe(0);
    expect(await sweep()).toEqual(nothing);
  });

  it('deletes every row of many batches once, although another sweeper runs', async () => {
    await executeRaw(
      db,
      `insert into session (token_hash, id, user_id, created_at, renewed_at, expires_at)
       select sha256(n::text::bytea), gen_random_uuid(), $1::uuid, $2, $2, $2
       from generate_series(1, 3500) n`,
      [userId, START],
    );
    const [one, two] = await Promise.all([sweep(), sweep()]);
    expect(one.sessions + two.sessions).toBe(3500);
    expect(await countOf('session')).toBe(0);
  });

  it('skips a row that another transaction locks', async () => {
    await addSession(at(0));
    await addSession(at(0));
    const held = await db.selectFrom('session').select('id').limit(1).executeTakeFirstOrThrow();
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('session').where('id', '=', held.id).select('id').forUpdate().execute();
      expect(await sweep()).toEqual({ ...nothing, sessions: 1 });
    });
    expect(await sweep()).toEqual({ ...nothing, sessions: 1 });
  });

  it('deletes counts of requests for bundles after two days, when no view shows them any more', async () => {
    const counts = [{ projectId: newId(), environmentId: newId(), requests: 7 }];
    await addReads(db, counts, START);
    later(HOUR_MS);
    await addReads(db, counts, now);
    later(2 * DAY_MS + 1);
    expect(await sweep()).toEqual({ ...nothing, reads: 1 });
    expect(await countOf('bundle_read')).toBe(1);
    later(3 * DAY_MS);
    expect(await sweep()).toEqual({ ...nothing, reads: 1 });
  });

  it('does nothing after an abort, and continues at the next run', async () => {
    await addSession(at(0));
    expect(await sweep(AbortSignal.abort())).toEqual(nothing);
    expect(await sweep()).toEqual({ ...nothing, sessions: 1 });
  });
});
