import { LIMITS, type TranslationSettingsChange } from '@parlance/contracts';
import { expect, onTestFinished, test } from 'vitest';
import { createApiKeyFor, type Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { createScriptedEngine, directoryOf } from '../../../test/engines/scripted-engine.ts';

const engines = {
  ...directoryOf(
    createScriptedEngine({ id: 'first' }),
    createScriptedEngine({ id: 'second' }),
    createScriptedEngine({ id: 'third' }),
  ),
  chain: ['first', 'second'],
};

let tenant: Tenant;
let projectId: string;

describeProject(
  (given) => {
    ({ tenant, projectId } = given);
  },
  { overrides: { engines } },
);

const api = () => tenant.client.i18n.translation;
const get = async (id = projectId) => (await api().get({ projectId: id })).data;
const change = async (patch: TranslationSettingsChange, id = projectId) =>
  (await api().update({ projectId: id, ...patch })).data;
const createChild = async () =>
  (await tenant.client.i18n.children.create({ projectId, name: 'Child' })).data.id;
const NOTHING = { product: null, instructions: null, engines: null, locales: {} };

test('a new project has no settings, and the engines of the server translate', async () => {
  await tenant.client.i18n.locales.create({ projectId, code: 'de' });
  expect(await get()).toEqual({
    set: NOTHING,
    effective: NOTHING,
    defaultEngines: ['first', 'second'],
    locales: [{ locale: 'de', engines: ['first', 'second'] }],
  });
});

test('a change is a merge patch: omitted members stay, and null removes a member', async () => {
  await change({
    product: 'A wiki',
    instructions: 'Be brief.',
    locales: {
      de: { instructions: 'No anglicisms.', reference: 'en-GB' },
      fr: { engines: ['third'] },
    },
  });
  await change({
    instructions: null,
    locales: { de: { reference: null }, pt_br: { engines: ['second'] } },
  });
  const { set } = await change({ locales: { fr: null } });
  expect(set).toEqual({
    product: 'A wiki',
    instructions: null,
    engines: null,
    locales: {
      de: { instructions: 'No anglicisms.', reference: null, engines: null },
      'pt-BR': { instructions: null, reference: null, engines: ['second'] },
    },
  });
  expect((await change({ product: null, locales: { de: null, 'pt-BR': null } })).set).toEqual(
    NOTHING,
  );
});

test('a change that names a locale in two spellings keeps the members of both spellings', async () => {
  const { set } = await change({
    locales: { 'pt-BR': { instructions: 'No anglicisms.' }, pt_br: { reference: 'es' } },
  });
  expect(set.locales).toEqual({
    'pt-BR': { instructions: 'No anglicisms.', reference: 'es', engines: null },
  });
});

test('a child project inherits the settings of its parent, and its own settings override them', async () => {
  await change({
    product: 'A wiki',
    instructions: 'Be brief.',
    engines: ['second'],
    locales: { de: { instructions: 'No anglicisms.', reference: 'nl', engines: ['third'] } },
  });
  const child = await createChild();
  expect(await get(child)).toMatchObject({ set: NOTHING, effective: (await get()).effective });
  const { effective } = await change(
    { product: 'Its editor', instructions: '', locales: { de: { instructions: 'Use „…“.' } } },
    child,
  );
  expect(effective).toEqual({
    product: 'Its editor',
    instructions: '',
    engines: ['second'],
    locales: { de: { instructions: 'Use „…“.', reference: 'nl', engines: ['third'] } },
  });
  await change({ product: 'Another wiki' });
  expect((await get(child)).effective.product).toBe('Its editor');
  // An empty text and the source language mean that the child has none.
  const none = { product: '', locales: { de: { instructions: '', reference: 'en' } } };
  expect((await change(none, child)).effective).toMatchObject(none);
});

test('an order may name an engine that the server no longer has, and that engine translates nothing', async () => {
  await tenant.client.i18n.locales.create({ projectId, code: 'de' });
  await change({ engines: ['third', 'first'] });
  const third = engines.byId.get('third')!;
  onTestFinished(() => void engines.byId.set('third', third));
  engines.byId.delete('third');
  const { set, locales } = await change({ product: 'A wiki' });
  expect(set.engines).toEqual(['third', 'first']);
  expect(locales).toEqual([{ locale: 'de', engines: ['first'] }]);
});

test('a child project that names an engine uses no engine of its parent, even for single locales', async () => {
  await tenant.client.i18n.locales.create({ projectId, code: 'de' });
  const child = await createChild();
  await tenant.client.i18n.projects.update({ projectId: child, settings: { engine: 'first' } });
  await change({ engines: ['second'], locales: { de: { engines: ['third'] } } });
  expect((await get()).locales).toEqual([{ locale: 'de', engines: ['third'] }]);
  expect((await get(child)).locales).toEqual([{ locale: 'de', engines: ['first'] }]);
});

test.each<[string, TranslationSettingsChange, string]>([
  ['an engine that the server does not have', { engines: ['first', 'other'] }, '/engines/1'],
  [
    'an engine of a locale that the server does not have',
    { locales: { de: { engines: ['other'] } } },
    '/locales/de/engines/0',
  ],
  ['a malformed locale', { locales: { de_: { instructions: 'x' } } }, '/locales/de_'],
  ['a name that no locale has', { locales: { 'a/~': { instructions: 'x' } } }, '/locales/a~1~0'],
  ['a locale without a language', { locales: { und: { instructions: 'x' } } }, '/locales/und'],
  [
    'a locale that refers to itself',
    { locales: { de: { reference: 'DE' } } },
    '/locales/de/reference',
  ],
  ['a long product', { product: 'x'.repeat(LIMITS.productLength + 1) }, '/product'],
  [
    'long instructions',
    { instructions: 'x'.repeat(LIMITS.instructionsLength + 1) },
    '/instructions',
  ],
  ['no engine at all', { engines: [] }, '/engines'],
  ['an engine twice', { engines: ['first', 'first'] }, '/engines'],
])('a change of settings is refused for %s', async (_, patch, path) => {
  const problem = await change(patch).catch((error) => ({ ...error, errors: error.errors }));
  expect(problem).toMatchObject({
    status: 422,
    code: 'validation_failed',
    errors: [expect.objectContaining({ path })],
  });
  expect((await get()).set).toEqual(NOTHING);
});

test('settings keep every character of a text, and refuse `__proto__` as a locale', async () => {
  const product = '\\u0000 "}]} \u2028 👩‍👩‍👧 \r\n';
  const { set } = await change({ product });
  expect(set.product).toBe(product);
  await expect(
    change(JSON.parse('{"locales":{"__proto__":{"instructions":"x"}}}')),
  ).rejects.toMatchObject({ status: 422 });
});

test('concurrent changes of settings are all kept', async () => {
  const tags = ['de', 'fr', 'es', 'it', 'nl', 'pl'];
  await Promise.all(tags.map((tag) => change({ locales: { [tag]: { instructions: tag } } })));
  expect(Object.keys((await get()).set.locales)).toEqual(tags.sort());
});

test('settings cannot be changed in an archived project or by callers who may not write', async () => {
  const { client } = await createApiKeyFor(tenant.user, ['i18n:read']);
  expect((await client.i18n.translation.get({ projectId })).data.set).toEqual(NOTHING);
  await expect(client.i18n.translation.update({ projectId, product: 'x' })).rejects.toMatchObject({
    code: 'insufficient_scope',
  });
  await tenant.client.i18n.projects.delete({ projectId });
  await expect(change({ product: 'x' })).rejects.toMatchObject({ code: 'archived' });
});
