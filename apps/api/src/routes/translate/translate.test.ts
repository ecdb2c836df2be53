import { describe, expect, test } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import {
  codeOf,
  createApiKeyFor,
  createProject,
  createTenant,
  type Tenant,
} from '../../../test/app/build.ts';
import { describeTwoEngines } from '../../../test/engines/two-engines.ts';
import { EngineError } from '../../providers/mt/engine.ts';

let app: TestApp;
let tenant: Tenant;
const { first, translate, usageRows } = describeTwoEngines((given) => {
  ({ app, tenant } = given);
});
const en = { sourceLocale: 'en', targetLocale: 'es' };

describe('translate.text', () => {
  test('translates one string and names the engine', async () => {
    const { data } = await translate().text({ ...en, text: 'Hello {name} 👋' });
    expect(data).toEqual({
      text: 'HELLO {name} 👋',
      sourceLocale: 'en',
      targetLocale: 'es',
      warnings: [],
      usage: { units: 14, billedUnits: 14, memoryHits: 0, engineCalls: 1, engine: 'first' },
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

  test('does not bill a string that was translated before, even with other placeholders', async () => {
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

  test('uses only the engine that the request names', async () => {
    const { data } = await translate().text({ ...en, text: 'Hello you', engine: 'other' });
    expect(data).toMatchObject({ text: 'Hello other', usage: { engine: 'other' } });
    const unknown = translate().text({ ...en, text: 'Hi', engine: 'nobody' });
    expect(await codeOf(unknown)).toBe('validation_failed');
  });

  test('refuses invalid ICU, and returns the position of the fault', async () => {
    const faulty = translate().text({ ...en, text: 'Hi {a b}', messageFormat: 'icu' });
    await expect(faulty).rejects.toMatchObject({
      code: 'content_invalid',
      errors: [{ path: '/text', message: expect.stringMatching(/^not valid ICU: .*column 4/) }],
    });
  });

  test('uses the engine of the project if the request names none', async () => {
    const project = await createProject(tenant.client, { settings: { engine: 'other' } });
    const { data } = await translate().text({ ...en, text: 'Hello you', projectId: project.id });
    expect(data.usage.engine).toBe('other');
  });

  test('applies the current glossary of the project and of its parent', async () => {
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

  test('calls no engine for a text that is a glossary term', async () => {
    const project = await createProject(tenant.client);
    await tenant.client.i18n.glossary.create({
      projectId: project.id,
      term: 'Settings',
      translations: { es: 'Ajustes' },
    });
    const { data } = await translate().text({ ...en, text: 'Settings', projectId: project.id });
    expect(data).toMatchObject({ text: 'Ajustes', usage: { billedUnits: 0, engine: null } });
  });

  test('requires i18n:read with a project, and answers 404 for projects of other owners', async () => {
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
  ] as const)(
    'reports an engine with %s as the error %s, and bills nothing',
    async (code, expected) => {
      first.script = { answer: () => Promise.reject(new EngineError(code, 'no')) };
      expect(await codeOf(translate().text({ ...en, text: 'Hi' }))).toBe(expected);
      expect(await usageRows()).toEqual([]);
    },
  );

  test.each([
    ['as long as its provider wants', 31_500, '32'],
    ['a moment where it names no time', undefined, '1'],
  ] as const)(
    'makes the caller wait %s if the engine is over its rate limit',
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

  test('never returns as a translation a message that the engine has broken', async () => {
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

  test('returns a validation error for a source string that is not a valid message', async () => {
    const call = translate().text({ ...en, text: '{n, plural, one {', messageFormat: 'icu' });
    expect(await codeOf(call)).toBe('content_invalid');
  });

  test('returns the reason for which an engine does not support the pair', async () => {
    first.script = { readiness: { status: 'unsupported', reason: 'install the package first-es' } };
    const call = translate().text({ ...en, text: 'Hi' });
    expect(await codeOf(call)).toBe('unsupported_pair');
    await expect(call).rejects.toThrow(/first: install the package first-es/);
  });

  test('downloads a missing model, and uses it from the next call on', async () => {
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

  test('aborts the call of the engine when the client disconnects, and bills nothing', async () => {
    const gone = new AbortController();
    const left = new Promise<void>((resolve) => {
      first.script = {
        answer: ({ signal }) =>
          new Promise((_, reject) => {
            gone.abort();
            signal.addEventListener('abort', () => {
              resolve();
              reject(signal.reason);
            });
          }),
      };
    });
    const call = fetch(`${app.url}/v1/translate/text`, {
      method: 'POST',
      signal: gone.signal,
      headers: {
        Authorization: `ApiKey ${tenant.apiKey.token}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ ...en, text: 'Hi' }),
    });
    await expect(call).rejects.toThrow();
    await left;
    expect(await usageRows()).toEqual([]);
  });
});
