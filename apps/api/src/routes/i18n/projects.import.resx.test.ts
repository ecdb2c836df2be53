import type { Project } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import type { Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { refusalOf } from '../../../test/app/refusal.ts';
import { bring, storedTexts } from '../../../test/content/import.ts';

let app: TestApp;
let tenant: Tenant;
let project: Project;
describeProject(
  (given) => {
    ({ app, tenant, project } = given);
  },
  { works: false },
);

const TYPE = 'text/microsoft-resx';
const data = (name: string, value: string, more = '') =>
  `  <data name="${name}" xml:space="preserve">\n    <value>${value}</value>\n${more}  </data>\n`;
const icon = '  <data name="Icon" mimetype="x/y">\n    <value>AAEA</value>\n  </data>\n';
const file = (content: string) => `<root>\n${content}</root>\n`;

async function exportOf(locale: string, base?: string): Promise<string> {
  const { projects } = tenant.client.i18n;
  const asked = { projectId: project.id, locale };
  const response =
    base === undefined
      ? await projects.export({ ...asked, format: 'resx' }, { raw: TYPE })
      : await projects.export({ ...asked, body: base, contentType: TYPE }, { raw: TYPE });
  return response.text();
}

describe('i18n.projects.import of RESX', () => {
  it('keeps texts and comments, and an export into a file keeps the objects of the file', async () => {
    const title = data('Title', 'Books {0:N2}', '    <comment>Top</comment>\n');
    const sent = file(title + icon + data('Own_one', 'x'));
    const { warnings } = await bring(tenant, project, sent, { locale: 'en', format: 'resx' });
    expect(warnings).toMatchObject([{ path: 'Icon', code: 'binary_skipped' }]);
    expect(await storedTexts(app, project.id, 'en')).toEqual([
      ['Title', 'Books {0:N2}'],
      ['Own_one', 'x'],
    ]);
    const written = await exportOf('en');
    expect(written).toContain('text/microsoft-resx');
    expect(written.slice(written.indexOf('  <data'))).toBe(
      `${title}${data('Own_one', 'x')}</root>\n`,
    );
    await bring(tenant, project, file(data('Title', 'Bücher {0:N2}')), {
      locale: 'de',
      format: 'resx',
    });
    expect(await exportOf('de', file(icon + data('Title', 'x')))).toBe(
      file(icon + data('Title', 'Bücher {0:N2}')),
    );
  });

  it('creates untranslatable keys for locked texts', async () => {
    const locked = data('Brand', 'Parlance', '    <comment>{Locked}</comment>\n');
    await bring(tenant, project, file(locked), { locale: 'en', format: 'resx' });
    const { data: keys } = await tenant.client.i18n.keys.list({ projectId: project.id });
    expect(keys).toMatchObject([{ name: 'Brand', translatable: false, description: '' }]);
    expect(await exportOf('en')).toContain(locked);
  });

  it('rejects a duplicate name and names the line, and an export rejects a text that XML cannot represent and names the key', async () => {
    const twice = bring(tenant, project, file(data('a', 'x') + data('a', 'y')), {
      locale: 'en',
      format: 'resx',
    });
    expect(await refusalOf(twice)).toMatchObject({
      status: 422,
      errors: [{ path: 'a', line: 5 }],
    });
    await bring(tenant, project, '{"bell":"x\\u0007"}', { locale: 'en', format: 'json' });
    expect(await refusalOf(exportOf('en'))).toMatchObject({
      status: 422,
      errors: [{ path: 'bell' }],
    });
  });
});
