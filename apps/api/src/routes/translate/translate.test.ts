import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import {
  codeOf,
  createApiKeyFor,
  createProject,
  createTenant,
  type Tenant,
} from '../../../test/build.ts';
import { createScriptedEngine, directoryOf, shout } from '../../../test/scripted-engine.ts';
import { EngineError } from '../../providers/mt/engine.ts';

const first = createScriptedEngine({ id: 'first' });
const other = createScriptedEngine({ id: 'other', say: (body) => body.replace(/\w+$/, 'other') });

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  const engines = { ...directoryOf(first, other), chain: ['first'] };
  app = await startTestApp({ overrides: { engines } });
});
afterAll(() => app.close());
beforeEach(async () => {
  first.script = {};
  first.calls.length = 0;
  // An organization of its own: nothing is remembered from the test before.
  tenant = await createTenant(app);
});

const en = { sourceLocale: 'en', targetLocale: 'es' };
const translate = () => tenant.client.translate;

const usageRows = async () =>
  app.db
    .selectFrom('usage_daily')
    .where('organization_id', '=', tenant.organizationId)
    .select(['engine', 'source_locale', 'target_locale', 'strings', 'units', 'billed_units'])
    .orderBy('target_locale')
    .execute();

describe('translate.text', () => {
  test('translates one string and names the engine', async () => {
    const { data } = await translate().text({ ...en, text: 'Hello {name} 👋' });
    expect(data).toEqual({
      text: 'HELLO {name} 👋',
      sourceLocale: 'en',
      targetLocale: 'es',
      warnings: [],
      usage: { units: 14, billedUnits: 14, memoryHits: 0, engine: 'first' },
    });
    expect(await usageRows()).toEqual([
      {
        engine: 'first',
        source_locale: 'en',
        target_locale: 'es',
        strings: 1,
        units: 14,
        billed_units: 14,
      },
    ]);
  });

  test('converts locale tags to canonical case and rejects invalid tags', async () => {
    const { data } = await translate().text({
      text: 'Hi',
      sourceLocale: 'EN_us',
      targetLocale: 'pt_br',
    });
    expect(data).toMatchObject({ sourceLocale: 'en-US', targetLocale: 'pt-BR' });
    const at = (call: Promise<unknown>) =>
      call.then(
        () => null,
        (error) => error.errors.map(({ path }: { path: string }) => path),
      );
    const wrong = { ...en, targetLocale: '!!' };
    expect(await at(translate().text({ ...wrong, text: 'Hi' }))).toEqual(['/targetLocale']);
    expect(await at(translate().bulk({ ...wrong, strings: ['Hi'] }))).toEqual(['/targetLocale']);
    const many = { sourceLocale: 'en', targetLocales: ['es', '!!'], strings: ['Hi'] };
    expect(await at(translate().multilingual(many))).toEqual(['/targetLocales/1']);
  });

  test('translate.text is not billed for a string that was translated before, even with other placeholders', async () => {
    await translate().text({ ...en, text: 'Hello {name}' });
    const { data } = await translate().text({ ...en, text: 'Hello {user}' });
    expect(data).toMatchObject({ text: 'HELLO {user}', usage: { units: 12, billedUnits: 0 } });
    expect(first.calls).toHaveLength(1);
  });

  test('never returns the cached answers of another organization', async () => {
    await translate().text({ ...en, text: 'Hello' });
    const stranger = await createTenant(app);
    const { data } = await stranger.client.translate.text({ ...en, text: 'Hello' });
    expect(data.usage.billedUnits).toBe(5);
  });

  test('takes the engine that the request names, and no other', async () => {
    const { data } = await translate().text({ ...en, text: 'Hello you', engine: 'other' });
    expect(data).toMatchObject({ text: 'Hello other', usage: { engine: 'other' } });
    const unknown = translate().text({ ...en, text: 'Hi', engine: 'nobody' });
    expect(await codeOf(unknown)).toBe('validation_failed');
  });

  test('refuses faulty ICU, and says where it is', async () => {
    const faulty = translate().text({ ...en, text: 'Hi {a b}', messageFormat: 'icu' });
    await expect(faulty).rejects.toMatchObject({
      code: 'content_invalid',
      errors: [{ path: '/text', message: expect.stringMatching(/^not valid ICU: .*column 4/) }],
    });
  });

  test('takes the engine of the project if the request names none', async () => {
    const project = await createProject(tenant.client, { settings: { engine: 'other' } });
    const { data } = await translate().text({ ...en, text: 'Hello you', projectId: project.id });
    expect(data.usage.engine).toBe('other');
  });

  test('keeps the glossary of the project and of its parent, as it is now', async () => {
    const parent = await createProject(tenant.client);
    const { data: child } = await tenant.client.i18n.children.create({
      projectId: parent.id,
      name: 'Child',
    });
    const { data: term } = await tenant.client.i18n.glossary.create({
      projectId: parent.id,
      term: 'folder',
      translations: { es: 'carpeta' },
    });
    await tenant.client.i18n.glossary.create({
      projectId: child.id,
      term: 'Parlance',
      doNotTranslate: true,
    });
    const ask = { ...en, projectId: child.id };
    const { data } = await translate().text({ ...ask, text: 'Open the folder in Parlance now' });
    expect(data.text).toBe('OPEN THE carpeta IN Parlance NOW');
    await tenant.client.i18n.glossary.delete({ projectId: parent.id, termId: term.id });
    const { data: after } = await translate().text({ ...ask, text: 'Open the folder here' });
    expect(after.text).toBe('OPEN THE FOLDER HERE');
  });

  test('a text that is a term needs no engine', async () => {
    const project = await createProject(tenant.client);
    await tenant.client.i18n.glossary.create({
      projectId: project.id,
      term: 'Settings',
      translations: { es: 'Ajustes' },
    });
    const { data } = await translate().text({ ...en, text: 'Settings', projectId: project.id });
    expect(data).toMatchObject({ text: 'Ajustes', usage: { billedUnits: 0, engine: null } });
  });

  test('needs i18n:read with a project, and finds no project of others', async () => {
    const project = await createProject(tenant.client);
    const key = await createApiKeyFor(tenant.user, ['translate:write']);
    const ask = { ...en, text: 'Hi', projectId: project.id };
    expect(await codeOf(key.client.translate.text(ask))).toBe('insufficient_scope');
    expect(await codeOf(key.client.translate.text({ ...en, text: 'Hi' }))).toBe('no error');
    const stranger = await createTenant(app);
    expect(await codeOf(stranger.client.translate.text(ask))).toBe('not_found');
  });

  test.each([
    ['engine_auth', 'engine_unavailable'],
    ['engine_quota', 'engine_unavailable'],
    ['engine_rate_limited', 'engine_unavailable'],
    ['engine_unavailable', 'engine_unavailable'],
    ['engine_timeout', 'engine_timeout'],
    ['engine_bad_response', 'engine_failed'],
  ] as const)('an engine with %s ends in %s, and bills nothing', async (code, expected) => {
    first.script = { answer: () => Promise.reject(new EngineError(code, 'no')) };
    expect(await codeOf(translate().text({ ...en, text: 'Hi' }))).toBe(expected);
    expect(await usageRows()).toEqual([]);
  });

  test.each([
    ['as long as its provider wants', 31_500, '32'],
    ['a moment where it names no time', undefined, '1'],
  ] as const)(
    'an engine that is asked too often lets the caller wait %s',
    async (_, retryAfterMs, seconds) => {
      const error = new EngineError('engine_rate_limited', 'slow', {
        retryable: true,
        retryAfterMs,
      });
      for (const failing of [
        { answer: () => Promise.reject(error) },
        { readiness: () => Promise.reject(error) },
      ]) {
        first.script = failing;
        for (const [path, body] of [
          ['text', { ...en, text: 'Hi' }],
          ['bulk', { ...en, strings: ['Hi', 'Ho'] }],
        ] as const) {
          const response = await fetch(`${app.url}/v1/translate/${path}`, {
            method: 'POST',
            headers: {
              Authorization: `ApiKey ${tenant.apiKey.token}`,
              'Content-Type': 'application/json',
            },
            body: JSON.stringify(body),
          });
          expect(response.status).toBe(503);
          expect(response.headers.get('retry-after')).toBe(seconds);
        }
      }
    },
  );

  test('a message that the engine breaks is never answered as a translation', async () => {
    first.script = { say: () => '' };
    expect(await codeOf(translate().text({ ...en, text: 'Hello {name}' }))).toBe('engine_failed');
  });

  test('reports a translation with characters that cannot be stored as broken', async () => {
    for (const answer of ['Hola\0', 'Hola \ud83d', '\u0007Hola']) {
      first.script = { say: () => answer };
      const { data } = await translate().bulk({ ...en, strings: ['Hi', '{name}'] });
      expect(data.items).toMatchObject([
        { status: 'failed', text: null, error: { code: 'content_broken' } },
        { status: 'translated', text: '{name}' },
      ]);
    }
  });

  test('rejects a source string that is not a valid message with a validation error', async () => {
    const call = translate().text({ ...en, text: '{n, plural, one {', messageFormat: 'icu' });
    expect(await codeOf(call)).toBe('content_invalid');
  });

  test('names every engine that does not know the pair, and what it said', async () => {
    first.script = { readiness: { status: 'unsupported', reason: 'install the package first-es' } };
    const call = translate().text({ ...en, text: 'Hi' });
    expect(await codeOf(call)).toBe('unsupported_pair');
    await expect(call).rejects.toThrow(/first: install the package first-es/);
  });

  test('fetches a model that is not there, and uses it from the next call on', async () => {
    let isReady = false;
    let loads = 0;
    first.script = {
      readiness: async () =>
        isReady ? { status: 'ready' } : { status: 'loadable', retryAfterMs: 7_000 },
      load: async () => {
        loads++;
        isReady = true;
      },
    };
    const response = await fetch(`${app.url}/v1/translate/text`, {
      method: 'POST',
      headers: {
        Authorization: `ApiKey ${tenant.apiKey.token}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ ...en, text: 'Hi' }),
    });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('7');
    expect(await response.json()).toMatchObject({ code: 'engine_model_loading' });
    expect(loads).toBe(1);
    const { data } = await translate().text({ ...en, text: 'Hi' });
    expect(data.text).toBe('HI');
  });

  test('leaves the engine when the client goes, and bills nothing', async () => {
    const left = new Promise<void>((resolve) => {
      first.script = {
        answer: ({ signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => {
              resolve();
              reject(signal.reason);
            });
          }),
      };
    });
    const gone = new AbortController();
    const call = fetch(`${app.url}/v1/translate/text`, {
      method: 'POST',
      signal: gone.signal,
      headers: {
        Authorization: `ApiKey ${tenant.apiKey.token}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ ...en, text: 'Hi' }),
    });
    setTimeout(() => gone.abort(), 300);
    await expect(call).rejects.toThrow();
    await left;
    expect(await usageRows()).toEqual([]);
  });
});

describe('translate.bulk', () => {
  test('answers every string in its place, by the caller’s id', async () => {
    first.script = { say: (body) => (body.includes('Bad') ? '' : shout(body)) };
    const { data } = await translate().bulk({
      ...en,
      strings: ['Save', { id: 'my-id', text: 'Bad {x}' }, 'Save', { id: 'z', text: '42' }],
    });
    expect(data.items).toMatchObject([
      { id: '0', text: 'SAVE', status: 'translated', engine: 'first' },
      { id: 'my-id', text: null, status: 'failed', error: { code: 'content_broken' } },
      { id: '2', text: 'SAVE', status: 'translated' },
      { id: 'z', text: '42', status: 'translated', engine: null },
    ]);
    expect(data.usage).toEqual({ units: 10, billedUnits: 4, memoryHits: 0, engine: 'first' });
  });

  test('fails as a whole if not one string could be asked for', async () => {
    first.script = { answer: () => Promise.reject(new EngineError('engine_auth', 'bad key')) };
    const call = translate().bulk({ ...en, strings: ['One', 'Two'] });
    expect(await codeOf(call)).toBe('engine_unavailable');
  });

  test('refuses more strings than a call may have', async () => {
    const strings = Array.from({ length: 2_001 }, (_, at) => `Text ${at}`);
    const error = await translate()
      .bulk({ ...en, strings })
      .catch((fault: unknown) => fault);
    expect(error).toMatchObject({
      status: 422,
      code: 'limit_exceeded',
      detail: expect.stringContaining('2000'),
    });
    expect(first.calls).toEqual([]);
  });

  test.each([
    [[{ id: 'a', text: 'One' }, 'Two', { id: 'a', text: 'Three' }], '/strings/2/id'],
    [[{ id: '1', text: 'One' }, 'Two'], '/strings/1'],
  ])('refuses two strings with one id: %j', async (strings, path) => {
    const many = { strings, sourceLocale: 'en', targetLocales: ['es'] };
    const calls = await Promise.allSettled<unknown>([
      translate().bulk({ ...en, strings }),
      translate().multilingual(many),
      translate().estimate(many),
      translate().jobs.create(many),
    ]);
    const reason = { code: 'validation_failed', errors: [{ path }] };
    for (const call of calls) expect(call).toMatchObject({ status: 'rejected', reason });
    expect(first.calls).toEqual([]);
  });
});

describe('translate.multilingual', () => {
  test('answers every locale; the strings of an unsupported locale have an error', async () => {
    first.script = {
      readiness: async (_, target) =>
        target === 'tlh' ? { status: 'unsupported', reason: 'no' } : { status: 'ready' },
    };
    const { data } = await translate().multilingual({
      strings: ['Save'],
      sourceLocale: 'en',
      targetLocales: ['es', 'tlh', 'de'],
    });
    expect(Object.keys(data.locales)).toEqual(['es', 'tlh', 'de']);
    expect(data.locales.de!.items[0]!.text).toBe('SAVE');
    expect(data.locales.tlh!.items[0]!.error!.code).toBe('unsupported_pair');
    expect(data.usage).toMatchObject({ units: 8, billedUnits: 8 });
    expect((await usageRows()).map((row) => row.target_locale)).toEqual(['de', 'es']);
  });

  test('refuses more strings × targets than a call may have', async () => {
    const strings = Array.from({ length: 1_001 }, (_, at) => `Text ${at}`);
    const call = translate().multilingual({
      strings,
      sourceLocale: 'en',
      targetLocales: ['es', 'de'],
    });
    expect(await codeOf(call)).toBe('limit_exceeded');
  });
});

describe('translate.estimate', () => {
  const strings = ['Save', 'Save', 'Hello {name}', '{n, plural, one {# day} other {# days}}', '42'];

  test('translate.estimate is what the call is billed then, and calls no engine', async () => {
    const body = { strings, sourceLocale: 'en', targetLocales: ['es', 'pl'] };
    const { data: before } = await translate().estimate(body);
    expect(first.calls).toEqual([]);
    const { data } = await translate().multilingual(body);
    expect(before).toMatchObject({
      units: data.usage.units,
      billableUnits: data.usage.billedUnits,
      credits: data.usage.billedUnits,
      affordable: true,
      perLocale: { es: { strings: 5 }, pl: { strings: 5 } },
    });
    const { data: after } = await translate().estimate(body);
    expect(after.billableUnits).toBe(0);
    expect((await translate().multilingual(body)).data.usage.billedUnits).toBe(0);
  });

  test('counts nothing for a locale that no engine serves, and says why', async () => {
    first.script = {
      readiness: async (_, target) =>
        target === 'tlh' ? { status: 'unsupported', reason: 'no' } : { status: 'ready' },
    };
    const body = { strings, sourceLocale: 'en', targetLocales: ['es', 'tlh'] };
    const { data } = await translate().estimate(body);
    expect(data.perLocale.tlh).toMatchObject({
      // A text without words needs no engine.
      strings: 1,
      units: 2,
      billableUnits: 0,
      error: { code: 'unsupported_pair', message: expect.stringContaining('no') },
    });
    expect(data.perLocale.es).not.toHaveProperty('error');
    const { usage, locales } = (await translate().multilingual(body)).data;
    expect(locales.tlh!.items.filter(({ status }) => status === 'translated')).toHaveLength(1);
    expect(data).toMatchObject({ units: usage.units, billableUnits: usage.billedUnits });
    const alone = await translate().estimate({ ...body, targetLocales: ['tlh'] });
    expect(alone.data).toMatchObject({ billableUnits: 0, credits: 0, affordable: true });
  });

  test('counts strings that wait for a model, or for an engine that cannot answer at the moment', async () => {
    const body = { strings: ['Save'], sourceLocale: 'en', targetLocales: ['es'] };
    first.script = { readiness: async () => ({ status: 'loadable', retryAfterMs: 1_000 }) };
    expect((await translate().estimate(body)).data.billableUnits).toBe(4);
    first.script = {
      readiness: async () => {
        throw new EngineError('engine_unavailable', 'away', { retryable: true });
      },
    };
    expect((await translate().estimate(body)).data.billableUnits).toBe(4);
  });

  test('translate.estimate of the missing translations of a project equals the bill of the job', async () => {
    const { id: projectId } = await createProject(tenant.client);
    await tenant.client.i18n.locales.create({ projectId, code: 'pl' });
    await tenant.client.i18n.projects.import({
      projectId,
      locale: 'en',
      content: { a: 'Save', b: 'Save', day_one: '{{count}} day', day_other: '{{count}} days' },
    });
    const { data } = await translate().estimate({ projectId });
    expect(data.perLocale).toMatchObject({ pl: { strings: 6 } });
    const { data: keys } = await tenant.client.i18n.keys.list({ projectId });
    expect(keys).toHaveLength(4);
    const { data: job } = await translate().jobs.create(
      { projectId },
      { headers: { Prefer: 'wait=30' } },
    );
    expect(job).toMatchObject({ status: 'completed', progress: { total: 6, done: 6 } });
    expect(job.usage).toMatchObject({ units: data.units, billedUnits: data.billableUnits });
    expect(data.billableUnits).toBe(4 + 13 + 14);
  });
});
