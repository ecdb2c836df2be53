import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Db } from '../../db/client.ts';
import { listAllLocales } from '../project/locale/locale.store.ts';
import type { Owner } from './principal.ts';
import { type ProjectRef, trustedProject } from './tenant.ts';

const SOURCES = new URL('../../', import.meta.url).pathname;

/**
 * Files that may call `trustedProject` and `trustedOwner`, which skip the access check. These files
 * read rows and tasks of the service, or serve published messages.
 */
const WITHOUT_CALLER = [
  /^domain\/.*\.store\.ts$/,
  /^tasks\//,
  /^domain\/(editor\/bulk\/run-bulk|release\/(publish-release|delivery\/stored-bundles|retention\/in-batches)|translation\/jobs\/(end-job|run-slice|slice)|talk\/webhook\/(dispatch-events|reseal-webhooks))\.ts$/,
];

describe('a reference to a tenant', () => {
  it('needs an ownership check, except in stores and in work without a caller', () => {
    const others = globSync('**/*.ts', { cwd: SOURCES })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => !/\.test\.ts$|^domain\/kernel\/(tenant|index)\.ts$/.test(file))
      .filter((file) => !WITHOUT_CALLER.some((pattern) => pattern.test(file)))
      .filter((file) => {
        const text = readFileSync(`${SOURCES}${file}`, 'utf8');
        return /trusted(Project|Owner)\b|\bas (ProjectRef|OwnerRef)\b/.test(text);
      });
    expect(others).toEqual([]);
  });

  it('cannot be replaced by an id from a request', () => {
    const compiled = (db: Db, fromRequest: string, owner: Owner) => {
      // @ts-expect-error A store function accepts no unchecked id of a project.
      void listAllLocales(db, fromRequest);
      // @ts-expect-error An organization is not a project.
      void listAllLocales(db, owner.organizationId);
      // @ts-expect-error An unchecked id is not an owner.
      const foreign: Owner = { ...owner, organizationId: fromRequest };
      return foreign;
    };
    const project: ProjectRef = trustedProject('p');
    expect([typeof compiled, project]).toEqual(['function', 'p']);
  });
});
