import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';

export interface RateRule {
  /** Name of the rule. Requests are counted separately for each rule. */
  name: string;
  limit: number;
  windowMs: number;
}

export interface WantedUses {
  needed: number;
  /**
   * Number of requests that the process wants to reserve in addition to `needed`. Near the limit,
   * the database reserves fewer.
   */
  extra: number;
}

export interface Granted {
  /**
   * Number of requests that the process may allow. Near the limit, it is less than `needed` and
   * `extra` together.
   */
  granted: number;
  remaining: number;
  endsAt: Date;
}

/**
 * A process reserves in advance at most the number of remaining requests divided by this constant,
 * so that other processes can reserve requests too.
 */
const RESERVE_SHARE = 16;

/**
 * Takes requests from the current time window of a client. Concurrent calls together never exceed
 * the limit.
 */
export async function takeUses(
  db: Db,
  rule: RateRule,
  subject: string,
  { needed, extra }: WantedUses,
  now: Date,
): Promise<Granted> {
  const id = createHash('sha256').update(`${rule.name}\n${subject}`).digest();
  const endsAt = new Date(now.getTime() + rule.windowMs);
  const hasEnded = sql`w.ends_at <= ${now}::timestamptz`;
  const used = sql`case when ${hasEnded} then 0 else w.used end`;
  const granted = (usedBefore: RawBuilder<unknown>) => sql`(
    select greatest(0, least(l.uses, ${needed}::int + least(
      ${extra}::int, greatest(0, l.uses - ${needed}::int) / ${RESERVE_SHARE}::int)))
    from (select ${rule.limit}::int - (${usedBefore}) as uses) l)`;
  const { rows } = await sql<{ used: number; granted: number; ends_at: Date }>`
    insert into rate_window as w (subject, used, granted, ends_at)
    select ${id}, g.uses, g.uses, ${endsAt}::timestamptz from (select ${granted(sql`0`)} as uses) g
    on conflict (subject) do update set
      used = ${used} + ${granted(used)},
      granted = ${granted(used)},
      ends_at = case when ${hasEnded} then excluded.ends_at else w.ends_at end
    returning used, granted, ends_at`.execute(db);
  const row = rows[0]!;
  return {
    granted: row.granted,
    remaining: Math.max(0, rule.limit - row.used),
    endsAt: row.ends_at,
  };
}
