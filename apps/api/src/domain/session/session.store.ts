import type { Role } from '@parlance/contracts';
import type { Db } from '../../db/client.ts';
import { newId } from '../../db/uuid.ts';

export interface FoundSession {
  sessionId: string;
  userId: string;
  userName: string;
  renewedAt: Date;
  /** Null where the user is no member of the organization that was asked for, or it is archived. */
  membership: { organizationId: string; role: Role } | null;
}

/**
 * The living session of a token, with its user's place in `organizationId`, or in the user's
 * personal organization where that is null.
 */
export async function findSession(
  db: Db,
  tokenHash: Buffer,
  organizationId: string | null,
  now: Date,
): Promise<FoundSession | null> {
  const row = await db
    .selectFrom('session as s')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .leftJoin('organization as o', (join) =>
      organizationId === null
        ? join.onRef('o.personal_user_id', '=', 'u.id').on('o.archived_at', 'is', null)
        : join.on('o.id', '=', organizationId).on('o.archived_at', 'is', null),
    )
    .leftJoin('membership as m', (join) =>
      join.onRef('m.organization_id', '=', 'o.id').onRef('m.user_id', '=', 'u.id'),
    )
    .where('s.token_hash', '=', tokenHash)
    .where('s.expires_at', '>', now)
    .where('u.deactivated_at', 'is', null)
    .select([
      's.id as session_id',
      's.user_id',
      's.renewed_at',
      'u.name as user_name',
      'm.organization_id',
      'm.role',
    ])
    .executeTakeFirst();
  if (!row) return null;
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    userName: row.user_name,
    renewedAt: row.renewed_at,
    membership:
      row.organization_id !== null && row.role !== null
        ? { organizationId: row.organization_id, role: row.role }
        : null,
  };
}

export async function insertSession(
  db: Db,
  session: { tokenHash: Buffer; userId: string; now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('session')
    .values({
      token_hash: session.tokenHash,
      id: newId(),
      user_id: session.userId,
      created_at: session.now,
      renewed_at: session.now,
      expires_at: session.expiresAt,
    })
    .execute();
}

export async function renewSession(
  db: Db,
  session: { tokenHash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .updateTable('session')
    .set({ renewed_at: session.now, expires_at: session.expiresAt })
    .where('token_hash', '=', session.tokenHash)
    .execute();
}

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute();
}

export async function deleteSessionsOfUser(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('session').where('user_id', '=', userId).execute();
}
