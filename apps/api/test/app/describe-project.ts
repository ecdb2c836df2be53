import type { Project } from '@parlance/contracts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { createProject, createTenant, type Tenant } from './build.ts';

export interface DescribedTenant {
  app: TestApp;
  tenant: Tenant;
}

export interface DescribedProject extends DescribedTenant {
  project: Project;
  projectId: string;
}

/** Starts a service and a shared tenant for the tests of a file, and passes both to `take`. */
export function describeTenant(
  take: (given: DescribedTenant) => void,
  options: TestAppOptions = {},
): void {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(options);
    take({ app, tenant: await createTenant(app) });
  });
  afterAll(() => app?.close());
}

/**
 * Starts a service for the tests of a file, and creates a project with the source locale `en` before each test. The
 * tests share a tenant by default.
 */
export function describeProject(
  take: (given: DescribedProject) => void,
  { hasOwnTenant = false, ...options }: TestAppOptions & { hasOwnTenant?: boolean } = {},
): void {
  let described: DescribedTenant;
  describeTenant((given) => {
    described = given;
  }, options);
  beforeEach(async () => {
    if (hasOwnTenant) described = { ...described, tenant: await createTenant(described.app) };
    const { tenant } = described;
    const project = await createProject(tenant.client);
    take({ ...described, project, projectId: project.id });
  });
}
