import type { Deps } from '../../deps.ts';
import { pollUntil, type Waiting } from '../../lib/poll.ts';
import type { Owner } from '../principal.ts';
import { getJob, type JobRow } from './translation-job.store.ts';

export const isOver = ({ status }: Pick<JobRow, 'status'>): boolean =>
  status !== 'queued' && status !== 'running';

/** The job once it has ended, or as it stands after `waitMs`. @throws `not_found` */
export const waitForJob = (
  { db }: Pick<Deps, 'db'>,
  owner: Owner,
  jobId: string,
  waiting: Waiting,
): Promise<JobRow> => pollUntil(() => getJob(db, owner, jobId), isOver, waiting);
