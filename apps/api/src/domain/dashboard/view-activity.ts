import type { Deps } from '../../deps.ts';
import type { Page, PageQuery } from '../paging.ts';
import type { Actor, Owner } from '../principal.ts';
import {
  type ActivityRow,
  type ContentRef,
  findImports,
  findJobs,
  findPublished,
  listActivity,
} from './activity.store.ts';
import { describeImport, describeJob, describeRelease } from './describe-activity.ts';

export interface Activity extends ActivityRow {
  actor: Actor;
  summary: string;
}

interface Told {
  actor_type: Actor['type'];
  actor_id: string;
  actor_name: string;
  summary: string;
}

/** Imports, releases and translation jobs, newest first, with who did them and what they came to. */
export async function viewActivity(
  { db }: Pick<Deps, 'db'>,
  owner: Owner,
  page: PageQuery,
): Promise<Page<Activity>> {
  const listed = await listActivity(db, owner, page);
  const of = (type: ActivityRow['type']) => listed.rows.filter((row) => row.type === type);
  const [imports, published, jobs] = await Promise.all([
    findImports(db, of('import').map(refOf)),
    findPublished(db, of('release').map(refOf)),
    findJobs(
      db,
      owner.organizationId,
      of('translation_job').map(({ id }) => id),
    ),
  ]);
  const told = new Map<string, Told>([
    ...imports.map((row) => [row.id, { ...row, summary: describeImport(row.details) }] as const),
    ...published.map((row) => [row.id, { ...row, summary: describeRelease(row) }] as const),
    ...jobs.map((row) => [row.id, { ...row, summary: describeJob(row) }] as const),
  ]);
  // A job that the retention cleared away leaves nothing to tell.
  const rows = listed.rows.flatMap((row) => {
    const one = told.get(row.id);
    if (!one) return [];
    const actor = { type: one.actor_type, id: one.actor_id, name: one.actor_name };
    return [{ ...row, actor, summary: one.summary }];
  });
  return { ...listed, rows };
}

const refOf = (row: ActivityRow): ContentRef => ({ projectId: row.project_id!, id: row.id });
