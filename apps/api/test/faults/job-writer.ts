import type { TranslationJob } from '@parlance/contracts';
import type { Client } from '@parlance/sdk';
import { until } from '../processes/process.ts';
import type { Writer } from './load.ts';

const STRINGS = 20;
const TARGETS = ['de', 'fr'];
const ENDS_MS = 120_000;

/** Writes jobs of new strings. Checks that every started job ends and is billed once. */
export function jobWriter(): Writer {
  const acknowledged = new Set<string>();
  return {
    name: 'jobs',
    acknowledged: 0,
    failed: 0,
    async step(client, at) {
      const strings = Array.from(
        { length: STRINGS },
        (_, nr) => `Open file ${nr} of ${at}, {name}`,
      );
      const { data } = await client.translate.jobs.create({
        strings,
        sourceLocale: 'en',
        targetLocales: TARGETS,
        engine: 'pseudo',
      });
      acknowledged.add(data.id);
    },
    async verify(client) {
      const faults: string[] = [];
      const jobs = await endedJobs(client);
      for (const id of acknowledged) if (!jobs.has(id)) faults.push(`job ${id} is lost`);
      const bills = new Map<string, number[]>();
      for await (const { reference, units } of client.billing.ledgerAll({})) {
        bills.set(reference.id, [...(bills.get(reference.id) ?? []), units]);
      }
      for (const { id, status, progress, usage } of jobs.values()) {
        if (status !== 'completed' || progress.done !== STRINGS * TARGETS.length) {
          faults.push(`job ${id} is ${status} with ${progress.done} done`);
        }
        const amounts = bills.get(id) ?? [];
        if (amounts.join() !== String(usage.billedUnits)) {
          faults.push(
            `job ${id} of ${usage.billedUnits} units is billed ${amounts.join() || 'never'}`,
          );
        }
      }
      const units = [...jobs.values()].reduce((sum, { usage }) => sum + usage.units, 0);
      const { totals } = (await client.usage.get({})).data;
      if (totals.units !== units) faults.push(`the usage is ${totals.units} units, not ${units}`);
      return faults;
    },
  };
}

/** Returns all jobs of the organization after they have ended. */
async function endedJobs(client: Client): Promise<Map<string, TranslationJob>> {
  let jobs = new Map<string, TranslationJob>();
  const read = async (): Promise<boolean> => {
    jobs = new Map();
    for await (const job of client.translate.jobs.listAll({})) jobs.set(job.id, job);
    return [...jobs.values()].every(({ status }) => status !== 'queued' && status !== 'running');
  };
  await until('the end of all jobs', read, ENDS_MS, 500);
  return jobs;
}
