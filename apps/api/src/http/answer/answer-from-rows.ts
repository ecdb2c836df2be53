import type { Db } from '../../db/client.ts';
import { ownerOf, type Page, type Principal } from '../../domain/kernel/index.ts';
import { type RowState, readRowState } from '../../domain/project/index.ts';
import { listAnswer, type RouteCall } from '../route.ts';
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

/**
 * Returns a page of content that depends only on the revision and the query, or 304. A page that a
 * time limit has shortened has no `ETag`.
 */
export const listFromRows = <Row, Item>(
  call: RowCall,
  read: (db: Db, state: RowState) => Promise<Page<Row>>,
  present: (row: Row) => Item,
) =>
  answerFromRows(call, async (state) => {
    const owner = ownerOf(call.principal);
    const page = await call.deps.contentReads.ofRows(owner, state, (db) => read(db, state));
    const isWhole = page.nextCursor === null || page.rows.length === page.limit;
    return { answer: listAnswer(page, present), isWhole };
  });
