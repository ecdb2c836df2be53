import type { JobInclude } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import {
  codeOf,
  createProject,
  type Tenant,
  translateProject,
} from '../../../../test/app/build.ts';
import { describeProject } from '../../../../test/app/describe-project.ts';
import { bring } from '../../../../test/content/import.ts';
import {
  createScriptedEngine,
  directoryOf,
  shout,
} from '../../../../test/engines/scripted-engine.ts';

/** An engine that returns texts in capitals and does not know words that begin with `x`. */
const engine = createScriptedEngine({
  answer: async ({ segments }) =>
    segments.map(({ id, body }) => {
      const words = body.match(/\bx\w+/g);
      if (!words) return { id, body: shout(body) };
      const warnings = [{ code: 'unknown_words' as const, detail: words.join(', ') }];
      return {
        id,
        body: body.replace(/\b\w+/g, (word) => (word[0] === 'x' ? word : shout(word))),
        warnings,
      };
    }),
});
let tenant: Tenant;
let projectId: string;
describeProject(
  (given) => {
    ({ tenant, projectId } = given);
  },
  { overrides: { engines: directoryOf(engine) } },
);

const i18n = () => tenant.client.i18n;

const importTexts = (locale: string, content: Record<string, string>, targetLocales?: string[]) =>
  bring(tenant, { id: projectId }, content, { locale, targetLocales });
const translate = (include?: JobInclude[]) => translateProject(tenant, projectId, include);

async function complained(check: string): Promise<string[]> {
  const { data } = await i18n().values.list({ projectId, check });
  return data.map(({ key, locale }) => `${locale}:${key}`).sort();
}

async function germanIdOf(key: string): Promise<string> {
  const { data } = await i18n().values.list({ projectId, locale: 'de', q: key });
  return data.find((value) => value.key === key)!.id!;
}

const publish = (input: { failOn?: 'warning' | 'error' } = {}) =>
  i18n().releases.create({ projectId, environment: 'production', ...input });

describe('words that an engine left untranslated', () => {
  it('cause a warning that contains the words, for the value and the release', async () => {
    const icu = '{n, plural, one {# xone here} other {# xother here}}';
    await importTexts('en', { a: 'open the xwebhook', b: 'open the door', c: icu }, ['de']);
    await translate();
    expect(await complained('unknown_words')).toEqual(['de:a', 'de:c']);
    const { data } = await publish();
    expect(data.checks).toMatchObject({ errors: 0, warnings: 2, byCode: { unknown_words: 2 } });
    expect(data.checks!.findings).toEqual([
      {
        locale: 'de',
        key: 'a',
        code: 'unknown_words',
        severity: 'warning',
        message: 'the engine left words untranslated: xwebhook',
        value: 'xwebhook',
      },
      {
        locale: 'de',
        key: 'c',
        code: 'unknown_words',
        severity: 'warning',
        message: 'the engine left words untranslated: xone, xother',
        value: 'xone, xother',
      },
    ]);
    expect(await codeOf(publish({ failOn: 'warning' }))).toBe('checks_failed');
    expect(await codeOf(publish({ failOn: 'error' }))).toBe('no error');
  });

  it('cause a warning for a value from a cached answer', async () => {
    await importTexts('en', { a: 'the xfirst of them' }, ['de']);
    await translate();
    projectId = (await createProject(tenant.client)).id;
    await importTexts('en', { b: 'the xfirst of them' }, ['de']);
    const calls = engine.calls.length;
    await translate();
    expect(engine.calls).toHaveLength(calls);
    expect(await complained('unknown_words')).toEqual(['de:b']);
    const call = { text: 'the xfirst of them', sourceLocale: 'en', targetLocale: 'de' };
    const { data } = await tenant.client.translate.text(call);
    expect(data.warnings).toEqual([{ code: 'unknown_words', message: 'xfirst' }]);
  });

  it('cause a warning until a person writes or confirms the value, or an engine translates them', async () => {
    const keys = ['edited', 'confirmed', 'same', 'imported', 'renewed', 'put', 'kept'];
    const content = Object.fromEntries(keys.map((key) => [key, `the ${key} xword`]));
    await importTexts('en', content, ['de']);
    await translate();
    const of = (...names: string[]) => names.map((name) => `de:${name}`).sort();
    expect(await complained('unknown_words')).toEqual(of(...keys));

    const change = async (
      key: string,
      edit: { text?: string; state?: 'reviewed' | 'needs_review' },
    ) => i18n().values.update({ projectId, valueId: await germanIdOf(key), ...edit });
    await change('edited', { text: 'das Wort' });
    await change('confirmed', { state: 'reviewed' });
    await change('same', { text: 'THE SAME xword' });
    await importTexts('de', { imported: 'das Wort' });
    await importTexts('en', { renewed: 'the renewed word' });
    const { data: list } = await i18n().keys.list({ projectId });
    const keyId = list.find(({ name }) => name === 'put')!.id;
    await i18n().values.put({ projectId, localeCode: 'de', keyId, text: 'das Wort' });
    await change('kept', { state: 'needs_review' });
    await importTexts('en', { kept: 'the kept xword, changed' });
    expect(await complained('unknown_words')).toEqual(of('kept', 'renewed'));
    await translate(['outdated']);
    expect(await complained('unknown_words')).toEqual(of('kept'));
    const { data } = await publish();
    expect(data.checks!.byCode).toEqual({ unknown_words: 1 });
  });
});

describe('a translation that equals its source', () => {
  const texts = {
    sentence: 'This is the same text',
    title: 'Enter Your Email Address',
    icu: '{n, plural, one {One} other {You have # new files}}',
    short: 'Save all changes',
    name: 'Void',
    month: 'March',
    ok: 'OK',
    brand: 'Acme Cloud Platform',
    url: 'https://docs.example.com/guide/start/here',
    address: 'docs.example.com/guide/start/here',
    mail: 'name@mail.example.com or /usr/local/bin/env',
    command: 'npm install --save-dev @acme/cli',
    placeholders: '{a} {b} {c} {d} {e}',
  };

  it('causes a warning only if it is a sentence of another language', async () => {
    await importTexts('en', texts);
    for (const locale of ['de', 'en-GB']) await importTexts(locale, texts);
    expect(await complained('identical_to_source')).toEqual(['de:icu', 'de:sentence', 'de:title']);
    const { data } = await publish();
    expect(data.checks).toMatchObject({ errors: 0, byCode: { identical_to_source: 3 } });
  });

  it('causes a warning in scripts without spaces', async () => {
    projectId = (await createProject(tenant.client, { sourceLocale: 'ja' })).id;
    const content = { a: '設定を変更するにはここをクリックしてください', b: '東京', c: '設定' };
    for (const locale of ['ja', 'de']) await importTexts(locale, content);
    expect(await complained('identical_to_source')).toEqual(['de:a']);
  });
});
