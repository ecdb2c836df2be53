import type { Project } from '@parlance/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import { createProject, type Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { bring } from '../../../test/content/import.ts';

let tenant: Tenant;
let project: Project;
describeProject((given) => {
  ({ tenant, project } = given);
});
beforeEach(async () => {
  await tenant.client.i18n.locales.create({ projectId: project.id, code: 'de' });
});

const unit = (name: string, attributes: string, target = '') =>
  `<trans-unit id="${name}" ${attributes}><source>${name}</source>${target}</trans-unit>`;

const fileOf = (...units: string[]) => `<?xml version="1.0"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
<file original="a" datatype="plaintext" source-language="en" target-language="de"><body>
${units.join('\n')}
</body></file></xliff>`;

const bringXliff = (locale: string, ...units: string[]) =>
  bring(tenant, project, fileOf(...units), { locale, format: 'xliff' });

const lengths = async () => {
  const { data } = await tenant.client.i18n.keys.list({ projectId: project.id });
  return Object.fromEntries(data.map(({ name, maxLength }) => [name, maxLength]));
};

describe('the maximum length of a key', () => {
  it('comes from a file only if the file gives the length in characters', async () => {
    await bringXliff(
      'en',
      unit('short', 'maxwidth="12" size-unit="char"'),
      unit('pixels', 'maxwidth="12"'),
      unit('wrong', 'maxwidth="0" size-unit="char"'),
      unit('huge', 'maxwidth="999999999" size-unit="char"'),
    );
    expect(await lengths()).toEqual({ short: 12, pixels: null, wrong: null, huge: null });
  });

  it('leads to a finding for a longer text, and appears in exports', async () => {
    const { client } = tenant;
    const projectId = project.id;
    await bringXliff(
      'en',
      unit('short', 'maxwidth="6" size-unit="char"'),
      unit('brand', 'translate="no"'),
    );
    await bringXliff('de', unit('short', '', '<target>viel zu lang</target>'));
    await eventually(async () => {
      const { data: values } = await client.i18n.values.list({ projectId, check: 'too_long' });
      expect(values.map(({ key, locale }) => [key, locale])).toEqual([['short', 'de']]);
    });
    const { data } = await client.i18n.projects.export({
      projectId,
      format: 'xliff',
      xliffVersion: '1.2',
      locale: 'de',
    });
    const { content: text } = data as { content: string };
    expect(text).toMatch(/<trans-unit id="short"[^>]* maxwidth="6" size-unit="char"/);
    expect(text).toMatch(/<trans-unit id="brand"[^>]* translate="no"/);
    for (const xliffVersion of ['2.0', '2.1', '2.2'] as const) {
      const options = { projectId, format: 'xliff', xliffVersion, locale: 'en' } as const;
      const { data: exported } = await client.i18n.projects.export(options);
      const copy = await createProject(tenant.client);
      const { content } = exported as { content: string };
      await bring(tenant, copy, content, { locale: 'en', format: 'xliff' });
      const { data: keys } = await client.i18n.keys.list({ projectId: copy.id });
      expect(keys.map(({ name, maxLength }) => [name, maxLength])).toEqual([
        ['short', 6],
        ['brand', null],
      ]);
    }
  });

  it('comes from a source file if the key has no maximum length, and a revert removes it', async () => {
    const projectId = project.id;
    await bringXliff('en', unit('short', ''), unit('own', 'maxwidth="5" size-unit="char"'));
    await bringXliff('de', unit('short', 'maxwidth="6" size-unit="char"'));
    expect(await lengths()).toEqual({ short: null, own: 5 });
    const { importId } = await bringXliff(
      'en',
      unit('short', 'maxwidth="6" size-unit="char"'),
      unit('own', 'maxwidth="7" size-unit="char"'),
    );
    expect(await lengths()).toEqual({ short: 6, own: 5 });
    await tenant.client.i18n.changes.revert({ projectId, changeId: importId! });
    expect(await lengths()).toEqual({ short: null, own: 5 });
  });
});
