import type { Db } from '../../../../db/client.ts';
import type { Deps } from '../../../../deps.ts';
import { lockSequence, saveLastNumber } from '../../../kernel/index.ts';
import { findOrganization } from '../../../people/index.ts';
import { insertDeliveries } from '../delivery.store.ts';
import { digestBody } from '../event-body.ts';
import { listWaitingProjects, lockDueDigest, setNextDigest } from './digest.store.ts';
import { nextDigest } from './next-digest.ts';

/**
 * Adds each summary that is due to the deliveries of its chat. Adds no summary on a day on which no
 * work waits for people.
 * @returns the number of chats
 */
export async function orderDigests(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<number> {
  for (let ordered = 0; ; ordered++) {
    if (signal.aborted) return ordered;
    const isOrdered = await db.transaction().execute((tx) => orderDigest(tx, clock.now()));
    if (!isOrdered) return ordered;
  }
}

async function orderDigest(tx: Db, now: Date): Promise<boolean> {
  const digest = await lockDueDigest(tx, now);
  if (!digest) return false;
  const { organizationId, webhookId } = digest;
  const last = await lockSequence(tx, organizationId);
  // Another process is dispatching events of the organization. The next round adds the summary.
  if (last === null) return false;
  await setNextDigest(tx, digest, nextDigest(digest.digestAt, now));
  const projects = await listWaitingProjects(tx, digest);
  const organization = await findOrganization(tx, 'id', organizationId);
  if (!organization || projects.length === 0) return true;
  const body = JSON.stringify(digestBody(organization, projects, now));
  const delivery = { webhookId, number: last + 1, event: 'digest.daily', body };
  await insertDeliveries(tx, organizationId, [delivery], now);
  await saveLastNumber(tx, organizationId, last + 1);
  return true;
}
