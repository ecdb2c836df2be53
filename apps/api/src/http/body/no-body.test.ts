import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../test/app/build.ts';
import { RawConnection } from '../../../test/servers/raw-connection.ts';
import { newId } from '../../db/ids/uuid.ts';
import { ROUTES } from '../../routes/routes.generated.ts';

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp({ works: false });
});
beforeEach(async () => {
  tenant = await createTenant(app);
});
afterAll(() => app?.close());

const bodyless = ROUTES.map(({ endpoint }) => endpoint)
  .filter(({ method, body, access }) => method !== 'GET' && !body && access.kind !== 'public')
  .map(({ id, method, path }) => [id, method, path] as const);

async function send(method: string, path: string, body: string) {
  const session = /^\/v1\/(?:users|auth)|\/comments\//.test(path);
  const credentials: Record<string, string> = session
    ? { cookie: tenant.user.jar.header()!, origin: app.origin }
    : { authorization: `ApiKey ${tenant.apiKey.token}` };
  const response = await fetch(
    `${app.url}${path.replace(/:(\w+)/g, (_, name) => (name === 'localeCode' ? 'de' : newId()))}`,
    {
      method,
      headers: { ...credentials, 'content-type': 'application/json' },
      body,
    },
  );
  return (await response.json()) as { code: string; errors: { path: string }[] };
}

describe.each(bodyless)('%s, which accepts no body', (_, method, path) => {
  it('refuses a body and names its first member, and accepts an empty body', async () => {
    const refused = await send(method, path, '{"version":7,"other":1}');
    expect([refused.code, refused.errors[0]?.path]).toEqual(['validation_failed', '/version']);
    for (const body of ['[1]', '"text"', '7']) {
      expect((await send(method, path, body)).code, body).toBe('validation_failed');
    }
    for (const body of ['{}', 'null', '']) {
      expect((await send(method, path, body)).code, body).not.toBe('validation_failed');
    }
  });
});

describe('DELETE with a body', () => {
  it('receives 422 with the name of any member, and deletes nothing', async () => {
    const { id } = await createProject(tenant.client);
    const member = fc.stringMatching(/^[a-z]{1,10}$/);
    await fc.assert(
      fc.asyncProperty(member, fc.jsonValue(), async (name, value) => {
        const body = JSON.stringify({ [name]: value });
        const path = `/v1/i18n/projects/${id}`;
        const response = await fetch(app.url + path, {
          method: 'DELETE',
          headers: {
            authorization: `ApiKey ${tenant.apiKey.token}`,
            'content-type': 'application/json',
          },
          body,
        });
        const { errors } = (await response.json()) as { errors: { path: string }[] };
        expect([response.status, errors[0]!.path]).toEqual([422, `/${name}`]);
      }),
      { numRuns: 20 },
    );
    expect((await tenant.client.i18n.projects.get({ projectId: id })).data.archivedAt).toBeNull();
  });

  it('succeeds if a chunked body has no content', async () => {
    const { id } = await createProject(tenant.client);
    const connection = await RawConnection.open(app.url);
    connection.send(
      `DELETE /v1/i18n/projects/${id} HTTP/1.1\r\nHost: a\r\nAuthorization: ApiKey ${tenant.apiKey.token}\r\n` +
        'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    );
    expect(await connection.answer()).toMatchObject({ status: 200 });
    connection.destroy();
  });
});
