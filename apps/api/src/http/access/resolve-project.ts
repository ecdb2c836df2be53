import type { FastifyRequest } from 'fastify';
import { isUuid } from '../../db/ids/uuid.ts';
import type { Deps } from '../../deps.ts';
import { findProjectId } from '../../domain/project/index.ts';
import { fail, NO_PROJECT } from '../../errors.ts';

/**
 * Replaces the slug of a project by its id in the path, query and body of a request. All other code
 * handles only ids.
 * @throws `not_found`
 */
export async function resolveProject(
  { db }: Pick<Deps, 'db'>,
  { principal, params, query, body }: FastifyRequest,
): Promise<void> {
  if (!principal) return;
  for (const part of [params, query, body]) {
    const named = part as { projectId?: unknown } | null | undefined;
    const slug = named?.projectId;
    if (typeof slug !== 'string' || isUuid(slug)) continue;
    const id = await findProjectId(db, principal, slug);
    named!.projectId = id ?? fail('not_found', NO_PROJECT);
  }
}
