import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app/app.ts';
import type { Tenant } from '../../../../test/app/build.ts';
import { describeProject } from '../../../../test/app/describe-project.ts';
import { refusalOf } from '../../../../test/app/refusal.ts';
import { bring } from '../../../../test/content/import.ts';
import { createScriptedEngine, directoryOf } from '../../../../test/engines/scripted-engine.ts';
import { indexMemory } from '../../../domain/translation/memory/index-memory.ts';

const engine = createScriptedEngine();
let app: TestApp;
let tenant: Tenant;
let projectId: string;
describeProject(
  (given) => {
    ({ app, tenant, projectId } = given);
  },
  { hasOwnTenant: true, overrides: { engines: directoryOf(engine) } },
);
beforeEach(() => {
  engine.calls.length = 0;
});

const CODE = '{ $n -> [one] One file *[other] {$n} files }';
const GERMAN = '{ $n -> [one] Eine Datei *[other] {$n} Dateien }';
const ERROR = {
  code: 'unknown_syntax',
  message: `the text has code of an unknown syntax: *[other]`,
  params: { findings: [{ code: 'unknown_syntax', value: '*[other]' }] },
};
const ofPair = { sourceLocale: 'en', targetLocale: 'de' };
const keyIdOf = async (name: string): Promise<string> => {
  const { data } = await tenant.client.i18n.keys.list({ projectId });
  return data.find((key) => key.name === name)!.id;
};
const germanTexts = async () => {
  const { data } = await tenant.client.i18n.values.list({ projectId, locale: 'de' });
  return Object.fromEntries(data.map(({ key, text }) => [key, text]));
};

describe('a text with code of an unknown syntax', () => {
  it('fails in POST /v1/translate/text with unknown_syntax, without an engine call', async () => {
    const call = tenant.client.translate.text({ text: CODE, ...ofPair });
    expect(await refusalOf(call)).toMatchObject({
      status: 422,
      code: 'unknown_syntax',
      detail: expect.stringContaining(ERROR.message),
    });
    expect(engine.calls).toEqual([]);
  });

  it('fails alone in POST /v1/translate/bulk, and only the other strings are billed', async () => {
    const strings = [CODE, 'Open'];
    const { data } = await tenant.client.translate.bulk({ strings, ...ofPair });
    expect(data).toMatchObject({
      items: [
        { text: null, status: 'failed', error: ERROR },
        { text: 'OPEN', status: 'translated' },
      ],
      usage: { billedUnits: 4 },
    });
  });

  it('does not count in an estimate', async () => {
    const strings = [CODE, 'Open'];
    const { data } = await tenant.client.translate.estimate({
      strings,
      sourceLocale: 'en',
      targetLocales: ['de'],
    });
    expect(data).toMatchObject({ billableUnits: 4 });
  });

  it('stays untranslated in an import with translateMissing, and the result of the job contains the code', async () => {
    await bring(tenant, { id: projectId }, { a: CODE, b: 'Open' }, { locale: 'en' });
    const { data } = await tenant.client.i18n.projects.import({
      projectId,
      locale: 'en',
      targetLocales: ['de'],
      translateMissing: true,
      content: { a: CODE, b: 'Open' },
    });
    expect(data.translation).toMatchObject({ progress: { done: 1, failed: 1 } });
    expect(await germanTexts()).toEqual({ b: 'OPEN' });
    const result = await tenant.client.translate.jobs.result({ jobId: data.translation!.id });
    expect(JSON.stringify(result.data)).toContain(JSON.stringify(ERROR.params));
  });

  it('causes an error in a preview and in the suggestions of the editor', async () => {
    await bring(tenant, { id: projectId }, { a: CODE }, { locale: 'en', targetLocales: ['de'] });
    const keyId = await keyIdOf('a');
    const { data } = await tenant.client.translate.preview({
      projectId,
      keyIds: [keyId],
      localeCode: 'de',
      engines: ['scripted'],
    });
    expect(data.engines).toMatchObject([{ texts: [{ text: null, error: ERROR }] }]);
    const suggested = await tenant.client.i18n.keys.suggestions({
      projectId,
      keyId,
      locale: 'de',
      engines: ['scripted'],
    });
    expect(suggested.data.engines).toMatchObject([
      { text: null, error: { code: 'unknown_syntax' } },
    ]);
    expect(engine.calls).toEqual([]);
  });

  it('gets the translation of a person if the translation has the same code', async () => {
    const content = { good: GERMAN };
    await bring(tenant, { id: projectId }, { good: CODE }, { locale: 'en' });
    await bring(tenant, { id: projectId }, content, { locale: 'de' });
    await indexMemory(app.deps, new AbortController().signal);
    const { data } = await tenant.client.translate.text({ text: CODE, ...ofPair });
    expect(data).toMatchObject({ text: GERMAN, usage: { memoryHits: 1, billedUnits: 0 } });
    expect(engine.calls).toEqual([]);
  });

  it('causes an error in a translation with other code, which the memory does not reuse', async () => {
    const broken = GERMAN.replace('$n', '$anzahl');
    await bring(tenant, { id: projectId }, { bad: CODE }, { locale: 'en' });
    await bring(tenant, { id: projectId }, { bad: broken }, { locale: 'de' });
    await indexMemory(app.deps, new AbortController().signal);
    const { data } = await tenant.client.i18n.values.list({ projectId, check: 'unknown_syntax' });
    expect(data).toMatchObject([{ key: 'bad', locale: 'de' }]);
    const call = tenant.client.translate.text({ text: CODE, ...ofPair });
    expect(await refusalOf(call)).toMatchObject({ code: 'unknown_syntax' });
  });
});
