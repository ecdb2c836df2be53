import type { FolderImportResult, Project } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import type { Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { refusalOf } from '../../../test/app/refusal.ts';
import { makeZip, type ZipPart } from '../../../test/content/make-zip.ts';

let tenant: Tenant;
let project: Project;
describeProject(
  (given) => {
    ({ tenant, project } = given);
  },
  { works: false },
);

const bringZip = async (
  files: readonly ZipPart[],
  options: { path?: string },
): Promise<FolderImportResult> => {
  const zip = { body: makeZip(files), contentType: 'application/zip' };
  const input = { projectId: project.id, ...zip, ...options };
  return (await tenant.client.i18n.files.import(input)).data;
};

const listChanges = async () =>
  (await tenant.client.i18n.changes.list({ projectId: project.id })).data;

describe('i18n.files.import of an archive', () => {
  it('skips a symbolic link that matches no pattern, and refuses a symbolic link that matches a pattern', async () => {
    const link = (name: string): ZipPart => ({ name, content: 'AGENTS.md', mode: 0o120777 });
    const files = [{ name: 'l/en.json', content: '{"a":"A"}' }, link('CLAUDE.md')];
    for (const options of [{}, { path: 'l/{locale}.json' }]) {
      const result = await bringZip(files, options);
      expect(result).toMatchObject({ skipped: ['CLAUDE.md'] });
    }
    const before = await listChanges();
    const refused = bringZip([...files, link('l/de.json')], { path: 'l/{locale}.json' });
    expect(await refusalOf(refused)).toMatchObject({
      status: 422,
      code: 'content_invalid',
      errors: [{ file: 'l/de.json', message: expect.stringContaining('symbolic link') }],
    });
    expect(await listChanges()).toEqual(before);
  });
});
