import { type RawBuilder, sql } from 'kysely';
import { unsynced } from '../../../db/availability/standby.ts';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import { namedStatement } from '../../../db/statements/named-statements.ts';
import {
  type OwnerRef,
  type Page,
  type PageQuery,
  pageById,
  type RowOf,
  recordOf,
  trustedOwner,
} from '../../kernel/index.ts';
import { grantsOfMembership, type MembershipWithGrants } from '../../project/index.ts';

export interface FoundSession {
  sessionId: string;
  userId: string;
  userName: string;
  renewedAt: Date;
  /**
   * The user's role in the organization of the request. Null if the user is not a member, or if the
   * organization is archived.
   */
  membership: (MembershipWithGrants & { organizationId: OwnerRef }) | null;
}

const selectSession = (
  db: Db,
  tokenHash: RawBuilder<Buffer>,
  now: RawBuilder<Date>,
  isOrganization: RawBuilder<boolean>,
) =>
  db
    .selectFrom('session as s')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .leftJoin('organization as o', (join) =>
      join.on(isOrganization).on('o.archived_at', 'is', null),
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
      'm.locale_tags',
    ])
    .select(grantsOfMembership.as('grants'));

const selectSessionIn = namedStatement(
  'find_session_in',
  (db, tokenHash: RawBuilder<Buffer>, now: RawBuilder<Date>, organizationId: RawBuilder<string>) =>
    selectSession(db, tokenHash, now, sql`o.id = ${organizationId}`),
);

const selectPersonalSession = namedStatement(
  'find_personal_session',
  (db, tokenHash: RawBuilder<Buffer>, now: RawBuilder<Date>) =>
    selectSession(db, tokenHash, now, sql`o.personal_user_id = u.id`),
);

/**
 * Finds an active session by the hash of its token, with the user's role in an organization. A null
 * `organizationId` stands for the personal organization.
 */
export async function findSession(
  db: Db,
  tokenHash: Buffer,
  organizationId: string | null,
  now: Date,
): Promise<FoundSession | null> {
  const [row] =
    organizationId === null
      ? await selectPersonalSession(db, tokenHash, now)
      : await selectSessionIn(db, tokenHash, now, organizationId);
  if (!row) return null;
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    userName: row.user_name,
    renewedAt: row.renewed_at,
    membership:
      row.organization_id !== null && row.role !== null
        ? {
            organizationId: trustedOwner(row.organization_id),
            role: row.role,
            locales: row.locale_tags,
            grants: row.grants ?? [],
          }
        : null,
  };
}

const USER_AGENT_LENGTH = 300;

/**
 * Starts a session. Returns false if the password was reset or the user was deactivated after the
 * password was verified.
 */
export async function insertSession(
  db: Db,
  session: {
    tokenHash: Buffer;
    userId: string;
    passwordHash: string;
    now: Date;
    expiresAt: Date;
    /** `User-Agent` header of the browser that signs in. Long values are truncated. */
    userAgent?: string | undefined;
  },
): Promise<boolean> {
  const row = await db
    .insertInto('session')
    .columns([
      'token_hash',
      'id',
      'user_id',
      'created_at',
      'renewed_at',
      'expires_at',
      'user_agent',
    ])
    .expression((eb) =>
      eb
        .selectFrom('app_user')
        .where('id', '=', session.userId)
        .where('password_hash', '=', session.passwordHash)
        .where('deactivated_at', 'is', null)
        .select([
          eb.val(session.tokenHash).as('token_hash'),
          sql<string>`${newId()}::uuid`.as('session_id'),
          'id',
          sql<Date>`${session.now}::timestamptz`.as('created_at'),
          sql<Date>`${session.now}::timestamptz`.as('renewed_at'),
          sql<Date>`${session.expiresAt}::timestamptz`.as('expires_at'),
          sql<string | null>`${session.userAgent?.slice(0, USER_AGENT_LENGTH) ?? null}`.as(
            'user_agent',
          ),
        ])
        .forShare(),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Extends a session, unless it was extended after `staleBefore`. */
export async function renewSession(
  db: Db,
  session: { tokenHash: Buffer; now: Date; staleBefore: Date; expiresAt: Date },
): Promise<void> {
  await db
    .updateTable('session')
    .from(unsynced)
    .set({ renewed_at: session.now, expires_at: session.expiresAt })
    .where('token_hash', '=', session.tokenHash)
    .where('renewed_at', '<=', session.staleBefore)
    .execute();
}

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute();
}

export async function deleteSessionsOfUser(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('session').where('user_id', '=', userId).execute();
}

export async function deleteOtherSessions(
  db: Db,
  userId: string,
  sessionId: string,
): Promise<void> {
  await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('id', '<>', sessionId)
    .execute();
}

export const SESSION = recordOf(
  'session',
  {
    id: 'id',
    createdAt: 'created_at',
    lastUsedAt: 'renewed_at',
    expiresAt: 'expires_at',
    userAgent: 'user_agent',
  },
  [],
);
export type SessionRow = RowOf<typeof SESSION>;

export async function listSessions(
  db: Db,
  userId: string,
  now: Date,
  page: PageQuery,
): Promise<Page<SessionRow>> {
  const query = db
    .selectFrom('session')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .select(SESSION.columns);
  return pageById(query, page, 'desc');
}

/** Returns the time at which the user signed in, or null if the session has ended. */
export async function findSessionStart(
  db: Db,
  userId: string,
  sessionId: string,
): Promise<Date | null> {
  const row = await db
    .selectFrom('session')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .select('created_at')
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** Ends a session of a user. Returns null if the user has no active session with this id. */
export async function endSession(
  db: Db,
  userId: string,
  sessionId: string,
  now: Date,
): Promise<SessionRow | null> {
  const row = await db
    .deleteFrom('session')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .returning(SESSION.columns)
    .executeTakeFirst();
  return row ?? null;
}
