import { type EndpointDefinition, rightOf } from '@parlance/contracts';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { hasRight, requireRight } from '../../domain/rights.ts';

/**
 * Checks the right of a member in the project of a request. A project to which the caller has no
 * access is reported first, because a refusal would reveal that it exists.
 * @throws `not_found`, `role_forbidden`
 */
export async function requireProjectRight(
  { db }: Pick<Deps, 'db'>,
  { principal, params, query, body }: FastifyRequest,
  { access }: EndpointDefinition,
): Promise<void> {
  if (access.kind !== 'scopes' || !principal) return;
  const right = rightOf(access);
  if (hasRight(principal, right)) return;
  for (const part of [params, query, body]) {
    const projectId = (part as { projectId?: unknown } | null | undefined)?.projectId;
    if (typeof projectId === 'string') await getProject(db, ownerOf(principal), projectId);
  }
  requireRight(principal, right);
}
