import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startTestApp, type TestApp } from '../app/app.ts';
import { createProject, createTenant } from '../app/build.ts';
import type { DescribedTenant } from '../app/describe-project.ts';
import { type OpenaiServer, startOpenaiServer } from './openai-server.ts';

export interface DescribedModel extends DescribedTenant {
  server: OpenaiServer;
  projectId: string;
}

/**
 * Starts a service beside a language model for the tests of a file. Before each test, it creates a tenant with a
 * project and passes all of them to `take`. Returns the requests to the model since the test began.
 */
export function describeModel(
  take: (given: DescribedModel) => void,
  env: Readonly<Record<string, string>> = {},
) {
  let server: OpenaiServer;
  let app: TestApp;
  let forgotten = 0;
  const forget = (): void => {
    forgotten = server.requests.length;
  };
  beforeAll(async () => {
    server = await startOpenaiServer();
    app = await startTestApp({
      env: {
        MT_ENGINES: 'openai-compatible',
        OPENAI_BASE_URL: `${server.url}/v1`,
        OPENAI_MODEL: server.options.model,
        ...env,
      },
    });
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });
  beforeEach(async () => {
    const tenant = await createTenant(app);
    const { id: projectId } = await createProject(tenant.client);
    take({ server, app, tenant, projectId });
    forget();
  });
  return { sent: () => server.requests.slice(forgotten), forget };
}
