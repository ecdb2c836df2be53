import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { createProject, createTenant, type Tenant } from '../../../test/build.ts';

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startTestApp();
  tenant = await createTenant(app);
});
afterAll(() => app.close());

it('lists', async () => {
  const { data } = await tenant.client.apiKeys.list();
  expect(data).toHaveLength(1);
  await createProject(tenant.client);
});
