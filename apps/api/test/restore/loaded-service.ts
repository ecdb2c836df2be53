import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '@parlance/sdk';
import { type Deployment, startDeployment } from '../faults/deployment.ts';
import { jobWriter } from '../faults/job-writer.ts';
import {
  createEditedKeys,
  editWriter,
  importWriter,
  releaseWriter,
  runWriters,
  signUpWriter,
  type Writer,
} from '../faults/load.ts';
import { createProjectOf, type ProcessAccount, until } from '../processes/process.ts';

const WAIT_MS = 60_000;

/** An API process and a worker under load. */
export interface LoadedService {
  readonly deployment: Deployment;
  readonly account: ProcessAccount;
  readonly client: Client;
  /** Id of the project in which the writers publish releases. */
  readonly releasesId: string;
  /** Id of the project in which the writers edit values. */
  readonly editsId: string;
  /** Writers whose work is acknowledged before the backup. */
  readonly early: readonly Writer[];
  /** Writers in other projects that start after the backup. */
  readonly late: readonly Writer[];
  /** Runs writers until the signal aborts. */
  work(writers: readonly Writer[], signal: AbortSignal): Promise<void>;
}

export async function startLoadedService(
  databaseUrl: string,
  env: Record<string, string>,
): Promise<LoadedService> {
  const deployment = await startDeployment({ apis: 1, workers: 1, databaseUrl, env });
  const client = deployment.client(0);
  const idOf = async (name: string) => (await createProjectOf(client, name)).id;
  const releasesId = await idOf('Releases');
  const editsId = await idOf('Edits');
  const lateEditsId = await idOf('Late edits');
  return {
    deployment,
    client,
    releasesId,
    editsId,
    account: deployment.account,
    early: [
      importWriter(await idOf('Imports')),
      editWriter(editsId, await createEditedKeys(client, editsId)),
      releaseWriter(releasesId),
      signUpWriter(deployment),
      jobWriter(),
    ],
    late: [
      importWriter(await idOf('Late imports')),
      editWriter(lateEditsId, await createEditedKeys(client, lateEditsId)),
    ],
    work: (writers, signal) => runWriters({ ...deployment, pauseMs: 50 }, writers, signal),
  };
}

/** Runs writers for a time, and waits until the tasks of their work have ended. */
export async function workFor(
  service: LoadedService,
  writers: readonly Writer[],
  ms: number,
): Promise<void> {
  const over = new AbortController();
  const working = service.work(writers, over.signal);
  await sleep(ms);
  over.abort();
  await working;
  const isIdle = async () => {
    const open = await service.deployment.query(
      "select from pgboss.job where name in ('send-mail', 'translate-job') and state in ('created', 'active', 'retry') limit 1",
    );
    return open.length === 0;
  };
  await until('the end of all tasks', isIdle, WAIT_MS, 200);
}

/** Returns a client that sends the key of the account to another deployment. */
export const clientOf = (deployment: Deployment, { apiKey }: ProcessAccount): Client =>
  createClient({ baseUrl: deployment.url(0), apiKey, maxRetries: 0 });

/** Returns the faults of writers whose last work may be lost. Partial writes are faults. */
export async function verifyLate(writers: readonly Writer[], client: Client) {
  const faults = (await Promise.all(writers.map((writer) => writer.verify(client)))).flat();
  // Ignores an edit that is older than the acknowledged one, because the version and its history still agree.
  const isLost = (fault: string) =>
    / is lost$|: 0 keys$|^\S+ holds edit \d+; acknowledged was \d+$/.test(fault);
  return {
    lost: faults.filter((fault) => / is lost$|: 0 keys$/.test(fault)).length,
    broken: faults.filter((fault) => !isLost(fault)),
  };
}

export const countMails = (dataDir: string): number =>
  readdirSync(join(dataDir, 'mail')).filter((name) => name.endsWith('.eml')).length;
