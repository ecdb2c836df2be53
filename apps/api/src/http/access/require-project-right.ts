import { type EndpointDefinition, rightOf, scopesOfBody } from '@parlance/contracts';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { hasRight, type Owner, ownerOf, requireRight } from '../../domain/kernel/index.ts';
import { getProject, narrowToProject } from '../../domain/project/index.ts';
import { getJob } from '../../domain/translation/index.ts';
import { requireScopes } from './authorize.ts';

/**
 * Checks the right of a member in the project of a request. Afterwards, the caller of the request
 * has its role, locales and scopes in this project. Without access to the project, the
 * error is `not_found`, because any other refusal would reveal that the project exists.
 * @throws `not_found`, `insufficient_scope`, `role_forbidden`
 */
export async function requireProjectRight(
  { db }: Pick<Deps, 'db'>,
  request: FastifyRequest,
  { access }: EndpointDefinition,
): Promise<void> {
  const { principal } = request;
  if (access.kind !== 'scopes' || !principal) return;
  const right = rightOf(access);
  if (principal.grants.length === 0 && hasRight(principal, right)) return;
  const projectId = await findProjectOf(db, ownerOf(principal), request);
  const narrowed = narrowToProject(principal, projectId);
  if (access.sessions !== 'membership' || principal.type !== 'user') {
    requireScopes(narrowed, [...access.scopes, ...scopesOfBody(access, request.body)]);
  }
  requireRight(narrowed, right);
  request.principal = narrowed;
}

/** @throws `not_found` if the caller has no access to the project that the request names */
async function findProjectOf(
  db: Deps['db'],
  owner: Owner,
  { params, query, body }: FastifyRequest,
): Promise<string | null> {
  for (const part of [params, query, body]) {
    const projectId = (part as { projectId?: unknown } | null | undefined)?.projectId;
    if (typeof projectId === 'string') return (await getProject(db, owner, projectId)).id;
  }
  const { jobId } = (params ?? {}) as { jobId?: string };
  return jobId === undefined ? null : (await getJob(db, owner, jobId)).project_id;
}
