import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import type { Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import type { Db } from '../../db/client.ts';
import type { Principal } from '../kernel/principal.ts';
import { lockContent, lockProject, lockRules } from '../kernel/project-lock.store.ts';
import { type ProjectRef, trustedProject } from '../kernel/tenant.ts';
import { type EditOptions, editProject } from './edit-project.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: ProjectRef;
describeProject(
  (given) => {
    ({ app, tenant } = given);
    projectId = trustedProject(given.projectId);
  },
  { works: false },
);

function rename(name: string, options: EditOptions): Promise<unknown> {
  const { id, organizationId } = tenant.apiKey;
  const principal: Principal = {
    type: 'api_key',
    id,
    name: 'Test key',
    organizationId,
    scopes: [],
    projectIds: null,
    membership: null,
    grants: [],
  };
  const call = { principal, projectId };
  return editProject(app.deps, call, { ...options, waitMs: 20 }, ({ tx }) =>
    tx.updateTable('project').set({ name }).where('id', '=', projectId).execute(),
  );
}

const readName = async (): Promise<string> =>
  (await tenant.client.i18n.projects.get({ projectId })).data.name;

describe('editProject', () => {
  const cases: [what: string, options: EditOptions, hold: (tx: Db) => Promise<void>][] = [
    ['content', { content: 'shared' }, (tx) => lockContent(tx, projectId, 'exclusive')],
    ['rules', { rules: 'exclusive' }, (tx) => lockRules(tx, projectId, 'shared')],
    ['row', { row: true }, (tx) => lockProject(tx, projectId)],
  ];

  it.each(cases)(
    'refuses a change that waits too long for the lock of the %s of a project, and changes nothing',
    async (_, options, hold) => {
      await app.db.transaction().execute(async (tx) => {
        await hold(tx);
        await expect(rename('late', options)).rejects.toMatchObject({
          code: 'service_unavailable',
          retryAfterSeconds: 5,
        });
      });
      expect(await readName()).toBe('Test project');
      await rename('in time', options);
      expect(await readName()).toBe('in time');
    },
  );

  it('does not wait for a lock that the change does not need', async () => {
    await app.db.transaction().execute(async (tx) => {
      await lockContent(tx, projectId, 'exclusive');
      await rename('beside', { rules: 'shared' });
    });
    expect(await readName()).toBe('beside');
  });
});
