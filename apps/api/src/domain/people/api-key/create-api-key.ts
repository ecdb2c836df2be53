import { LIMITS, type Scope } from '@parlance/contracts';
import type { Deps } from '../../../deps.ts';
import { fail, failAt } from '../../../errors.ts';
import { actorOf, audit, hashToken, mintApiKey, type Principal } from '../../kernel/index.ts';
import { countProjects } from '../../project/index.ts';
import { lockOwnOrganization } from '../organization/organization.store.ts';
import { type ApiKeyRow, insertApiKey, isRevoked } from './api-key.store.ts';

export interface NewApiKey {
  name: string;
  scopes: readonly Scope[];
  expiresAt: Date | null;
  projectIds: readonly string[] | null;
  isPersonal?: boolean;
}

export interface CreatedKey {
  readonly row: ApiKeyRow;
  readonly token: string;
  /** Organization that the key belongs to. */
  readonly organization: { readonly id: string; readonly name: string; readonly slug: string };
}

/**
 * Creates an API key. Only this call returns the token, because the database stores only the hash
 * of the token.
 * @throws `insufficient_scope`, `validation_failed`; `not_found` for a project that the creator may
 * not access, and if the creator has left the organization meanwhile; `unauthenticated` if the API
 * key of the call was revoked meanwhile
 */
export async function createApiKey(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  principal: Principal,
  input: NewApiKey,
  address: string,
): Promise<CreatedKey> {
  const foreign = input.scopes.filter((scope) => !principal.scopes.includes(scope));
  if (foreign.length > 0) {
    fail(
      'insufficient_scope',
      `You cannot grant scopes that you do not have: ${foreign.join(', ')}. Remove them from /scopes.`,
    );
  }
  const now = clock.now();
  if (input.expiresAt !== null && input.expiresAt <= now) {
    failAt('/expiresAt', 'must be in the future', 'past');
  }
  if (input.isPersonal) requireShortLife(input.expiresAt, now);
  const projectIds = boundProjects(principal, input.projectIds);
  const { token, prefix } = mintApiKey();
  return db.transaction().execute(async (tx) => {
    // Removing a member revokes the member's keys. The lock ensures that the removal sees this key,
    // or that this call sees the removal.
    const organization = await lockOwnOrganization(tx, principal, principal.organizationId);
    const { id: organizationId, name, slug } = organization;
    if (principal.type === 'api_key' && (await isRevoked(tx, organizationId, principal.id))) {
      fail('unauthenticated', 'The API key was revoked.');
    }
    if (projectIds && (await countProjects(tx, organizationId, projectIds)) < projectIds.length) {
      fail('not_found', '/projectIds contains a project that does not exist.');
    }
    const createdBy = actorOf(principal);
    const row = await insertApiKey(tx, organizationId, {
      name: input.name,
      scopes: input.scopes,
      expiresAt: input.expiresAt,
      userId: input.isPersonal ? principal.id : null,
      projectIds,
      tokenHash: hashToken(token),
      prefix,
      createdBy,
      now,
    });
    await audit(tx, {
      organizationId,
      at: now,
      actor: createdBy,
      action: 'api_key.create',
      target: { type: 'api_key', id: row.id, name: row.name },
      address,
      details: {
        scopes: [...input.scopes],
        projectIds: projectIds && [...projectIds],
        personal: input.isPersonal ?? false,
      },
    });
    return { row, token, organization: { id: organizationId, name, slug } };
  });
}

const DAY_MS = 24 * 60 * 60_000;

function requireShortLife(expiresAt: Date | null, now: Date): void {
  const days = LIMITS.personalKeyDays;
  if (expiresAt === null || expiresAt.getTime() - now.getTime() > days * DAY_MS) {
    failAt('/expiresAt', `must be at most ${days} days from now`);
  }
}

/**
 * Returns the projects to which a new key is limited. Guests, and API keys that are limited to some
 * projects, can create only keys that are limited to a subset of their projects. A guest's key that
 * names no projects has access to the projects of the guest.
 * @throws `not_found`
 */
function boundProjects(
  { type, projectIds: own }: Principal,
  asked: readonly string[] | null,
): readonly string[] | null {
  if (own === null) return asked;
  if (asked === null) return type === 'api_key' ? own : null;
  if (asked.some((projectId) => !own.includes(projectId))) {
    fail('not_found', '/projectIds contains a project that does not exist.');
  }
  return asked;
}
