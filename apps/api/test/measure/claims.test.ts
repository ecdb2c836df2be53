import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, executeRaw } from '../../src/db/client.ts';
import { NIL_ID, newId } from '../../src/db/ids/uuid.ts';
import { foldOutdatedDeltas } from '../../src/domain/content/value/outdated-count.store.ts';
import { foldMarks } from '../../src/domain/content/value/revision.store.ts';
import { foldValueDeltas } from '../../src/domain/content/value/value-delta.store.ts';
import { trustedOwner, trustedProject } from '../../src/domain/kernel/tenant.ts';
import { takeDueErasure } from '../../src/domain/people/user/erasure.store.ts';
import { lockUnnamed } from '../../src/domain/release/delivery/unnamed-blob.store.ts';
import { deleteOldEntries } from '../../src/domain/release/retention/old-log.store.ts';
import { deleteReleases } from '../../src/domain/release/retention/old-release.store.ts';
import {
  deleteEnded,
  deleteJobRows,
  type Ended,
  endedMailTokens,
  endedRateWindows,
  endedSessions,
  expiredStagedImports,
  goneComments,
  oldAnswers,
  oldDeliveries,
  oldIdempotencyRecords,
  oldInvitations,
  oldNotifications,
  oldProgress,
} from '../../src/domain/release/retention/retention.store.ts';
import { lockDueInboxes } from '../../src/domain/talk/notification/inbox.store.ts';
import { lockDueDigest } from '../../src/domain/talk/webhook/chat/digest.store.ts';
import { claimWebhook } from '../../src/domain/talk/webhook/delivery.store.ts';
import {
  lockAllSources,
  takeMemoryChange,
} from '../../src/domain/translation/memory/index-memory.store.ts';
import { LINES, rangeOf } from '../../src/tasks/queue/lines.ts';
import { admitFirst, adoptLost } from '../../src/tasks/queue/turn.store.ts';
import { startTestApp, type TestApp } from '../app/app.ts';
import { type PlanNode, PlanWork } from './plan-work.ts';

const SOURCE = join(import.meta.dirname, '../../src');
/** Number of rows that are deleted before the statistics of a table are taken. */
const DEAD = 200;
/** Numbers of rows when the statistics of a table are taken, and of rows that are added later. */
const SIZES = [
  { counted: 0, added: 40 },
  { counted: 1, added: 40 },
  { counted: 2_000, added: 0 },
];
const LIMIT = 5;
const OWNER = trustedOwner(newId());
const PROJECT = trustedProject(newId());
const JOB = newId();
const NOW = new Date();
const UNTIL = new Date(NOW.getTime() + 60_000);

/** A statement that locks at most `limit` rows and skips locked rows. */
interface Claim {
  /** Path of the file with the statement, relative to the source folder. */
  readonly file: string;
  readonly table: string;
  /** SQL of column values for row `n`. Defaults to a value of the column's type. */
  readonly row?: Readonly<Record<string, string>>;
  readonly limit: number;
  run(db: Db, limit: number): Promise<unknown>;
}

const OF_OWNER = { organization_id: `'${OWNER}'` };
const OF_PROJECT = { project_id: `'${PROJECT}'` };
/** Ids in the order of the rows, like those of the service, with the last bytes of ids of keys. */
const ID = { id: "('00000000-0000-7000-8000-' || lpad(to_hex(n), 8, '0') || '0000')::uuid" };

const DUE_TASK = { name: "'send-mail'", state: "'created'", policy: 'null', blocked: 'false' };
const admission = { name: 'send-mail', priority: 77 };
const TURNS = 'tasks/queue/turn.store.ts';
const RETENTION = 'domain/release/retention/retention.store.ts';

const ended = (condition: Ended, row: Claim['row'] = {}): Claim => ({
  file: RETENTION,
  table: condition.table,
  row,
  limit: LIMIT,
  run: (db, limit) => deleteEnded(db, condition, limit),
});
const ofJob = (table: 'translation_chunk' | 'translation_source'): Claim => ({
  file: RETENTION,
  table,
  row: { ...OF_OWNER, job_id: `'${JOB}'`, chunk: 'n' },
  limit: LIMIT,
  run: (db, limit) => deleteJobRows(db, table, { organization_id: OWNER, id: JOB }, limit),
});

const CLAIMS: readonly Claim[] = [
  {
    file: 'domain/talk/webhook/delivery.store.ts',
    table: 'webhook',
    row: { next_at: "now() - interval '1 hour'" },
    limit: 1,
    run: (db) =>
      claimWebhook(db, { lease: newId(), now: NOW, until: UNTIL, running: [], exceptOf: [] }),
  },
  {
    file: 'domain/talk/webhook/chat/digest.store.ts',
    table: 'webhook',
    row: { next_digest_at: "now() - interval '1 hour'" },
    limit: 1,
    run: (db) => lockDueDigest(db, NOW),
  },
  {
    file: 'domain/people/user/erasure.store.ts',
    table: 'app_user',
    row: { erase_at: "now() - interval '1 hour'" },
    limit: 1,
    run: (db) => takeDueErasure(db, NOW, UNTIL),
  },
  {
    file: 'domain/release/retention/old-release.store.ts',
    table: 'release',
    row: { ...OF_PROJECT, ...ID, status: "'failed'" },
    limit: LIMIT,
    run: (db, limit) => deleteReleases(db, PROJECT, { failedBefore: NOW }, limit),
  },
  ...(['audit_log', 'activity'] as const).map(
    (table): Claim => ({
      file: 'domain/release/retention/old-log.store.ts',
      table,
      row: { ...OF_OWNER, ...ID },
      limit: LIMIT,
      run: (db, limit) => deleteOldEntries(db, table, OWNER, { before: NOW, limit }),
    }),
  ),
  {
    file: 'domain/talk/notification/inbox.store.ts',
    table: 'inbox',
    row: { digest_due_at: "now() - interval '1 hour'" },
    limit: LIMIT,
    run: (db, limit) => lockDueInboxes(db, NOW, limit),
  },
  {
    file: 'domain/release/delivery/unnamed-blob.store.ts',
    table: 'unnamed_blob',
    limit: LIMIT,
    run: (db, limit) => lockUnnamed(db, NOW, limit),
  },
  {
    file: 'domain/translation/memory/index-memory.store.ts',
    table: 'memory_change',
    limit: 1,
    run: (db) => takeMemoryChange(db, NIL_ID),
  },
  {
    file: 'domain/translation/memory/index-memory.store.ts',
    table: 'translation_key',
    row: { ...OF_PROJECT, ...ID },
    limit: LIMIT,
    run: (db, limit) =>
      lockAllSources(
        db,
        { projectId: PROJECT, id: NIL_ID, hashesAll: true, afterKeyId: NIL_ID },
        limit,
      ),
  },
  {
    file: 'domain/content/value/value-delta.store.ts',
    table: 'value_count_delta',
    limit: LIMIT,
    run: foldValueDeltas,
  },
  {
    file: 'domain/content/value/outdated-count.store.ts',
    table: 'outdated_value_delta',
    limit: LIMIT,
    run: foldOutdatedDeltas,
  },
  {
    file: 'domain/content/value/revision.store.ts',
    table: 'revision_mark',
    limit: LIMIT,
    run: foldMarks,
  },
  ended(endedSessions(NOW)),
  ended(endedMailTokens(NOW, NOW), { used_at: 'now()' }),
  ended(oldIdempotencyRecords(NOW)),
  ended(endedRateWindows(NOW)),
  ended(oldInvitations(NOW)),
  ended(oldDeliveries(NOW), { status: "'delivered'" }),
  ended(oldNotifications(NOW)),
  ended(goneComments(NOW), { text: 'null', answers_count: '0', event_id: `'${NIL_ID}'` }),
  ended(expiredStagedImports(NOW)),
  ended(oldProgress('2026-01-01'), {
    ...OF_PROJECT,
    locale_id: '1',
    day: "date '2010-01-01' + n",
  }),
  ended(oldAnswers(OWNER, NOW), OF_OWNER),
  ofJob('translation_chunk'),
  ofJob('translation_source'),
  {
    file: TURNS,
    table: 'pgboss.job',
    row: { ...DUE_TASK, priority: '0 - n * 128', group_id: "'g' || n" },
    limit: 1,
    run: (db) => admitFirst(db, admission, rangeOf(0, LINES - 1), []),
  },
  {
    file: TURNS,
    table: 'pgboss.job',
    row: { ...DUE_TASK, priority: 'n', start_after: "now() - interval '1 hour'" },
    limit: 1,
    run: (db) => adoptLost(db, admission),
  },
];

/** Statements without a limit that skip locked rows, because they lock the rows that the caller names. */
const WITHOUT_LIMIT = [
  'domain/billing/reservation.store.ts',
  'domain/content/change/change-number.store.ts',
  'domain/content/check/check.store.ts',
  'domain/kernel/outbox/outbox.store.ts',
  'domain/release/retention/old-release.store.ts',
];
/** File that builds the statements of other files. */
const SHARED = 'db/statements/pick-rows.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ works: false });
});
afterAll(() => app?.close());

const VALUES: readonly (readonly [type: RegExp, value: string])[] = [
  [/^uuid$/, 'gen_random_uuid()'],
  [/^timestamp/, "now() - interval '2 years' + n * interval '1 minute'"],
  [/^date$/, "date '2020-01-01' + n"],
  [/^(smallint|integer|bigint|numeric)$/, 'n % 30000'],
  [/^boolean$/, 'false'],
  [/^jsonb?$/, "'{}'"],
  [/^bytea$/, 'sha256(n::text::bytea)'],
  [/\[\]$/, "'{}'"],
  [/^(text|character)/, "'x' || n"],
];

interface Column {
  readonly name: string;
  readonly type: string;
  readonly label: string | null;
  readonly required: boolean;
}

/** Fills a table with arbitrary rows, regardless of other tables. */
async function fill(db: Db, { table, row = {} }: Claim, from: number, to: number): Promise<void> {
  const { rows: columns } = await sql<Column>`
    select a.attname as name, format_type(a.atttypid, null) as type,
           (select min(e.enumlabel) from pg_enum e where e.enumtypid = a.atttypid) as label,
           a.attnotnull and not a.atthasdef as required
    from pg_attribute a
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and a.attidentity = ''`.execute(db);
  const literalOf = ({ name, type, label }: Column): string =>
    row[name] ?? (label === null ? VALUES.find(([known]) => known.test(type))![1] : `'${label}'`);
  const given = columns.filter(({ name, required }) => required || row[name] !== undefined);
  await executeRaw(
    db,
    `insert into ${table} (${given.map(({ name }) => `"${name}"`)})
     select ${given.map(literalOf)} from generate_series(${from}, ${to}) n`,
  );
}

async function dropChecks(db: Db, table: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where conrelid = ${table}::regclass and contype = 'c' and conislocal`.execute(db);
  for (const { name } of rows)
    await executeRaw(db, `alter table ${table} drop constraint "${name}"`);
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const locksOf = (node: PlanNode): PlanNode[] =>
  nodesOf(node).filter((node) => node['Node Type'] === 'LockRows');
const rowsOf = (node: PlanNode): number => node['Actual Rows'] * node['Actual Loops'];

/** Returns the number of rows that the claim locks, and the number that its limits return in all runs. */
async function runClaim(claim: Claim, { counted, added }: (typeof SIZES)[number]) {
  const work = new PlanWork();
  const undo = new Error('undo');
  let found: { locked: number; limited: number } | null = null;
  try {
    await app.db.transaction().execute(async (tx) => {
      await executeRaw(tx, 'set local session_replication_role = replica');
      await dropChecks(tx, claim.table);
      // Most tables have more pages than their rows need.
      await fill(tx, claim, 1, DEAD);
      await executeRaw(tx, `delete from ${claim.table}`);
      await fill(tx, claim, 1, counted);
      await executeRaw(tx, `analyze ${claim.table}`);
      await fill(tx, claim, counted + 1, counted + added);
      work.take();
      await claim.run(tx, claim.limit);
      const claims = work.take().filter(({ text }) => text.includes('skip locked'));
      expect(claims).toHaveLength(1);
      const [{ plan }] = claims as [(typeof claims)[0]];
      const limits = nodesOf(plan).filter(
        (node) => node['Node Type'] === 'Limit' && locksOf(node).length > 0,
      );
      found = {
        locked: locksOf(plan).reduce((sum, node) => sum + rowsOf(node), 0),
        limited: Math.max(...limits.map(rowsOf)),
      };
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  } finally {
    work.stop();
  }
  return found!;
}

const filesOf = (pattern: RegExp): string[] =>
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) => pattern.test(readFileSync(join(SOURCE, name), 'utf8')))
    .sort();

describe('statements that lock a limited number of rows and skip locked rows', () => {
  it('all have an entry in the list of this test', () => {
    const listed = [...CLAIMS.map(({ file }) => file), ...WITHOUT_LIMIT, SHARED];
    const found = filesOf(/skip locked|skipLocked\(|pickRows\(/);
    expect([...new Set(listed)].sort()).toEqual(found);
  });

  it('lock exactly their limit, with few and with many rows in the statistics', {
    timeout: 180_000,
  }, async () => {
    const outcomes: unknown[] = [];
    const expected: unknown[] = [];
    for (const claim of CLAIMS) {
      const name = `${claim.file}: ${claim.table}`;
      for (const size of SIZES) {
        expected.push([name, size, { locked: claim.limit, limited: claim.limit }]);
        outcomes.push([name, size, await runClaim(claim, size)]);
      }
    }
    expect(outcomes).toEqual(expected);
  });
});
