import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app/app.ts';
import { createTenant } from '../../../../test/app/build.ts';
import { executeRaw } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import { sweepEnded } from './sweep-ended.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ works: false });
});
afterAll(() => app.close());

it('deliveries of webhooks are deleted after 30 days, unless they are still pending', async () => {
  const { organizationId } = await createTenant(app);
  const webhookId = newId();
  const created = app.clock.now();
  await executeRaw(
    app.db,
    `insert into webhook
       (organization_id, id, kind, address, description, events, secret_enc, created_at)
     values ($1::uuid, $2::uuid, 'standard', 'https://a.test', '', '{}', '', $3)`,
    [organizationId, webhookId, created],
  );
  await executeRaw(
    app.db,
    `insert into webhook_delivery
       (organization_id, webhook_id, id, event, body, created_at, status)
     select $1::uuid, $2::uuid, gen_random_uuid(), 'key.created', '{}', $3, status
     from unnest(enum_range(null::webhook_delivery_status)) status`,
    [organizationId, webhookId, created],
  );
  const sweep = async (): Promise<number> =>
    (await sweepEnded(app.deps, new AbortController().signal)).deliveries;
  app.clock.advance(30 * DAY_MS - 60_000);
  expect(await sweep()).toBe(0);
  app.clock.advance(120_000);
  expect(await sweep()).toBe(2);
  const left = await executeRaw(app.db, 'select status::text from webhook_delivery');
  expect(left.rows).toEqual([{ status: 'pending' }]);
});
