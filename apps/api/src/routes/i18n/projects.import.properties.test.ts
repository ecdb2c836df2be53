import type { Project } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import type { Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { refusalOf } from '../../../test/app/refusal.ts';
import { storedTexts } from '../../../test/content/import.ts';

let app: TestApp;
let tenant: Tenant;
let project: Project;
describeProject(
  (given) => {
    ({ app, tenant, project } = given);
  },
  { works: false },
);

const TYPE = 'text/x-java-properties';

const send = (
  body: Uint8Array | string,
  given: { locale: string; charset?: 'utf-8' | 'iso-8859-1' },
) =>
  tenant.client.i18n.projects.import({
    projectId: project.id,
    ...given,
    body: Buffer.from(body),
    contentType: TYPE,
  });

async function exportOf(locale: string, charset?: 'iso-8859-1'): Promise<string> {
  const response = await tenant.client.i18n.projects.export(
    { projectId: project.id, locale, format: 'properties', ...(charset && { charset }) },
    { raw: TYPE },
  );
  return response.text();
}

describe('i18n.projects.import of .properties', () => {
  it('keeps names, texts and comments, and an export returns the same file', async () => {
    const file = "# Of the menu\nmenu.open=Open {0}\nfiles_one=It''s one\na\\ b=\\ x\n";
    const { data } = await send(file, { locale: 'en' });
    expect(data).toMatchObject({ format: 'properties', keys: { created: 3 }, warnings: [] });
    expect(await storedTexts(app, project.id, 'en')).toEqual([
      ['menu.open', 'Open {0}'],
      ['files_one', "It''s one"],
      ['a b', ' x'],
    ]);
    expect(await exportOf('en')).toBe(file);
  });

  it('reads and writes ISO-8859-1 on request, and otherwise refuses ISO-8859-1 with the line', async () => {
    await send('menu.open=Open\n', { locale: 'en' });
    const file = Buffer.from('menu.open=\u00d6ffnen \\u20ac\n', 'latin1');
    const refusal = await refusalOf(send(file, { locale: 'de' }));
    expect(refusal).toMatchObject({ status: 422, code: 'content_invalid', errors: [{ line: 1 }] });
    expect(refusal.detail).toContain('charset=iso-8859-1');
    await send(file, { locale: 'de', charset: 'iso-8859-1' });
    expect(await exportOf('de')).toBe('menu.open=Öffnen €\n');
    expect(await exportOf('de', 'iso-8859-1')).toBe('menu.open=\\u00d6ffnen \\u20ac\n');
    const patched = await tenant.client.i18n.projects.export(
      {
        projectId: project.id,
        locale: 'de',
        charset: 'iso-8859-1',
        body: Buffer.from('! \u00fc\nmenu.open : x\n', 'latin1'),
        contentType: TYPE,
      },
      { raw: TYPE },
    );
    expect(Buffer.from(await patched.arrayBuffer()).toString('latin1')).toBe(
      '! ü\nmenu.open : \\u00d6ffnen \\u20ac\n',
    );
  });

  it('rejects ISO-8859-1 for a string in a JSON body', async () => {
    const refusal = await refusalOf(
      tenant.client.i18n.projects.import({
        projectId: project.id,
        locale: 'en',
        format: 'properties',
        charset: 'iso-8859-1',
        content: 'a=b',
      }),
    );
    expect(refusal).toMatchObject({
      status: 422,
      code: 'validation_failed',
      errors: [{ path: '/charset' }],
    });
  });

  it('rejects the option charset for another format', async () => {
    const refusal = await refusalOf(
      tenant.client.i18n.projects.import({
        projectId: project.id,
        locale: 'en',
        charset: 'iso-8859-1',
        body: Buffer.from('{"a":"b"}'),
        contentType: 'application/json',
      }),
    );
    expect(refusal).toMatchObject({ status: 422, code: 'validation_failed' });
  });

  it('forms no plural families of names in a Java project', async () => {
    const projectId = project.id;
    await tenant.client.i18n.projects.update({ projectId, settings: { messageFormat: 'java' } });
    await send("files.one={0} file\nfiles.other={0} files of '{'1}\n", { locale: 'en' });
    const { data } = await tenant.client.i18n.keys.list({ projectId });
    expect(data.map(({ name }) => name)).toEqual(['files.one', 'files.other']);
    expect(data.every(({ pluralFamily }) => pluralFamily === null)).toBe(true);
  });
});
