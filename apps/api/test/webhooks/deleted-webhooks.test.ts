import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { announceEvent } from '../../src/domain/kernel/outbox/outbox.store.ts';
import { dispatchEvents } from '../../src/domain/talk/webhook/dispatch-events.ts';
import { codeOf } from '../app/build.ts';
import { type Delivering, startDelivering } from './deliver-all.ts';

const signal = new AbortController().signal;

let delivering: Delivering;
beforeEach(async () => {
  delivering = await startDelivering();
});
afterEach(() => delivering?.close());

const create = async () => {
  const { tenant, receiver } = delivering;
  const url = `http://receiver.test:${receiver.port}/hook`;
  return (await tenant.client.webhooks.create({ url, events: ['key.created'] })).data.id;
};

/** Deletes a webhook in a transaction that commits when `work` waits for it. Returns the result of `work`. */
async function whileDeleting<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
  const { db } = delivering.app;
  const { begun } = await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('webhook').where('id', '=', id).execute();
    const begun = work();
    await eventually(async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      expect(rows).not.toHaveLength(0);
    });
    return { begun };
  });
  return begun;
}

describe('a webhook that is deleted concurrently', () => {
  it('gets no test, and the call of the test receives 404', async () => {
    const webhookId = await create();
    const { client } = delivering.tenant;
    expect(await whileDeleting(webhookId, () => codeOf(client.webhooks.test({ webhookId })))).toBe(
      'not_found',
    );
  });

  it('gets no events, and another webhook gets the events', async () => {
    const { app, tenant } = delivering;
    const [gone, kept] = [await create(), await create()];
    const actor = { type: 'user', id: tenant.user.id, name: 'Test' } as const;
    const { organizationId } = tenant;
    const event = { organizationId, projectId: null, event: 'key.created' } as const;
    await announceEvent(app.db, { ...event, at: app.clock.now(), facts: { actor } });
    await whileDeleting(gone, () => dispatchEvents(app.deps, signal));
    const { data } = await tenant.client.webhooks.deliveries.list({ webhookId: kept });
    expect(data).toMatchObject([{ event: 'key.created', status: 'pending' }]);
  });
});
