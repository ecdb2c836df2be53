import type { Deps } from '../../../deps.ts';
import type { Actor, Owner, Page, PageQuery } from '../../kernel/index.ts';
import {
  type ActivityRow,
  type ContentRef,
  findImports,
  findJobs,
  findPublished,
  type ImportDetails,
  type JobActivityRow,
  listActivity,
  type PublishedRow,
} from './activity.store.ts';
import { describeImport, describeJob, describeRelease } from './describe-activity.ts';

/**
 * Describes the result of an import, a release or a job: a sentence in English, and details that
 * depend on the type.
 */
interface Outcome {
  summary: string;
  import?: ImportDetails;
  release?: PublishedRow;
  job?: JobActivityRow;
}

export interface Activity extends ActivityRow, Outcome {
  actor: Actor;
}

interface ActivityEntry extends Outcome {
  actor_type: Actor['type'];
  actor_id: string;
  actor_name: string | null;
}

/**
 * Lists the imports, releases and translation jobs of an organization, newest first, with their
 * authors and results.
 */
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
  const entries = new Map<string, ActivityEntry>();
  for (const { details, ...row } of imports) {
    entries.set(row.id, { ...row, summary: describeImport(details), import: details });
  }
  for (const row of published) {
    entries.set(row.id, { ...row, summary: describeRelease(row), release: row });
  }
  for (const row of jobs) entries.set(row.id, { ...row, summary: describeJob(row), job: row });
  const rows = listed.rows.flatMap((row) => {
    const one = entries.get(row.id);
    if (!one) return [];
    const { actor_type: type, actor_id: id, actor_name: name, ...outcome } = one;
    return [{ ...outcome, ...row, actor: { type, id, name } }];
  });
  return { ...listed, rows };
}

const refOf = (row: ActivityRow): ContentRef => ({ projectId: row.project_id!, id: row.id });
