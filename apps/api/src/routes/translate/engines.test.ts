import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createTenant, type Tenant } from '../../../test/app/build.ts';
import { createScriptedEngine } from '../../../test/engines/scripted-engine.ts';
import { EngineError } from '../../providers/mt/engine.ts';

const loads: string[] = [];
const backup = createScriptedEngine({
  id: 'backup',
  capabilities: { formality: true, local: false },
  readiness: { status: 'ready', via: 'en' },
});
const main = createScriptedEngine({
  id: 'main',
  readiness: { status: 'loadable', retryAfterMs: 1000 },
  load: async (source) => {
    loads.push(source);
  },
});
const picky = createScriptedEngine({
  id: 'picky',
  readiness: { status: 'unsupported', reason: 'does not translate from English' },
});
const unsure = createScriptedEngine({
  id: 'unsure',
  readiness: { status: 'unsupported', reason: 'cannot reach its registry', mayChange: true },
});
const away = createScriptedEngine({
  id: 'away',
  readiness: async () => {
    throw new EngineError('engine_unavailable', 'the provider did not answer', { retryable: true });
  },
});
const scripted = [backup, main, picky, unsure, away];

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  const byId = new Map(scripted.map((engine) => [engine.id, engine]));
  app = await startTestApp({
    works: false,
    overrides: { engines: { byId, chain: ['main', 'picky'] } },
  });
  tenant = await createTenant(app);
});
afterAll(() => app.close());

describe('translate.engines', () => {
  it('lists the engines of the chain in order, then the other engines, with prices and capabilities', async () => {
    const { data } = await tenant.client.translate.engines();
    expect(data.map(({ name, position, pair, pairs }) => [name, position, pair, pairs])).toEqual([
      ['main', 1, null, []],
      ['picky', 2, null, []],
      ['backup', null, null, []],
      ['unsure', null, null, []],
      ['away', null, null, []],
    ]);
    expect(data[2]).toMatchObject({ formality: true, local: false, creditsPerUnit: 0 });
  });

  it('reports which engines are ready for a pair, and neither translates nor loads a model', async () => {
    const query = { sourceLocale: 'EN', targetLocale: 'pt_br' };
    const { data } = await tenant.client.translate.engines(query);
    const pair = { sourceLocale: 'en', targetLocale: 'pt-BR', reason: null, via: null };
    expect(Object.fromEntries(data.map((engine) => [engine.name, engine.pair]))).toEqual({
      main: { ...pair, position: 1, status: 'loadable' },
      picky: {
        ...pair,
        position: 2,
        status: 'unsupported',
        reason: 'does not translate from English',
      },
      backup: { ...pair, position: null, status: 'ready', via: 'en' },
      unsure: {
        ...pair,
        position: null,
        status: 'unavailable',
        reason: 'cannot reach its registry',
      },
      away: {
        ...pair,
        position: null,
        status: 'unavailable',
        reason: 'the provider did not answer',
      },
    });
    expect(scripted.flatMap(({ calls }) => calls)).toEqual([]);
    expect(loads).toEqual([]);
  });

  it('reports the readiness for several target locales, in the given order and once each', async () => {
    const asked: string[] = [];
    const { script } = backup;
    onTestFinished(() => {
      backup.script = script;
    });
    backup.script = {
      readiness: async (source, target) => {
        asked.push(`${source} ${target}`);
        if (target === 'fr') throw new EngineError('engine_unavailable', 'is busy');
        return { status: target === 'de' ? 'loadable' : 'ready', retryAfterMs: 1000 };
      },
    };
    const { data } = await tenant.client.translate.engines({
      sourceLocale: 'en',
      targetLocales: ['pt_br', 'de', 'fr', 'pt-BR'],
    });
    const said = { sourceLocale: 'en', reason: null, via: null };
    expect(data.find(({ name }) => name === 'backup')).toMatchObject({
      pair: null,
      pairs: [
        { ...said, targetLocale: 'pt-BR', status: 'ready' },
        { ...said, targetLocale: 'de', status: 'loadable' },
        { ...said, targetLocale: 'fr', status: 'unsupported', reason: 'is busy' },
      ],
    });
    expect(asked).toEqual(['en pt-BR', 'en de', 'en fr']);
    expect(data.map(({ pairs }) => pairs.length)).toEqual(scripted.map(() => 3));
  });

  it.each([
    [{ targetLocales: ['de'] }, 'query/sourceLocale'],
    [{ sourceLocale: 'en', targetLocales: ['de', 'f!'] }, 'query/targetLocales/1'],
    [{ sourceLocale: 'en' }, 'query/targetLocale'],
    [{ targetLocale: 'de' }, 'query/sourceLocale'],
    [{ sourceLocale: 'e!', targetLocale: 'de' }, 'query/sourceLocale'],
  ])('rejects %j and names the parameter', async (query, path) => {
    await expect(tenant.client.translate.engines(query)).rejects.toMatchObject({
      status: 422,
      code: 'validation_failed',
      errors: [{ path }],
    });
  });

  it('rejects more than 50 target locales', async () => {
    const targetLocales = Array.from({ length: 51 }, () => 'de');
    await expect(
      tenant.client.translate.engines({ sourceLocale: 'en', targetLocales }),
    ).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'query/targetLocales' }],
    });
  });
});
