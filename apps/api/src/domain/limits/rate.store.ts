import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';

export interface RateRule {
  /** Separates the rule's counts from those of other rules. */
  name: string;
  limit: number;
  windowMs: number;
}

/** A request for uses of a window. */
export interface WantedUses {
  /** Number of uses for requests that are waiting. */
  needed: number;
  /** Number of further uses to hold in reserve. It decreases as the window is used up. */
  extra: number;
}

export interface Granted {
  /** Number of uses granted: `needed` and some of `extra`, or the remaining uses of the window. */
  granted: number;
  /** Uses of the window that remain afterwards. */
  remaining: number;
  endsAt: Date;
}

/** Maximum part of a window's remaining uses that a reserve may have, so that other processes get some. */
const RESERVE_SHARE = 16;

/** Takes uses from a subject's window. Never grants more than the rule allows, even for concurrent requests. */
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
