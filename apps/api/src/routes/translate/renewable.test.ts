import type { JobInclude, TranslationSettingsChange } from '@parlance/contracts';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  createProject,
  createTenant,
  type Tenant,
  translateProject,
} from '../../../test/app/build.ts';
import { describeTenant } from '../../../test/app/describe-project.ts';
import { createScriptedEngine, directoryOf } from '../../../test/engines/scripted-engine.ts';

const model = createScriptedEngine({
  id: 'model',
  capabilities: { hints: true, context: true, formality: true, glossary: 'prompt' },
  say: (body, { guidance }) => `${body} ${guidance?.instructions ?? 'plain'}`,
});
const plain = createScriptedEngine({ id: 'plain' });
const engines = { ...directoryOf(model, plain), chain: ['model'] };

let app: Parameters<Parameters<typeof describeTenant>[0]>[0]['app'];
let tenant: Tenant;
let projectId: string;

describeTenant(
  (given) => {
    app = given.app;
  },
  { overrides: { engines } },
);
beforeEach(async () => {
  tenant = await createTenant(app);
  projectId = (await createProject(tenant.client)).id;
  const content = { a: 'Ant', b: 'Bee', file_one: '{{count}} file', file_other: '{{count}} files' };
  await tenant.client.i18n.projects.import({ projectId, locale: 'en', content });
  await tenant.client.i18n.locales.create({ projectId, code: 'de' });
  await translateProject(tenant, projectId);
  model.calls.length = 0;
});

const change = (patch: TranslationSettingsChange) =>
  tenant.client.i18n.translation.update({ projectId, ...patch });
const renewable = async () => {
  const { data } = await tenant.client.translate.estimate({ projectId });
  return data.perLocale.de!.renewable;
};
const renew = (include: JobInclude[] = ['renewable']) =>
  translateProject(tenant, projectId, include);
const german = async () => {
  const { data } = await tenant.client.i18n.values.list({ projectId, locale: 'de' });
  return new Map(data.map((value) => [value.key, value]));
};
const edit = async (key: string, given: object) => {
  const { id, version } = (await german()).get(key)!;
  await tenant.client.i18n.values.update({ projectId, valueId: id!, version, ...given });
};

test('a changed setting renews no texts automatically, and the estimate counts the renewable texts', async () => {
  expect(await renewable()).toBe(0);
  await change({ instructions: 'short' });
  expect(await renewable()).toBe(4);
  await renew(['missing', 'outdated']);
  expect(model.calls).toHaveLength(0);
  expect((await german()).get('a')!.text).toBe('Ant plain');
  await renew();
  expect([...(await german())].map(([, { text }]) => text).sort()).toEqual([
    'Ant short',
    'Bee short',
    '{{count}} file short',
    '{{count}} files short',
  ]);
  expect(await renewable()).toBe(0);
});

test('texts that people edited, approved or confirmed are not renewed', async () => {
  await edit('a', { text: 'Ameise' });
  await edit('b', { state: 'reviewed' });
  await edit('file_one', { state: 'translated' });
  await edit('file_one', { state: 'needs_review' });
  await change({ instructions: 'short' });
  expect(await renewable()).toBe(1);
  await renew();
  const values = await german();
  expect(values.get('a')!.text).toBe('Ameise');
  expect(values.get('b')!.text).toBe('Bee plain');
  expect(values.get('file_one')!.text).toBe('{{count}} file plain');
  expect(values.get('file_other')!.text).toBe('{{count}} files short');
});

test('settings that are not sent to the engine renew no texts', async () => {
  await change({ locales: { fr: { instructions: 'Vouvoyez.' } }, engines: ['model'] });
  expect(await renewable()).toBe(0);
  await change({ engines: ['plain'], instructions: 'short' });
  expect(await renewable()).toBe(0);
});

test('a change of any setting makes texts renewable, until the change is undone', async () => {
  for (const patch of [
    { product: 'A wiki' },
    { locales: { de: { instructions: 'Kurz.' } } },
    { locales: { de: { reference: 'nl' } } },
  ] satisfies TranslationSettingsChange[]) {
    await change(patch);
    expect(await renewable()).toBe(4);
    await change({ product: null, locales: { de: null } });
    expect(await renewable()).toBe(0);
  }
  await tenant.client.i18n.projects.update({ projectId, settings: { formality: 'formal' } });
  expect(await renewable()).toBe(4);
});

test('a text of a chunk becomes renewable on its own if another engine translated the text', async () => {
  await change({ instructions: 'short', engines: ['model', 'plain'] });
  model.script.answer = async (call) =>
    call.segments.map(({ id, body }) =>
      body === 'Bee'
        ? { id, error: { code: 'engine_bad_response', detail: 'no' } }
        : { id, body: `${body} short` },
    );
  await renew();
  model.script = { say: (body, { guidance }) => `${body} ${guidance?.instructions}` };
  await change({ engines: ['model'] });
  expect(await renewable()).toBe(1);
  await change({ engines: ['model', 'plain'] });
  expect(await renewable()).toBe(0);
});

test('texts without words are not renewable after a job that contained no other texts', async () => {
  const projectId = (await createProject(tenant.client)).id;
  const content = { number: '123', name: '{name}' };
  await tenant.client.i18n.projects.import({ projectId, locale: 'en', content });
  await tenant.client.i18n.locales.create({ projectId, code: 'de' });
  await translateProject(tenant, projectId);
  await tenant.client.i18n.translation.update({ projectId, instructions: 'short' });
  const { data } = await tenant.client.translate.estimate({ projectId });
  expect(data.perLocale.de!.renewable).toBe(0);
  expect(model.calls).toHaveLength(0);
});

test('a reference language that equals the source language is not sent to the engine and renews no texts', async () => {
  await change({ locales: { de: { reference: 'en' } } });
  expect(await renewable()).toBe(0);
  const content = { c: 'Cat' };
  await tenant.client.i18n.projects.import({ projectId, locale: 'en', content });
  await translateProject(tenant, projectId);
  const segments = model.calls.flatMap((call) => call.segments);
  expect(segments.map(({ body, context }) => [body, context?.reference])).toEqual([
    ['Cat', undefined],
  ]);
});

test('texts are not renewed by another engine while their engine cannot be reached', async () => {
  await change({ instructions: 'short', engines: ['plain', 'model'] });
  const content = { c: 'Cat' };
  await tenant.client.i18n.projects.import({ projectId, locale: 'en', content });
  await translateProject(tenant, projectId);
  expect(await renewable()).toBe(4);
  await renew();
  expect(await renewable()).toBe(0);
  const reason = 'could not be reached';
  plain.script.readiness = {
    status: 'unsupported',
    reason,
    mayChange: true,
    retryAfterMs: 1_000,
  };
  onTestFinished(() => {
    plain.script = {};
  });
  expect(await renewable()).toBe(0);
});
