import { i18nValuesPut, translateJobsCreate } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import { Failure } from '../../../errors.ts';
import { requireLocalesRights } from '../../kernel/index.ts';
import { requireAuthor } from '../../project/index.ts';
import type { StringError } from '../strings.ts';
import type { JobRow } from './translation-job.store.ts';

/** Returns why the author of a job may no longer translate into a locale. Null if the author may. */
export async function refusalOf(
  db: Db,
  job: JobRow,
  localeTag: string,
): Promise<StringError | null> {
  try {
    const { organization_id: organizationId, project_id: projectId } = job;
    const actor = { type: job.created_by_type, id: job.created_by_id, name: job.created_by_name };
    // An import with `translateMissing` needs no scope for translation.
    const endpoint = job.kind === 'missing' ? i18nValuesPut : translateJobsCreate;
    const author = await requireAuthor(db, { organizationId, projectId, actor, endpoint });
    if (job.kind === 'missing') requireLocalesRights(author, [localeTag], job.source_locale);
    return null;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'role_forbidden') throw error;
    return { code: error.code, message: error.message };
  }
}
