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

async function exportOf(format: 'stringsdict' | 'xcstrings', locale: string, type: string) {
  const response = await tenant.client.i18n.projects.export(
    { projectId: project.id, locale, format },
    { raw: type },
  );
  return response.text();
}

describe('i18n.projects.import of Apple .stringsdict', () => {
  const forms = (one: string, other: string) => `	<key>files</key>
	<dict>
		<key>NSStringLocalizedFormatKey</key>
		<string>%#@value@</string>
		<key>value</key>
		<dict>
			<key>NSStringFormatSpecTypeKey</key>
			<string>NSStringPluralRuleType</string>
			<key>NSStringFormatValueTypeKey</key>
			<string>lu</string>
			<key>one</key>
			<string>${one}</string>
			<key>other</key>
			<string>${other}</string>
		</dict>
	</dict>`;
  const plist = (content: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
${content}
</dict>
</plist>
`;

  it('keeps plurals together, and an export returns the same file', async () => {
    const file = plist(forms('%lu file', '%lu files'));
    const options = { format: 'stringsdict' } as const;
    await bring(tenant, project, file, { locale: 'en', ...options });
    const target = plist(forms('%lu Datei', '%lu Dateien'));
    await bring(tenant, project, target, { locale: 'de', ...options });
    expect(await exportOf('stringsdict', 'en', 'application/x-plist')).toBe(file);
    expect(await exportOf('stringsdict', 'de', 'application/x-plist')).toBe(target);
  });

  it('rejects a plural without "other" and names the line', async () => {
    const file = plist(forms('a', 'b')).replace('<key>other</key>', '<key>few</key>');
    const refusal = await refusalOf(
      bring(tenant, project, file, { locale: 'en', format: 'stringsdict' }),
    );
    expect(refusal).toMatchObject({ status: 422, errors: [{ path: 'files', line: 9 }] });
  });
});

describe('i18n.projects.export', () => {
  it('answers 422 with the key of a text that the format cannot represent', async () => {
    const file = JSON.stringify({ fine: 'x', 'a.bell': 'x\u0007' });
    await bring(tenant, project, file, { locale: 'en', format: 'json' });
    const expected = { status: 422, code: 'content_invalid', errors: [{ path: 'a.bell' }] };
    const raw = await refusalOf(exportOf('stringsdict', 'en', 'application/x-plist'));
    expect(raw).toMatchObject(expected);
    const body = { projectId: project.id, locale: 'en', format: 'stringsdict' } as const;
    const enveloped = await refusalOf(tenant.client.i18n.projects.export(body));
    expect(enveloped).toMatchObject(expected);
    expect(await exportOf('xcstrings', 'en', 'application/vnd.apple.xcstrings+json')).toContain(
      '"x\\u0007"',
    );
  });
});

describe('i18n.projects.import of Apple .xcstrings', () => {
  const TYPE = 'application/vnd.apple.xcstrings+json';
  const unit = (state: string, value: string, indent: string) => `${indent}"stringUnit" : {
${indent}  "state" : "${state}",
${indent}  "value" : "${value}"
${indent}}`;
  const catalog = (state: string) => `{
  "sourceLanguage" : "en",
  "strings" : {
    "8.title" : {
      "comment" : "Window",
      "localizations" : {
        "de" : {
${unit(state, 'Aktivität', '          ')}
        },
        "en" : {
${unit('translated', 'Activity', '          ')}
        }
      }
    },
    "18.title" : {
      "localizations" : {
        "en" : {
          "variations" : {
            "plural" : {
              "one" : {
${unit('translated', '%lld file', '                ')}
              },
              "other" : {
${unit('translated', '%lld files', '                ')}
              }
            }
          }
        }
      }
    },
    "Hello %@" : {

    }
  },
  "version" : "1.0"
}`;

  it('tags new and known keys that are stale, and keeps their other tags', async () => {
    const projectId = project.id;
    const bringCatalog = async (entries: Record<string, object>) => {
      const body = JSON.stringify({ sourceLanguage: 'en', strings: entries, version: '1.0' });
      const input = { projectId, locale: 'en', body, contentType: TYPE };
      return (await tenant.client.i18n.projects.import(input)).data;
    };
    const stale = { extractionState: 'stale' };
    await bringCatalog({ Open: {}, Gone: stale, Locked: {} });
    const keys = async () => (await tenant.client.i18n.keys.list({ projectId })).data;
    const tagsOf = async () =>
      Object.fromEntries((await keys()).map(({ name, tags }) => [name, tags]));
    expect(await tagsOf()).toEqual({ Open: [], Gone: ['stale'], Locked: [] });
    const { id: keyId } = (await keys()).find(({ name }) => name === 'Open')!;
    await tenant.client.i18n.keys.update({ projectId, keyId, tags: ['menu'] });
    const change = { ...stale, comment: 'On the button' };
    const { importId, keys: counts } = await bringCatalog({
      Open: change,
      Gone: stale,
      Locked: {},
    });
    expect(counts.archived).toBe(0);
    expect(await tagsOf()).toEqual({ Open: ['menu', 'stale'], Gone: ['stale'], Locked: [] });
    await tenant.client.i18n.changes.revert({ projectId, changeId: importId! });
    expect(await tagsOf()).toEqual({ Open: ['menu'], Gone: ['stale'], Locked: [] });
  });

  it('imports all locales of a file by the content type, and an export returns the same file', async () => {
    const file = catalog('needs_review');
    const { data } = await tenant.client.i18n.projects.import({
      projectId: project.id,
      locale: 'en',
      body: file,
      contentType: TYPE,
    });
    expect(data.format).toBe('xcstrings');
    const { data: rows } = await tenant.client.i18n.rows.list({
      projectId: project.id,
      locales: ['de'],
    });
    expect(rows.map(({ key }) => key)).toEqual(['8.title', '18.title', 'Hello %@']);
    expect(await exportOf('xcstrings', 'de', TYPE)).toBe(file);
    expect(await exportOf('xcstrings', 'en', TYPE)).not.toContain('"de"');
  });

  it('fills in missing source texts from a file of another locale, and keeps existing source texts', async () => {
    await bring(tenant, project, '{"8.title":"Own"}', { locale: 'en', format: 'json' });
    await bring(tenant, project, catalog('translated'), { locale: 'de', format: 'xcstrings' });
    expect(await storedTexts(app, project.id, 'en')).toContainEqual(['8.title', 'Own']);
    expect(await storedTexts(app, project.id, 'en')).toContainEqual(['Hello %@', 'Hello %@']);
  });

  it('rejects a catalog of another source language', async () => {
    const file = catalog('new').replace('"en",', '"fr",');
    const refusal = await refusalOf(
      bring(tenant, project, file, { locale: 'en', format: 'xcstrings' }),
    );
    expect(refusal).toMatchObject({ status: 422, errors: [{ line: 2 }] });
  });
});
