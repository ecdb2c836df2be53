import type { Scope } from '@parlance/contracts';
import { type RawBuilder, sql } from 'kysely';
import { unsynced } from '../../../db/availability/standby.ts';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import { anyContainsText } from '../../../db/statements/contains-text.ts';
import { namedStatement } from '../../../db/statements/named-statements.ts';
import {
  type Actor,
  type ApiKeyPrincipal,
  type Owner,
  type OwnerRef,
  type Page,
  type PageQuery,
  pageById,
  type RowOf,
  recordOf,
  trustedOwner,
} from '../../kernel/index.ts';
import { grantsOfMembership, principalOfKey } from '../../project/index.ts';

export interface FoundApiKey {
  principal: ApiKeyPrincipal;
  lastUsedAt: Date | null;
}

const selectByToken = namedStatement(
  'find_api_key',
  (db, tokenHash: RawBuilder<Buffer>, now: RawBuilder<Date>) =>
    db
      .selectFrom('api_key_token as t')
      .innerJoin('api_key as k', (join) =>
        join
          .onRef('k.organization_id', '=', 't.organization_id')
          .onRef('k.id', '=', 't.api_key_id'),
      )
      .innerJoin('organization as o', 'o.id', 'k.organization_id')
      .leftJoin('membership as m', (join) =>
        join
          .onRef('m.organization_id', '=', 'k.organization_id')
          .onRef('m.user_id', '=', 'k.user_id'),
      )
      .where('t.token_hash', '=', tokenHash)
      .where('k.revoked_at', 'is', null)
      .where((eb) => eb.or([eb('k.expires_at', 'is', null), eb('k.expires_at', '>', now)]))
      .where('o.archived_at', 'is', null)
      .where((eb) => eb.or([eb('k.user_id', 'is', null), eb('m.role', 'is not', null)]))
      .select([
        'k.organization_id',
        'k.id',
        'k.name',
        'k.scopes',
        'k.project_ids',
        'k.last_used_at',
        'm.role',
        'm.locale_tags',
      ])
      .select(grantsOfMembership.as('grants')),
);

/**
 * Finds an active API key by the hash of its token. A personal key is active only while its user is
 * a member.
 */
export async function findApiKeyByToken(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<FoundApiKey | null> {
  const [row] = await selectByToken(db, tokenHash, now);
  if (!row) return null;
  const { id, name, role, locale_tags: locales, grants, project_ids: projectIds } = row;
  const organizationId = trustedOwner(row.organization_id);
  const key = { id, name, organizationId, scopes: row.scopes as Scope[], projectIds };
  return {
    principal: principalOfKey(key, role && { role, locales, grants: grants ?? [] }),
    lastUsedAt: row.last_used_at,
  };
}

/**
 * Stores the time at which an API key was used. Does nothing if the stored time is later than
 * `staleBefore`.
 */
export async function touchApiKey(
  db: Db,
  key: { organizationId: OwnerRef; id: string; now: Date; staleBefore: Date },
): Promise<void> {
  await db
    .updateTable('api_key')
    .from(unsynced)
    .set({ last_used_at: key.now })
    .where('organization_id', '=', key.organizationId)
    .where('id', '=', key.id)
    .where((eb) =>
      eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', key.staleBefore)]),
    )
    .execute();
}

export const API_KEY = recordOf(
  'api_key',
  {
    id: 'id',
    name: 'name',
    scopes: 'scopes',
    prefix: 'prefix',
    projectIds: 'project_ids',
    createdAt: 'created_at',
    lastUsedAt: 'last_used_at',
    expiresAt: 'expires_at',
    revokedAt: 'revoked_at',
  },
  ['user_id', 'created_by_type', 'created_by_id', 'created_by_name'],
);
export type ApiKeyRow = RowOf<typeof API_KEY>;

/**
 * SQL condition on the API keys that the caller may see. A caller whose key is limited to some
 * projects sees only keys that are limited to a subset of these projects.
 */
const isOf = ({ organizationId, projectIds }: Owner) => sql<boolean>`
  organization_id = ${organizationId}::uuid
  and (${projectIds}::uuid[] is null or project_ids <@ ${projectIds}::uuid[])`;

export function getOwnApiKey(
  db: Db,
  { organizationId, id }: Pick<ApiKeyPrincipal, 'organizationId' | 'id'>,
): Promise<ApiKeyRow & { organization_name: string; organization_slug: string }> {
  return db
    .selectFrom('api_key as k')
    .innerJoin('organization as o', 'o.id', 'k.organization_id')
    .where('k.organization_id', '=', organizationId)
    .where('k.id', '=', id)
    .select(API_KEY.columns.map((column) => `k.${column}` as const))
    .select(['o.name as organization_name', 'o.slug as organization_slug'])
    .executeTakeFirstOrThrow();
}

export interface ApiKeyFilter {
  includeRevoked: boolean;
  /** Id of a user whose personal keys are listed. Absent to list the keys of all users. */
  userId?: string;
  /** Id of a user whose personal keys are left out. */
  exceptUserId?: string;
  q?: string | undefined;
}

export async function listApiKeys(
  db: Db,
  owner: Owner,
  page: PageQuery & ApiKeyFilter,
): Promise<Page<ApiKeyRow>> {
  let query = db.selectFrom('api_key').where(isOf(owner)).select(API_KEY.columns);
  if (!page.includeRevoked) query = query.where('revoked_at', 'is', null);
  const { exceptUserId, q } = page;
  if (exceptUserId !== undefined) {
    query = query.where('user_id', 'is distinct from', exceptUserId);
  }
  if (q !== undefined) {
    query = query.where(anyContainsText([sql`name`, sql`prefix`, sql`created_by_name`], q));
  }
  if (page.userId !== undefined) query = query.where('user_id', '=', page.userId);
  return pageById(query, page, 'desc');
}

export async function insertApiKey(
  db: Db,
  organizationId: OwnerRef,
  key: {
    tokenHash: Buffer;
    prefix: string;
    name: string;
    scopes: readonly Scope[];
    userId: string | null;
    projectIds: readonly string[] | null;
    expiresAt: Date | null;
    createdBy: Actor;
    now: Date;
  },
): Promise<ApiKeyRow> {
  const row = await db
    .insertInto('api_key')
    .values({
      organization_id: organizationId,
      id: newId(),
      name: key.name,
      prefix: key.prefix,
      scopes: [...key.scopes],
      user_id: key.userId,
      project_ids: key.projectIds && [...key.projectIds],
      created_by_type: key.createdBy.type,
      created_by_id: key.createdBy.id,
      created_by_name: key.createdBy.name,
      created_at: key.now,
      expires_at: key.expiresAt,
    })
    .returning(API_KEY.columns)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('api_key_token')
    .values({ token_hash: key.tokenHash, organization_id: organizationId, api_key_id: row.id })
    .execute();
  return row;
}

/**
 * Revokes an API key. Returns null if there is no such key. If `userId` is given, also returns null
 * if the key is not a personal key of this user.
 */
export async function revokeApiKey(
  db: Db,
  owner: Owner,
  { apiKeyId, userId = null }: { apiKeyId: string; userId?: string | null },
  now: Date,
): Promise<ApiKeyRow | null> {
  const row = await db
    .updateTable('api_key')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now)) }))
    .where(isOf(owner))
    .where('id', '=', apiKeyId)
    .where(sql<boolean>`(${userId}::uuid is null or user_id = ${userId}::uuid)`)
    .returning(API_KEY.columns)
    .executeTakeFirst();
  return row ?? null;
}

export async function isRevoked(
  tx: Db,
  organizationId: OwnerRef,
  apiKeyId: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('api_key')
    .where('organization_id', '=', organizationId)
    .where('id', '=', apiKeyId)
    .where('revoked_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return row === undefined;
}
