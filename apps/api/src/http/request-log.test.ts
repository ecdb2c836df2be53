import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { startTestApp, type TestApp } from '../../test/app/app.ts';
import { createTenant, type Tenant } from '../../test/app/build.ts';
import { newId } from '../db/ids/uuid.ts';

let app: TestApp;
let tenant: Tenant;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  app = await startTestApp({ overrides: { log } });
  tenant = await createTenant(app);
});
afterAll(() => app.close());

async function lineOf(path: string, method = 'GET'): Promise<Record<string, unknown>> {
  const { headers } = await fetch(app.url + path, {
    method,
    headers: { Authorization: `ApiKey ${tenant.apiKey.token}` },
  });
  return eventually(() => {
    const line = lines.find(
      ({ reqId, msg }) => reqId === headers.get('x-request-id') && msg === 'request',
    );
    expect(line).toBeDefined();
    return line!;
  });
}

describe('the log line of a request', () => {
  it('contains the path without its query if the status is 404 or 405', async () => {
    expect(await lineOf('/v1/projets?q=secret')).toMatchObject({
      status: 404,
      path: '/v1/projets',
    });
    const path = `/v1/i18n/projects/${newId()}`;
    expect(await lineOf(path)).toMatchObject({ operation: 'i18n.projects.get', status: 404, path });
    expect(await lineOf('/v1/api-keys', 'PUT')).toMatchObject({
      status: 405,
      path: '/v1/api-keys',
    });
  });

  it('contains the operation and no path if the request succeeds', async () => {
    const line = await lineOf('/v1/i18n/projects?limit=1');
    expect(line).toMatchObject({ operation: 'i18n.projects.list', status: 200 });
    expect(line).not.toHaveProperty('path');
  });
});
