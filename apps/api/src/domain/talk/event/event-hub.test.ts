import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { eventually } from '../../../../../../scripts/eventually.ts';
import { startTestApp, type TestApp } from '../../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../../test/app/build.ts';
import type { Principal } from '../../kernel/principal.ts';
import { trustedProject } from '../../kernel/tenant.ts';
import { EventHub } from './event-hub.ts';
import type { EventReader } from './event-reader.ts';

let app: TestApp;
let tenant: Tenant;
let principal: Principal;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await createTenant(app);
  const { id, organizationId } = tenant.apiKey;
  const scopes = ['i18n:read'] as const;
  const own = { id, organizationId, name: 'k', scopes };
  principal = { type: 'api_key', ...own, projectIds: null, membership: null, grants: [] };
});
afterAll(() => app.close());

async function createReader(): Promise<EventReader & { heard: string[] }> {
  const heard: string[] = [];
  const { id } = await createProject(tenant.client);
  return {
    project: { projectId: trustedProject(id), organizationId: tenant.organizationId },
    principal,
    after: null,
    send: (bytes) => heard.push(bytes.toString()),
    end: () => heard.push('end'),
    heard,
  };
}

it('the hub of events sends heartbeats, and sends no query without a reader', async () => {
  const queries = vi.spyOn(app.db.getExecutor(), 'executeQuery');
  const ofEvents = () =>
    queries.mock.calls.filter(([{ sql }]) => sql.includes('bulk_run r')).length;
  const hub = new EventHub(app.deps, { heartbeatMs: 10 });
  expect(ofEvents()).toBe(0);
  const reader = await createReader();
  hub.open(reader);
  await eventually(() =>
    expect(reader.heard.filter((one) => one === ':\n\n').length).toBeGreaterThan(2),
  );
  await eventually(() => expect(reader.heard.join('')).toContain('event: reset\n'));
  hub.close(reader);
  hub.close(reader);
  const asked = ofEvents();
  expect(asked).toBeGreaterThan(0);
  const other = await createReader();
  expect(ofEvents()).toBe(asked);
  hub.endAll();
  hub.open(other);
  expect(other.heard).toEqual(['end']);
  queries.mockRestore();
});

it('the hub of events continues after a failure of the database', async () => {
  const hub = new EventHub(app.deps);
  const reader = await createReader();
  hub.open(reader);
  await eventually(() => expect(reader.heard.join('')).toContain('"type":"reset"'));
  const queries = vi
    .spyOn(app.db.getExecutor(), 'executeQuery')
    .mockRejectedValue(Object.assign(new Error('gone'), { code: '57P01' }));
  await eventually(() => expect(queries).toHaveBeenCalled());
  queries.mockRestore();
  const { projectId } = reader.project!;
  await tenant.client.i18n.keys.create({ projectId, name: 'later', value: 'Later' });
  await eventually(() => expect(reader.heard.join('')).toContain('"created":1'));
  expect(reader.heard.join('').match(/"type":"reset"/g)).toHaveLength(1);
  hub.endAll();
});
