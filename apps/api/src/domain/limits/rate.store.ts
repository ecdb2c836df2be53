import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

export interface RateRule {
  /** Sets the rule's counts apart from those of other rules. */
  name: string;
  limit: number;
  windowMs: number;
}

export interface Granted {
  /** How many of the asked-for uses the window had left. */
  granted: number;
  /** What the window has left after them. */
  remaining: number;
  endsAt: Date;
}

/** Takes up to `wanted` uses of a subject's window, exactly, whoever asks at the same time. */
export async function takeUses(
  db: Db,
  rule: RateRule,
  subject: string,
  wanted: number,
  now: Date,
): Promise<Granted> {
  const id = createHash('sha256').update(`${rule.name}\n${subject}`).digest();
  const endsAt = new Date(now.getTime() + rule.windowMs);
  const { rows } = await sql<{ used: number; ends_at: Date }>`
    insert into rate_window as w (subject, used, ends_at)
    values (${id}, ${wanted}, ${endsAt}::timestamptz)
    on conflict (subject) do update set
      used = case when w.ends_at <= ${now}::timestamptz then excluded.used
                  else w.used + excluded.used end,
      ends_at = case when w.ends_at <= ${now}::timestamptz then excluded.ends_at else w.ends_at end
    returning used, ends_at`.execute(db);
  const { used, ends_at } = rows[0]!;
  const leftBefore = rule.limit - (used - wanted);
  return {
    granted: Math.max(0, Math.min(wanted, leftBefore)),
    remaining: Math.max(0, rule.limit - used),
    endsAt: ends_at,
  };
}
