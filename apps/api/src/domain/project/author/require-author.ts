import { type EndpointDefinition, rightOf } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import { fail } from '../../../errors.ts';
import { type Actor, hasRight, type OwnerRef, type Principal } from '../../kernel/index.ts';
import { narrowToProject } from '../grant/narrow-to-project.ts';
import { findAuthor } from './author.store.ts';

/** Long work that continues after the request of its author. */
export interface AuthoredWork {
  readonly organizationId: OwnerRef;
  /** Project of the work. Null for work outside of all projects. */
  readonly projectId: string | null;
  readonly actor: Actor;
  /** The request that started the work. */
  readonly endpoint: EndpointDefinition;
}

/**
 * Returns the author of running work with the author's current rights. Each part of the work calls
 * this function, so that the work ends soon after the author has lost the right to do it. The end
 * of a session and the expiry of an API key do not end the work.
 * @throws `role_forbidden`
 */
export async function requireAuthor(
  db: Db,
  { organizationId, projectId, actor, endpoint: { access } }: AuthoredWork,
): Promise<Principal> {
  const author = await findAuthor(db, organizationId, actor);
  if (!author) {
    return failAuthor(
      actor.type === 'user'
        ? 'The person who started this is no longer an active member.'
        : 'The API key that started this was revoked, or its user is no longer an active member.',
    );
  }
  if (access.kind !== 'scopes') return author;
  const isSeen =
    projectId === null || author.projectIds === null || author.projectIds.includes(projectId);
  if (!isSeen) return failAuthor('Who started this no longer has access to the project.');
  const narrowed = narrowToProject(author, projectId);
  const missing = access.scopes.find((scope) => !narrowed.scopes.includes(scope));
  if (missing !== undefined || !hasRight(narrowed, rightOf(access)))
    return failAuthor('Who started this no longer has the right to do it.');
  return narrowed;
}

const failAuthor = (detail: string): never => fail('role_forbidden', detail);
