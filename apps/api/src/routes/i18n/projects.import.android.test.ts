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

const bringFile = (locale: string, file: string) =>
  bring(tenant, project, file, { locale, format: 'android' });

const resources = (content: string): string => `<resources>\n${content}\n</resources>\n`;

describe('i18n.projects.import of Android strings', () => {
  it('stores texts as Android shows them, and an export escapes the texts for Android', async () => {
    const own = '<string name="a">  It\\\'s\n  <b>new</b> &amp; "two  spaces" </string>';
    await bringFile('en', resources(own));
    const { warnings } = await bringFile(
      'de',
      resources('<string name="a">Neu</string><string name="b">@string/a</string>'),
    );
    expect(warnings).toMatchObject([{ path: 'b', code: 'references_skipped' }]);
    expect(await storedTexts(app, project.id, 'en')).toEqual([
      ['a', " It's <b>new</b> & two  spaces "],
    ]);
    const file = await tenant.client.i18n.projects.export(
      { projectId: project.id, locale: 'en', format: 'android' },
      { raw: 'application/vnd.android.strings+xml' },
    );
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="en.xml"');
    expect(await file.text()).toContain(
      '<string name="a">\\u0020It\\\'s <b>new</b> &amp; two \\u0020spaces\\u0020</string>',
    );
  });

  it.each(['auto', 'printf'] as const)(
    'keeps plurals and comments, in a project of the message format %s',
    async (messageFormat) => {
      const { data: own } = await tenant.client.i18n.projects.create({
        name: messageFormat,
        sourceLocale: 'en',
        settings: { messageFormat },
      });
      const files = (one: string, other: string) =>
        resources(
          `    <!-- In the list -->\n    <plurals name="files">\n        <item quantity="one">${one}</item>\n        <item quantity="other">${other}</item>\n    </plurals>`,
        );
      for (const [locale, file] of [
        ['en', files('%d file', '%d files')],
        ['de', files('%d Datei', '%d Dateien')],
      ] as const) {
        await bring(tenant, own, file, { locale, format: 'android' });
      }
      const { data: rows } = await tenant.client.i18n.rows.list({
        projectId: own.id,
        locales: ['de'],
      });
      expect(rows).toMatchObject([{ key: 'files', family: { style: '.' } }]);
      const exported = await tenant.client.i18n.projects.export(
        { projectId: own.id, locale: 'de', format: 'android' },
        { raw: 'application/vnd.android.strings+xml' },
      );
      expect(await exported.text()).toContain(
        files('%d Datei', '%d Dateien').slice('<resources>\n'.length),
      );
    },
  );

  it('keeps the state of an unchanged text, and marks a changed text as translated', async () => {
    const file = (text: string) => resources(`<string name="a">${text}</string>`);
    const stateOf = async () => {
      const query = { projectId: project.id, locale: 'de' };
      const [value] = (await tenant.client.i18n.values.list(query)).data;
      return value!;
    };
    await bringFile('en', file('New'));
    await bringFile('de', file('Neu'));
    const { id: valueId } = await stateOf();
    for (const state of ['reviewed', 'needs_review'] as const) {
      await tenant.client.i18n.values.update({ projectId: project.id, valueId: valueId!, state });
      await bringFile('de', file('Neu'));
      expect(await stateOf()).toMatchObject({ state });
    }
    await bringFile('de', file('Neues'));
    expect(await stateOf()).toMatchObject({ state: 'translated' });
  });

  it('detects the format by the content type', async () => {
    const { data } = await tenant.client.i18n.projects.import({
      projectId: project.id,
      locale: 'en',
      body: resources('<string-array name="days"><item>Mon</item></string-array>'),
      contentType: 'application/vnd.android.strings+xml',
    });
    expect(data).toMatchObject({ format: 'android', values: { created: 1 } });
    expect(await storedTexts(app, project.id, 'en')).toEqual([['days[0]', 'Mon']]);
  });

  it.each([
    ['a duplicate name', '<string name="a">1</string>\n<string name="a">2</string>', 3],
    ['an invalid escape', '<string name="a">\\u12</string>', 2],
    ['an unknown quantity', '<plurals name="p"><item quantity="banana">x</item></plurals>', 2],
    ['an undeclared entity', '<string name="a">&b;</string>', 2],
    ['a string without an end', '<string name="a">', 3],
  ])('refuses %s, names the line and writes nothing', async (_, content, line) => {
    const { status, code, errors } = await refusalOf(bringFile('en', resources(content)));
    expect(status).toBeLessThan(500);
    expect(code).toMatch(/^(?:content_invalid|malformed_content)$/);
    expect(errors[0]?.line).toBe(line);
    expect(await storedTexts(app, project.id, 'en')).toEqual([]);
  });

  it('refuses external entities, and does not expand internal entities', async () => {
    const external = `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${resources('')}`;
    expect(await refusalOf(bringFile('en', external))).toMatchObject({
      status: 422,
      code: 'content_invalid',
      detail: expect.stringContaining('a DOCTYPE may declare only internal entities'),
    });
    const internal = `<!DOCTYPE r [<!ENTITY x "ha"><!ENTITY y "&x;&x;">]>`;
    await bringFile('en', internal + resources('<string name="a">&y;!</string>'));
    expect(await storedTexts(app, project.id, 'en')).toEqual([['a', '&y;!']]);
  });
});
