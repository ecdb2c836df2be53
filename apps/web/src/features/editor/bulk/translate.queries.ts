import type { TranslationJob } from '@parlance/sdk';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

const POLL_MS = 400;

/** Input of a translation job for the missing texts of some rows. */
export interface TranslateOrder {
  readonly organizationId: string;
  readonly projectId: string;
  readonly keyIds: readonly string[];
  readonly locales: readonly string[];
  /** Id of the translation engine. Null for the default. */
  readonly engine: string | null;
}

const workOf = ({ projectId, keyIds, locales, engine }: TranslateOrder) => ({
  projectId,
  keyIds: [...keyIds],
  targetLocales: [...locales],
  ...(engine !== null && { engine }),
});

/** Query of the amount of work and the cost of a translation job. It does not start the job. */
export const translateEstimateQuery = (order: TranslateOrder) =>
  queryOptions({
    queryKey: ['translate-estimate', order],
    queryFn: async ({ signal }) =>
      (await api(order.organizationId).translate.estimate(workOf(order), { signal })).data,
    enabled: order.locales.length > 0 && order.keyIds.length > 0,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Query of the names of the server's engines. */
export const engineListQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['engine-list', organizationId],
    queryFn: async () =>
      (await api(organizationId).translate.engines({})).data.map(({ name }) => name),
  });

/** Starts a translation job and waits until it has ended. Calls `onProgress` with the job while it runs. */
export async function translateRows(
  order: TranslateOrder,
  onProgress: (job: TranslationJob) => void,
): Promise<TranslationJob> {
  const { jobs } = api(order.organizationId).translate;
  let { data: job } = await jobs.create(workOf(order));
  while (job.status === 'queued' || job.status === 'running') {
    onProgress(job);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    job = (await jobs.get({ jobId: job.id })).data;
  }
  return job;
}
