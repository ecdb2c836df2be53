import { type CheckCode, verifyMessage } from '@parlance/messages';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import { testRuns } from '../../../../../scripts/tests/test-runs.ts';
import { createProject, type Tenant } from '../../../test/app/build.ts';
import { describeTenant } from '../../../test/app/describe-project.ts';

let tenant: Tenant;
describeTenant((given) => {
  ({ tenant } = given);
});

const CODE = 'placeholder_missing';

/** Creates a project with one translation in which a placeholder is missing. */
async function setUp() {
  const { i18n } = tenant.client;
  const projectId = (await createProject(tenant.client)).id;
  await i18n.projects.import({ projectId, locale: 'en', content: { hello: 'Hi {name}' } });
  await i18n.projects.import({ projectId, locale: 'de', content: { hello: 'Hallo' } });
  const [value] = (await i18n.values.list({ projectId, locale: 'de' })).data;
  const valueId = value!.id!;
  const keyId = value!.keyId;
  const at = { projectId, valueId };
  return {
    at,
    keyId,
    dismiss: (version: number) => i18n.ignoredChecks.put({ ...at, code: CODE, version }),
    restore: () => i18n.ignoredChecks.delete({ ...at, code: CODE }),
    findings: async () => (await i18n.findings.get(at)).data.findings,
    async seen() {
      const locales = ['de'];
      const list = await i18n.values.list({ projectId, locale: 'de', check: CODE });
      const rows = await i18n.rows.list({ projectId, locales });
      const failing = await i18n.rows.list({ projectId, locales, query: 'is:failing' });
      const byCheck = await i18n.rows.list({ projectId, locales, query: `check:${CODE}` });
      const counts = await i18n.counts.get({ projectId, locales });
      return {
        listed: list.data.length,
        cell: rows.data[0]!.values.de!.checks,
        failing: failing.data.length,
        byCheck: byCheck.data.length,
        count: counts.data[0]!.checks[CODE] ?? 0,
      };
    },
    release: async () => {
      return i18n.releases.create({ projectId, environment: 'production', failOn: 'error' });
    },
  };
}

const SHOWN = { listed: 1, cell: [CODE], failing: 1, byCheck: 1, count: 1 };
const HIDDEN = { listed: 0, cell: [], failing: 0, byCheck: 0, count: 0 };

describe('i18n.ignored-checks.put', () => {
  it('hides a finding from rows, filters, counts, lists and releases until the dismissal is undone', async () => {
    const { dismiss, restore, findings, seen, release } = await setUp();
    const { data } = await dismiss(1);
    expect(data).toMatchObject({ version: 1, checks: [] });
    expect(await seen()).toEqual(HIDDEN);
    expect(await findings()).toMatchObject([{ code: CODE, ignored: true }]);
    expect((await restore()).data.checks).toEqual([CODE]);
    expect(await seen()).toEqual(SHOWN);
    expect(await findings()).toMatchObject([{ code: CODE, ignored: false }]);
    await expect(release()).rejects.toMatchObject({ code: 'checks_failed' });
    await dismiss(1);
    await expect(release()).resolves.toBeDefined();
  });

  it('ends a dismissal when the text changes, and keeps it when the state changes', async () => {
    const { at, dismiss, seen } = await setUp();
    const { values } = tenant.client.i18n;
    await dismiss(1);
    const kept = await values.update({ ...at, state: 'reviewed' });
    expect(kept.data.checks).toEqual([]);
    expect(await seen()).toEqual(HIDDEN);
    const reworded = await values.update({ ...at, text: 'Guten Tag' });
    expect(reworded.data.checks).toEqual([CODE]);
    expect(await seen()).toEqual(SHOWN);
  });

  it('ends a dismissal when the source text changes, and keeps it when the maximum length changes', async () => {
    const { at, keyId, dismiss, findings } = await setUp();
    const { projectId } = at;
    const { keys, values } = tenant.client.i18n;
    await dismiss(1);
    await keys.update({ projectId, keyId, maxLength: 100 });
    expect(await findings()).toMatchObject([{ code: CODE, ignored: true }]);
    await values.put({ projectId, keyId, localeCode: 'en', text: 'Hello {name}' });
    const open = (await findings()).filter(({ code }) => code === CODE);
    expect(open).toMatchObject([{ ignored: false }]);
  });

  it('refuses another version of the value, an unknown check and an archived key', async () => {
    const { at, keyId, dismiss } = await setUp();
    const { projectId } = at;
    const { ignoredChecks, keys } = tenant.client.i18n;
    await expect(dismiss(2)).rejects.toMatchObject({ code: 'version_conflict' });
    const unknown = ignoredChecks.put({ ...at, code: 'no_such_check', version: 1 });
    await expect(unknown).rejects.toMatchObject({ code: 'validation_failed', status: 422 });
    await keys.delete({ projectId, keyId });
    await expect(dismiss(1)).rejects.toMatchObject({ code: 'archived' });
  });

  it('refuses a dismissal if the source string has changed since the caller read it', async () => {
    const { at, keyId, findings } = await setUp();
    const { ignoredChecks, values, ...i18n } = tenant.client.i18n;
    const { data: read } = await i18n.findings.get(at);
    const dismiss = (sourceVersion: number) =>
      ignoredChecks.put({ ...at, code: CODE, version: read.version, sourceVersion });
    await values.put({
      projectId: at.projectId,
      keyId,
      localeCode: 'en',
      text: 'Hello {name}, {title}',
    });
    await expect(dismiss(read.sourceVersion)).rejects.toMatchObject({
      code: 'version_conflict',
      current: { version: read.version },
    });
    expect((await findings()).every(({ ignored }) => !ignored)).toBe(true);
    const { data: now } = await i18n.findings.get(at);
    expect((await dismiss(now.sourceVersion)).data.checks).not.toContain(CODE);
  });

  it('changes nothing for a check without a finding or in a repeated call, and records each change once', async () => {
    const { at, dismiss, restore } = await setUp();
    const { ignoredChecks } = tenant.client.i18n;
    await ignoredChecks.put({ ...at, code: 'empty', version: 1 });
    await dismiss(1);
    await dismiss(1);
    await restore();
    await restore();
    const { data } = await ignoredChecks.list(at);
    expect(data).toMatchObject([
      { code: CODE, ignored: true, version: 1, by: { type: 'api_key' } },
      { code: CODE, ignored: false, version: 1 },
    ]);
  });

  it('never hides a finding of a text that a concurrent edit writes', async () => {
    const { at, dismiss, findings } = await setUp();
    const { values } = tenant.client.i18n;
    for (let version = 1; version <= 10; version++) {
      const edit = values.update({ ...at, text: `Hallo ${version}` });
      await Promise.allSettled([edit, dismiss(version)]);
      expect(await findings()).toMatchObject([{ code: CODE, ignored: false }]);
    }
  });

  it('changes the revision of the row index', async () => {
    const { at, dismiss } = await setUp();
    const { rowIndex } = tenant.client.i18n;
    const revision = async () => {
      const { data } = await rowIndex.get({ projectId: at.projectId, locales: ['de'] });
      return data.revision;
    };
    const before = await revision();
    await dismiss(1);
    expect(await revision()).not.toBe(before);
  });
});

describe('dismissals', () => {
  const SOURCES = ['Hi {name}.', 'Hi {name}', '<b>Hi</b> {name}!'];
  const TEXTS = ['Hallo', ' Hallo.', 'Hallo {name}!', '<i>Hi</i> {nom}'];
  const CODES: CheckCode[] = ['placeholder_missing', 'end_punctuation', 'tag_missing', 'outdated'];
  type Step =
    | { write: 'de' | 'en'; text: string }
    | { code: CheckCode; is: 'dismissed' | 'restored' };
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ write: fc.constant('de' as const), text: fc.constantFrom(...TEXTS) }),
    fc.record({ write: fc.constant('en' as const), text: fc.constantFrom(...SOURCES) }),
    fc.record({
      code: fc.constantFrom(...CODES),
      is: fc.constantFrom('dismissed' as const, 'restored' as const),
    }),
  );

  function createModel() {
    const texts = { en: 'Hi {name}', de: 'Hallo' };
    const ignored = new Set<CheckCode>();
    let madeFrom = texts.en;
    const found = (): Set<CheckCode> => {
      const options = { format: 'auto', sourceLocale: 'en', targetLocale: 'de' } as const;
      const codes = verifyMessage(texts.en, texts.de, options).map(({ code }) => code);
      return new Set<CheckCode>(madeFrom === texts.en ? codes : [...codes, 'outdated']);
    };
    return {
      apply(one: Step) {
        if ('code' in one) {
          if (one.is === 'restored') ignored.delete(one.code);
          else if (found().has(one.code)) ignored.add(one.code);
          return;
        }
        const isOther = texts[one.write] !== one.text;
        texts[one.write] = one.text;
        if (one.write === 'de') madeFrom = texts.en;
        if (isOther) ignored.clear();
      },
      open: () => [...found()].filter((code) => !ignored.has(code)).sort(),
    };
  }

  it('hide exactly the findings that a reference model hides, after any steps', async () => {
    const { i18n } = tenant.client;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const { at, keyId } = await setUp();
        const { projectId } = at;
        const model = createModel();
        for (const one of steps) {
          model.apply(one);
          if ('write' in one) {
            const { write: localeCode, text } = one;
            await i18n.values.put({ projectId, keyId, localeCode, text });
          } else if (one.is === 'dismissed') {
            const { data } = await i18n.findings.get(at);
            const { version, sourceVersion } = data;
            await i18n.ignoredChecks.put({ ...at, code: one.code, version, sourceVersion });
          } else {
            await i18n.ignoredChecks.delete({ ...at, code: one.code });
          }
          const { data } = await i18n.findings.get(at);
          const open = data.findings.filter(({ ignored }) => !ignored).map(({ code }) => code);
          expect([...new Set(open)].sort()).toEqual(model.open());
        }
        await eventually(async () => {
          const { data } = await i18n.rows.list({ projectId, locales: ['de'] });
          expect([...data[0]!.values.de!.checks].sort()).toEqual(model.open());
        });
      }),
      { numRuns: testRuns(12) },
    );
  });
});
