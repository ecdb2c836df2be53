import { ownerOf, type Principal } from '../../domain/kernel/index.ts';
import { type RowState, readRowState } from '../../domain/project/index.ts';
import type { RouteCall } from '../route.ts';
import { conditionalOn } from './conditional.ts';
import type { RawAnswer } from './raw-answer.ts';

interface RowCall extends Pick<RouteCall<never>, 'deps' | 'request'> {
  readonly principal: Principal;
  readonly params: { projectId: string };
}

/**
 * Returns a response from the content of a project, or 304 if the client has the current revision.
 * A response that a time limit has cut off has no `ETag`, because the same revision may give
 * another response.
 */
export async function answerFromRows<Answer extends object>(
  { deps, principal, params, request }: RowCall,
  read: (state: RowState) => Promise<{ answer: Answer; isWhole: boolean }>,
): Promise<RawAnswer | (Answer & { headers: Readonly<Record<string, string>> })> {
  const state = await readRowState(deps.db, ownerOf(principal), params.projectId);
  const { notModified, headers } = conditionalOn(request, state.revision, deps.site.version);
  if (notModified) return notModified;
  const { answer, isWhole } = await read(state);
  return { ...answer, headers: isWhole ? headers : {} };
}
