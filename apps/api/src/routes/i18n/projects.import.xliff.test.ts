import type { Project } from '@parlance/contracts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import type { Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { refusalOf } from '../../../test/app/refusal.ts';
import { bring, type StoredValue, storedValues } from '../../../test/content/import.ts';
import { stageImport } from '../../../test/content/staged-import.ts';

let app: TestApp;
let tenant: Tenant;
let project: Project;
describeProject(
  (given) => {
    ({ app, tenant, project } = given);
  },
  { works: false },
);

const fileOf = (source: string, target: string, note = ''): string => `<?xml version="1.0"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="de">
  <file id="f">
    <unit id="u" name="greeting">
      ${note && `<notes><note>${note}</note></notes>`}
      <segment state="translated"><source>${source}</source><target>${target}</target></segment>
    </unit>
  </file>
</xliff>`;

const valuesOf = async (): Promise<Pick<StoredValue, 'locale' | 'text' | 'outdated'>[]> =>
  (await storedValues(app, project.id)).map(({ locale, text, outdated }) => ({
    locale,
    text,
    outdated,
  }));

describe('i18n.projects.import of a translator’s XLIFF', () => {
  const sendOut = async (): Promise<void> => {
    await bring(tenant, project, { greeting: 'Hello' });
    await bring(tenant, project, { greeting: 'Hello!' });
  };
  const bringBack = (more: Partial<Parameters<typeof bring>[3]> = {}) =>
    bring(tenant, project, fileOf('Hello!', 'Hallo!'), { locale: 'de', format: 'xliff', ...more });

  it('keeps a newer source text, reports it, and outdates the translation', async () => {
    await sendOut();
    await bring(tenant, project, { greeting: 'Good morning!' });
    const dry = await bringBack({ dryRun: true });
    const { values, warnings } = await bringBack();
    expect({ values: dry.values, warnings: dry.warnings }).toEqual({ values, warnings });
    expect(values).toEqual({ created: 1, updated: 0, unchanged: 0, skipped: 1 });
    expect(warnings).toMatchObject([{ path: 'greeting', code: 'source_differs' }]);
    expect(await valuesOf()).toEqual([
      { locale: 'en', text: 'Good morning!', outdated: false },
      { locale: 'de', text: 'Hallo!', outdated: true },
    ]);
  });

  it('marks a translation as current if the source text is unchanged', async () => {
    await sendOut();
    expect((await bringBack()).warnings).toEqual([]);
    expect(await valuesOf()).toEqual([
      { locale: 'en', text: 'Hello!', outdated: false },
      { locale: 'de', text: 'Hallo!', outdated: false },
    ]);
  });

  it('fills missing source texts', async () => {
    await bringBack();
    expect(await valuesOf()).toMatchObject([
      { locale: 'en', text: 'Hello!' },
      { locale: 'de', text: 'Hallo!' },
    ]);
  });

  it('changes source texts if the source locale is imported', async () => {
    await sendOut();
    const file = fileOf('Hello, you', 'Hallo, du');
    await bring(tenant, project, file, { locale: 'en', format: 'xliff' });
    expect(await valuesOf()).toMatchObject([{ text: 'Hello, you' }, { text: 'Hallo, du' }]);
  });

  it('keeps the descriptions of developers, and sets a missing description', async () => {
    const descriptionOf = async () =>
      (await tenant.client.i18n.keys.list({ projectId: project.id })).data[0]!.description;
    const bringNote = (note: string, more: Partial<Parameters<typeof bring>[3]> = {}) =>
      bring(tenant, project, fileOf('Hello!', 'Hallo!', note), {
        locale: 'de',
        format: 'xliff',
        ...more,
      });
    await bringNote('first');
    expect(await descriptionOf()).toBe('first');
    await bringNote('of the translator');
    await bringNote('of the source, kept', { locale: 'en', mode: 'keep' });
    expect(await descriptionOf()).toBe('first');
    await bringNote('of the source', { locale: 'en' });
    expect(await descriptionOf()).toBe('of the source');
  });

  it('rejects a description that is too long, and names the key', async () => {
    const long = 'x'.repeat(10_001);
    const files = {
      xliff: fileOf('a', 'b', long),
      csv: `key,en,description\ngreeting,a,${long}\n`,
    };
    for (const [format, file] of Object.entries(files) as ['csv' | 'xliff', string][]) {
      const refusal = await refusalOf(bring(tenant, project, file, { locale: 'en', format }));
      expect(refusal).toMatchObject({ code: 'content_invalid', errors: [{ path: 'greeting' }] });
      expect(refusal.detail).toContain('more than 10000 characters');
    }
  });

  it('fails in the mode `fail` if the source text differs', async () => {
    await sendOut();
    await bring(tenant, project, { greeting: 'Good morning!' });
    expect(await refusalOf(bringBack({ mode: 'fail' }))).toMatchObject({ code: 'import_conflict' });
  });
});

describe('an exported XLIFF file that is imported unchanged', () => {
  it.each(['1.2', '2.1'] as const)(
    'keeps texts, states, origins and descriptions (XLIFF %s)',
    async (xliffVersion) => {
      const { i18n } = tenant.client;
      const ref = { projectId: project.id, locale: 'de' } as const;
      await bring(tenant, project, { a: 'A', b: 'B', c: 'C' });
      await bring(tenant, project, { a: 'Ä', b: 'Be', c: 'Ce' }, { locale: 'de' });
      const { data: keys } = await i18n.keys.list({ projectId: project.id });
      const described = keys.map(({ id }) => id);
      for (const keyId of described) {
        await i18n.keys.update({ projectId: project.id, keyId, description: `of ${keyId}` });
      }
      const { data: values } = await i18n.values.list(ref);
      const states = ['needs_review', 'translated', 'reviewed'] as const;
      for (const [at, { id }] of values.entries()) {
        await i18n.values.update({ projectId: project.id, valueId: id!, state: states[at]! });
      }
      await sql`
        update translation_value set origin = 'machine'
        where project_id = ${project.id}::uuid and text in ('Ä', 'Be')`.execute(app.db);
      const before = await storedValues(app, project.id);
      const exported = await i18n.projects.export({ ...ref, format: 'xliff', xliffVersion });
      const { content } = exported.data as { content: string };
      const back = await bring(tenant, project, content, {
        locale: 'de',
        format: 'xliff',
      });
      expect(back.values).toMatchObject({ created: 0, updated: 0 });
      expect(await storedValues(app, project.id)).toEqual(before);
      const { data: later } = await i18n.keys.list({ projectId: project.id });
      expect(later.map(({ description }) => description)).toEqual(
        described.map((id) => `of ${id}`),
      );
    },
  );
});

describe('the id of a unit that also has a name', () => {
  const unitOf = (id: string) =>
    `<trans-unit id="${id}" resname="home"><source>Home</source></trans-unit>`;
  const fileOf12 = (id: string) => `<?xml version="1.0"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
  <file original="f" datatype="plaintext" source-language="en"><body>${unitOf(id)}</body></file>
</xliff>`;
  const idOf = async (xliffVersion: '1.2' | '2.1') => {
    const input = { projectId: project.id, locale: 'de', format: 'xliff', xliffVersion } as const;
    const { content } = (await tenant.client.i18n.projects.export(input)).data as {
      content: string;
    };
    return /unit id="([^"]*)" (?:res)?name="home"/.exec(content)?.[1];
  };

  it('stays the same in exports, and changes with a file that overwrites it', async () => {
    await tenant.client.i18n.locales.create({ projectId: project.id, code: 'de' });
    await bring(tenant, project, { home: 'Home' });
    expect(await idOf('1.2')).toBe('home');
    const bringId = (id: string, mode: 'keep' | 'overwrite') =>
      bring(tenant, project, fileOf12(id), { format: 'xliff', mode });
    await bringId('Show the home page', 'keep');
    expect([await idOf('1.2'), await idOf('2.1')]).toEqual(['Show the home page', 'home']);
    await bringId('page-1', 'keep');
    expect(await idOf('1.2')).toBe('Show the home page');
    await bringId('page-1', 'overwrite');
    expect([await idOf('1.2'), await idOf('2.1')]).toEqual(['page-1', 'page-1']);
  });

  it('appears in exports after a staged import is applied', async () => {
    const projectId = project.id;
    await tenant.client.i18n.locales.create({ projectId, code: 'de' });
    const { importId } = await stageImport(tenant, projectId, fileOf12('page-1'), {
      format: 'xliff',
    });
    await tenant.client.i18n.imports.apply({ projectId, importId });
    expect(await idOf('1.2')).toBe('page-1');
  });
});

describe('a dry run', () => {
  it('fails like the import, for targets that no engine can translate', async () => {
    const more = { translateMissing: true, targetLocales: ['tlh'] };
    const real = await refusalOf(bring(tenant, project, { a: 'Save' }, more));
    const dry = await refusalOf(bring(tenant, project, { a: 'Save' }, { ...more, dryRun: true }));
    expect([dry.code, real.code]).toEqual(['unsupported_pair', 'unsupported_pair']);
  });
});
