import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../test/app/build.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  tenant = await createTenant(app);
  projectId = (await createProject(tenant.client)).id;
  const load = (locale: string, content: Record<string, string>) =>
    tenant.client.i18n.projects.import({ projectId, locale, content });
  await load('en', {
    hello: 'Hi {name}, welcome',
    bye: 'Bye',
    days: '{n, select, a {day} other {days}}',
  });
  await load('de', { hello: 'Hallo {nom}, willkommen', bye: 'Bis bald', days: 'Tage' });
});
afterAll(() => app.close());

async function valueIdOf(locale: string, key: string): Promise<string> {
  const { data } = await tenant.client.i18n.values.list({ projectId, locale });
  return data.find((row) => row.key === key)!.id!;
}

const findingsOf = async (valueId: string) =>
  (await tenant.client.i18n.findings.get({ projectId, valueId })).data;

describe('i18n.findings.get', () => {
  it('returns positions and a fix that removes the finding when it is applied', async () => {
    const valueId = await valueIdOf('de', 'hello');
    const { version, findings } = await findingsOf(valueId);
    expect(version).toBe(1);
    const fix = { text: 'Hallo {name}, willkommen' };
    expect(findings).toMatchObject([
      {
        code: 'placeholder_missing',
        value: '{name}',
        at: { start: 3, end: 9, side: 'source' },
        fix,
      },
      {
        code: 'placeholder_unknown',
        value: '{nom}',
        at: { start: 6, end: 11, side: 'target' },
        fix,
      },
    ]);
    await tenant.client.i18n.values.update({ projectId, valueId, version, text: fix.text });
    expect(await findingsOf(valueId)).toEqual({ version: 2, sourceVersion: 0, findings: [] });
  });

  it('returns the parameters of a finding, from which clients can build sentences in other languages', async () => {
    const { findings } = await findingsOf(await valueIdOf('de', 'days'));
    const params = { reason: 'argument_missing' };
    expect(findings).toMatchObject([{ code: 'icu_structure', value: 'n', params }]);
  });

  it('returns an empty list for a valid translation and for a source string', async () => {
    for (const locale of ['de', 'en']) {
      const { findings } = await findingsOf(await valueIdOf(locale, 'bye'));
      expect(findings).toEqual([]);
    }
  });

  it('answers 404 for a value of another owner', async () => {
    const valueId = await valueIdOf('de', 'bye');
    const other = await createTenant(app);
    const call = other.client.i18n.findings.get({ projectId, valueId });
    await expect(call).rejects.toMatchObject({ code: 'not_found' });
  });
});
