import { beforeEach } from 'vitest';
import type { TestApp } from '../app/app.ts';
import { createTenant, type Tenant } from '../app/build.ts';
import { describeTenant } from '../app/describe-project.ts';
import { createScriptedEngine, directoryOf } from './scripted-engine.ts';

/**
 * Starts a service with the engines `first` and `other`. The chain contains only `first`. Creates a new tenant before
 * each test.
 */
export function describeTwoEngines(take: (given: { app: TestApp; tenant: Tenant }) => void) {
  const first = createScriptedEngine({ id: 'first' });
  const other = createScriptedEngine({ id: 'other', say: (body) => body.replace(/\w+$/, 'other') });
  const engines = { ...directoryOf(first, other), chain: ['first'] };
  let app: TestApp;
  let tenant: Tenant;
  describeTenant(
    (given) => {
      app = given.app;
    },
    { overrides: { engines } },
  );
  beforeEach(async () => {
    first.script = {};
    first.calls.length = 0;
    // A new organization has an empty translation memory.
    tenant = await createTenant(app);
    take({ app, tenant });
  });
  return {
    first,
    translate: () => tenant.client.translate,
    usageRows: () =>
      app.db
        .selectFrom('usage_daily')
        .where('organization_id', '=', tenant.organizationId)
        .select(['engine', 'source_locale', 'target_locale', 'strings', 'units', 'billed_units'])
        .orderBy('target_locale')
        .execute(),
  };
}
