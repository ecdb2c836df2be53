import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const SAMPLE_MS = 20;

/** Causes of waits of connections with an open transaction or statement. */
export const CAUSES = ['processor', 'service', 'WAL', 'lock', 'latch', 'file', 'other'] as const;
export type Cause = (typeof CAUSES)[number];

export interface Waits {
  /** Average number of active connections. */
  readonly atWork: number;
  /** Average number of locks that are not granted. */
  readonly blocked: number;
  /** Share of the active time by cause, from 0 to 1. */
  readonly shares: ReadonlyMap<Cause, number>;
  /** The most frequent wait events by their PostgreSQL names. A lock includes its statement. */
  readonly names: readonly string[];
}

interface Sample {
  type: string | null;
  event: string | null;
  state: string;
  statement: string;
  count: number;
}

/**
 * Samples the other clients of this database. A connection without a wait event is running or waits for a free core.
 */
const SAMPLES = `
  select wait_event_type as type, wait_event as event, state, count(*)::int as count,
         case when wait_event_type = 'Lock' then left(regexp_replace(query, '\\s+', ' ', 'g'), 60) else '' end as statement
  from pg_stat_activity
  where backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid()
    and (state = 'active' or state like 'idle in transaction%')
  group by 1, 2, 3, 5`;
const BLOCKED = `
  select locktype || coalesce(' ' || relation::regclass, '') as name, count(*)::int as count
  from pg_locks where not granted group by 1`;

/** Samples the wait events of a database's clients until it is stopped. */
export async function sampleWaits(databaseUrl: string): Promise<{ stop(): Promise<Waits> }> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const samples: Sample[] = [];
  const blocked: { name: string; count: number }[] = [];
  let rounds = 0;
  let isOpen = true;
  const sampling = (async () => {
    for (; isOpen; rounds++) {
      samples.push(...(await client.query<Sample>(SAMPLES)).rows);
      blocked.push(...(await client.query(BLOCKED)).rows);
      await sleep(SAMPLE_MS);
    }
  })();
  return {
    async stop() {
      isOpen = false;
      await sampling;
      await client.end();
      return summarize(samples, blocked, rounds);
    },
  };
}

function summarize(
  samples: readonly Sample[],
  blocked: readonly { name: string; count: number }[],
  rounds: number,
): Waits {
  const total = samples.reduce((sum, { count }) => sum + count, 0);
  const byCause = new Map<Cause, number>();
  const byName = new Map<string, number>();
  const add = <Key>(counts: Map<Key, number>, key: Key, count: number) =>
    counts.set(key, (counts.get(key) ?? 0) + count);
  for (const sample of samples) {
    const cause = causeOf(sample);
    add(byCause, cause, sample.count / total);
    if (cause === 'processor' || cause === 'service') continue;
    const name = [sample.type, sample.event, sample.statement].filter(Boolean).join(' ');
    add(byName, name, sample.count / total);
  }
  for (const { name, count } of blocked) add(byName, `not granted: ${name}`, count / total);
  return {
    atWork: total / rounds,
    blocked: blocked.reduce((sum, { count }) => sum + count, 0) / rounds,
    shares: byCause,
    names: [...byName]
      .sort(([, a], [, b]) => b - a)
      .slice(0, 6)
      .map(([name, share]) => `${(100 * share).toFixed(1)} % ${name}`),
  };
}

function causeOf({ type, event, state }: Sample): Cause {
  if (state !== 'active' || event === 'ClientRead') return 'service';
  if (type === null) return 'processor';
  if (/^wal/i.test(event ?? '')) return 'WAL';
  if (type === 'Lock') return 'lock';
  if (type === 'LWLock' || type === 'BufferPin') return 'latch';
  return type === 'IO' ? 'file' : 'other';
}
