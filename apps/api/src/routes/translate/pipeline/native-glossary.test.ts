import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../../test/app/build.ts';
import { type DeeplServer, startDeeplServer } from '../../../../test/engines/deepl-server.ts';

let server: DeeplServer;
let app: TestApp;
let tenant: Tenant;
let projectId: string;
let forgotten = 0;

beforeAll(async () => {
  server = await startDeeplServer();
  app = await startTestApp({
    env: { MT_ENGINES: 'deepl', DEEPL_API_KEY: server.key, DEEPL_BASE_URL: server.url },
  });
});
afterAll(async () => {
  await app.close();
  await server.close();
});
beforeEach(async () => {
  tenant = await createTenant(app);
  projectId = (await createProject(tenant.client)).id;
  await tenant.client.i18n.locales.create({ projectId, code: 'de' });
  forgotten = server.requests.length;
});

const sent = (path: string) =>
  server.requests
    .slice(forgotten)
    .filter((request) => request.method === 'POST' && request.path === path);
const creations = () => sent('/v2/glossaries').length;
const glossariesUsed = () =>
  sent('/v2/translate').map(({ body }) => (body as { glossary_id?: string }).glossary_id ?? null);

const wordOf = (at: number) => `w${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}`;
const addTerm = async (term: string, target: string, into = projectId, more: object = {}) =>
  (
    await tenant.client.i18n.glossary.create({
      projectId: into,
      term,
      translations: { de: target },
      ...more,
    })
  ).data;
const translate = async (text: string, into = projectId) =>
  (
    await tenant.client.translate.text({
      text,
      sourceLocale: 'en',
      targetLocale: 'de',
      projectId: into,
    })
  ).data;
const textOf = async (text: string) => (await translate(text)).text;

describe('a glossary at the engine’s provider', () => {
  test('contains the terms of all calls of a job, and is created once for the job', async () => {
    const words = Array.from({ length: 120 }, (_, index) => wordOf(index));
    for (const word of words) await addTerm(word, word.toUpperCase());
    const content = Object.fromEntries(words.map((word) => [word, `Open the ${word} now`]));
    await tenant.client.i18n.projects.import({ projectId, locale: 'en', content });
    const { data } = await tenant.client.translate.jobs.create({ projectId }, { waitSeconds: 60 });
    expect(data).toMatchObject({ status: 'completed', progress: { done: 120, failed: 0 } });
    const used = glossariesUsed();
    expect(used.length).toBeGreaterThanOrEqual(3);
    expect(new Set(used).size).toBe(1);
    expect(creations()).toBe(1);
    const page = await tenant.client.i18n.values.list({ projectId, locale: 'de', limit: 500 });
    expect(page.data.map(({ text }) => text).sort()).toEqual(
      words.map((word) => `Open~DE the~DE ${word.toUpperCase()} now~DE`).sort(),
    );
  });

  test('needs a new creation only if a term has changed', async () => {
    const { id: termId } = await addTerm('file', 'Datei');
    await addTerm('cart', 'Korb');
    expect(await textOf('Open the file')).toBe('Open~DE the~DE Datei');
    expect(await textOf('Open the cart')).toBe('Open~DE the~DE Korb');
    expect(creations()).toBe(1);
    const translations = { de: 'Akte' };
    await tenant.client.i18n.glossary.update({ projectId, termId, translations });
    expect(await textOf('Open the file')).toBe('Open~DE the~DE Akte');
    expect((await translate('Open the cart')).usage.billedUnits).toBe(0);
    expect(creations()).toBe(2);
  });

  test('contains the terms in other cases and in the plural', async () => {
    await addTerm('shopping cart', 'Korb');
    await addTerm('Go', 'Los', projectId, { caseSensitive: true });
    for (const [text, expected] of [
      ['Your shopping cart', 'Your~DE Korb'],
      ['Shopping cart and Shopping Cart', 'Korb and~DE Korb'],
      ['Two shopping carts', 'Two~DE Korb'],
      ['your SHOPPING CART', 'your~DE KORB'],
      ['Ready, set, Go', 'Ready~DE, set~DE, Los'],
      ['Ready, set, GO', 'Ready~DE, set~DE, GO~DE'],
    ] as const) {
      const { text: translated, warnings } = await translate(text);
      expect([translated, warnings]).toEqual([expected, []]);
    }
    expect(creations()).toBe(1);
  });

  test('stays unused for texts without a term', async () => {
    await addTerm('file', 'Datei');
    expect(await textOf('Open it')).toBe('Open~DE it~DE');
    expect(glossariesUsed()).toEqual([null]);
    expect(creations()).toBe(0);
  });

  test('prefers the terms of a project to the terms of its parent, and omits untranslated terms', async () => {
    const { id: child } = (await tenant.client.i18n.children.create({ projectId, name: 'Child' }))
      .data;
    await addTerm('file', 'Datei');
    await addTerm('cart', 'Korb');
    await addTerm('File', 'Akte', child);
    await addTerm('Parlance', 'Redeweise', child, { doNotTranslate: true });
    const { text } = await translate('Parlance: a file, a cart', child);
    expect(text).toBe('Parlance: a~DE Akte, a~DE Korb');
    const glossary = server.glossaries.get(String(glossariesUsed()[0]));
    expect(glossary!.entries.get('file')).toBe('Akte');
    expect(glossary!.entries.has('Parlance')).toBe(false);
  });
});
