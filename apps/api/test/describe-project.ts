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

/** Starts a service for the tests of a file, with a tenant that they share, and hands both over. */
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
 * Starts a service for the tests of a file, and before each test creates a project whose source locale is `en`. The
 * tests share a tenant, unless each has its own.
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
