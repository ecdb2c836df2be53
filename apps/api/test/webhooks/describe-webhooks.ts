import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { executeRaw } from '../../src/db/client.ts';
import { startTestApp, type TestApp } from '../app/app.ts';
import { createProject, createTenant, type Tenant } from '../app/build.ts';
import { type Receiver, startReceiver, succeed } from './receiver.ts';

interface DescribedWebhooks {
  app: TestApp;
  receiver: Receiver;
  tenant: Tenant;
  projectId: string;
}

/** Starts a service and a receiver for the tests of a file, and before each test creates a tenant with a project. */
export function describeWebhooks(take: (given: DescribedWebhooks) => void): void {
  let app: TestApp;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    app = await startTestApp({
      env: { WEBHOOK_ALLOWED_ADDRESSES: receiver.allowed, MT_ENGINES: 'pseudo' },
    });
  });
  afterAll(async () => {
    await app?.close();
    await receiver.stop();
  });
  beforeEach(async () => {
    const tenant = await createTenant(app);
    const { id: projectId } = await createProject(tenant.client);
    receiver.answer = succeed;
    receiver.requests.length = 0;
    take({ app, receiver, tenant, projectId });
  });
}

/** Waits until a receiver has `count` requests, and returns its requests. */
export async function receivedBy(receiver: Receiver, count: number) {
  await expect.poll(() => receiver.requests.length).toBeGreaterThanOrEqual(count);
  return receiver.requests;
}

/** Waits until every event has a delivery for each enabled webhook. */
export const untilDispatched = ({ db }: TestApp): Promise<void> =>
  expect.poll(async () => (await executeRaw(db, 'select from outbox')).rows.length).toBe(0);
