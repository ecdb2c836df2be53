import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app/app.ts';
import type { Tenant } from '../../../../test/app/build.ts';
import { describeProject } from '../../../../test/app/describe-project.ts';
import { refusalOf } from '../../../../test/app/refusal.ts';
import { bring } from '../../../../test/content/import.ts';
import { createScriptedEngine, directoryOf } from '../../../../test/engines/scripted-engine.ts';
import { PlanWork } from '../../../../test/measure/plan-work.ts';
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

/** Texts with an unknown syntax, and plain prose. */
const TEXTS = {
  a: 'Hello ~name~, welcome',
  b: 'Delete ~file~ now',
  c: '~count~ files are new',
  d: 'Press [Save], or wait ~ 5 minutes',
};
const ofPair = { sourceLocale: 'en', targetLocale: 'de' };
const errorOf = (part: string) => ({
  code: 'unknown_syntax',
  message: `the text has code of an unknown syntax: ${part}`,
  params: { findings: [{ code: 'unknown_syntax', value: part }] },
});
const bringTexts = () => bring(tenant, { id: projectId }, TEXTS, { locale: 'en' });
const germanTexts = async () => {
  const { data } = await tenant.client.i18n.values.list({ projectId, locale: 'de' });
  return Object.fromEntries(data.map(({ key, text }) => [key, text]));
};

describe('a text with a word that other source texts of its project use as code', () => {
  it('fails in calls with the project, and is translated in calls without the project', async () => {
    await bringTexts();
    const strings = ['Bye ~user~', 'Bye', 'Press [Save]'];
    const { data } = await tenant.client.translate.bulk({ ...ofPair, strings, projectId });
    expect(data.items).toMatchObject([
      { text: null, status: 'failed', error: errorOf('~user~') },
      { text: 'BYE' },
      { text: 'PRESS [SAVE]' },
    ]);
    const alone = await tenant.client.translate.bulk({ ...ofPair, strings });
    expect(alone.data.items).toMatchObject([{ status: 'translated' }, {}, {}]);
    const estimate = await tenant.client.translate.estimate({
      projectId,
      strings,
      sourceLocale: 'en',
      targetLocales: ['de'],
    });
    expect(estimate.data).toMatchObject({ units: 'ByePress [Save]'.length });
  });

  it('does not become code because of other strings of the same call', async () => {
    const strings = ['a', 'b', 'c'].map((key) => TEXTS[key as 'a']);
    const { data } = await tenant.client.translate.bulk({ ...ofPair, strings, projectId });
    expect(data.items).toMatchObject(strings.map(() => ({ status: 'translated' })));
  });

  it('stays untranslated in the first import with translateMissing', async () => {
    await bring(tenant, { id: projectId }, {}, { locale: 'en', targetLocales: ['de'] });
    const { data } = await tenant.client.i18n.projects.import({
      projectId,
      locale: 'en',
      targetLocales: ['de'],
      translateMissing: true,
      content: TEXTS,
    });
    expect(data.translation).toMatchObject({ progress: { done: 1, failed: 3 } });
    expect(await germanTexts()).toEqual({ d: 'PRESS [SAVE], OR WAIT ~ 5 MINUTES' });
    const result = await tenant.client.translate.jobs.result({ jobId: data.translation!.id });
    for (const part of ['~name~', '~file~', '~count~']) {
      expect(JSON.stringify(result.data)).toContain(JSON.stringify(errorOf(part).params));
    }
  });

  it('makes a job store which words are code', async () => {
    await bringTexts();
    const wait = { waitSeconds: 30 };
    await bring(tenant, { id: projectId }, {}, { locale: 'en', targetLocales: ['de', 'fr'] });
    const { data } = await tenant.client.translate.jobs.create({ projectId }, wait);
    expect(data).toMatchObject({ progress: { done: 2, failed: 6 } });
    const job = await app.db
      .selectFrom('translation_job')
      .select('options')
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow();
    expect(job.options).toMatchObject({ codeShapes: ['~…~'] });
  });

  it('causes an error in a preview and in the suggestions of the editor', async () => {
    await bring(tenant, { id: projectId }, TEXTS, { locale: 'en', targetLocales: ['de'] });
    const { data: keys } = await tenant.client.i18n.keys.list({ projectId });
    const { data } = await tenant.client.translate.preview({
      projectId,
      keyIds: [keys[0]!.id],
      localeCode: 'de',
      engines: ['scripted'],
    });
    expect(data.engines).toMatchObject([{ texts: [{ text: null, error: errorOf('~name~') }] }]);
    const suggested = await tenant.client.i18n.keys.suggestions({
      projectId,
      keyId: keys[0]!.id,
      locale: 'de',
      engines: ['scripted'],
    });
    const error = { code: 'unknown_syntax' };
    expect(suggested.data.engines).toMatchObject([{ text: null, error }]);
    expect(engine.calls).toEqual([]);
  });

  it('causes a check of its translations, and the memory reuses only a translation with the same code', async () => {
    await bringTexts();
    const german = { a: 'Willkommen, ~name~', b: 'Jetzt ~datei~ löschen' };
    await bring(tenant, { id: projectId }, german, { locale: 'de' });
    await indexMemory(app.deps, new AbortController().signal);
    const { data } = await tenant.client.i18n.values.list({ projectId, check: 'unknown_syntax' });
    expect(data).toMatchObject([{ key: 'b', locale: 'de' }]);
    const { findings } = (
      await tenant.client.i18n.findings.get({ projectId, valueId: data[0]!.id! })
    ).data;
    expect(findings.map(({ value }) => value)).toEqual(['~file~', '~datei~']);
    const preview = await tenant.client.i18n.findings.preview({ projectId, runtimes: ['plain'] });
    expect(preview.data).toEqual({ values: 6, added: {}, removed: {} });
    const call = (text: string) => tenant.client.translate.text({ text, projectId, ...ofPair });
    expect((await call(TEXTS.a)).data).toMatchObject({ text: german.a, usage: { memoryHits: 1 } });
    expect(await refusalOf(call(TEXTS.b))).toMatchObject({ code: 'unknown_syntax' });
    expect(engine.calls).toEqual([]);
  });
});

describe('the source texts of a project', () => {
  const readsOf = async (call: () => Promise<unknown>) => {
    const work = new PlanWork();
    try {
      await call();
      return work.take().filter(({ text }) => text.includes('octet_length'));
    } finally {
      work.stop();
    }
  };

  it('cost one read for several locales, up to a limit, and no read for texts without symbols', async () => {
    const many = Array.from({ length: 2_500 }, (_, index) => [
      `k${index}`,
      `Open ~name~ no. ${index}`,
    ]);
    await bring(tenant, { id: projectId }, Object.fromEntries(many), { locale: 'en' });
    const call = (strings: string[]) =>
      tenant.client.translate.multilingual({
        projectId,
        strings,
        sourceLocale: 'en',
        targetLocales: ['de', 'fr', 'es'],
      });
    const plain = ['Open', 'Press [Save] in {name}', 'a <b>bold</b> 5 % of %s'];
    expect(await readsOf(() => call(plain))).toEqual([]);
    const reads = await readsOf(() => call(['Bye ~user~', 'Hello ~name~']));
    expect(reads).toHaveLength(1);
    // The plan reads each of at most 2,000 rows in a few of its nodes.
    expect(reads[0]!.rows).toBeLessThan(2_000 * 8);
  });
});
