import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine, EngineContext } from './engine.ts';
import {
  createEngines,
  DEFAULT_ENGINE_CHAIN,
  ENGINE_DEFINITIONS,
  ENGINE_IDS,
  explainOff,
} from './registry.ts';

let context: EngineContext;
beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'parlance-engines-'));
  context = { dataDir, fetch, log() {} };
});
afterAll(() => rm(context.dataDir, { recursive: true, force: true }));

async function withEngines(
  settings: Record<string, string | undefined>,
  use: (engines: ReadonlyMap<string, Engine>) => void,
): Promise<void> {
  const engines = createEngines(settings, context);
  try {
    use(engines);
  } finally {
    await Promise.all([...engines.values()].map((engine) => engine.close()));
  }
}

describe('the registry of engines', () => {
  it('lists every engine file of its folder by the name of the file', async () => {
    const folder = new URL('.', import.meta.url);
    const names = (await readdir(folder)).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
    );
    const found: string[] = [];
    for (const name of names)
      if (
        /^export const \w+: EngineDefinition = /m.test(
          await readFile(new URL(name, folder), 'utf8'),
        )
      )
        found.push(name.slice(0, -'.ts'.length));
    expect([...ENGINE_IDS].sort()).toEqual(found.sort());
    expect(new Set(ENGINE_IDS).size).toBe(ENGINE_IDS.length);
  });

  it('declares each variable once, with a description and a default that passes its validation', () => {
    const settings = ENGINE_DEFINITIONS.flatMap((definition) => definition.settings);
    const variables = settings.map(({ variable }) => variable);
    expect(new Set(variables).size).toBe(variables.length);
    for (const setting of settings) {
      expect(setting.variable).toMatch(/^[A-Z][A-Z0-9_]*$/);
      expect(setting.description, setting.variable).not.toBe('');
      if (setting.default !== undefined)
        expect(setting.check?.(setting.default) ?? null, setting.variable).toBeNull();
    }
    for (const { id, summary } of ENGINE_DEFINITIONS) expect(summary, id).not.toBe('');
  });

  it('reports named engines that are off, and reports nothing about engines that are on', async () => {
    await withEngines({ DEEPL_API_KEY: 'key' }, (engines) => {
      expect(explainOff(['bergamot', 'deepl', 'apertium', 'pseudo'], engines)).toEqual([]);
    });
    await withEngines({}, (engines) => {
      expect(explainOff(['deepl', 'openai-compatible', 'bergamot'], engines)).toEqual([
        expect.stringMatching(/^MT_ENGINES names openai-compatible, .*\bOPENAI_MODEL\b/),
        expect.stringMatching(/^MT_ENGINES names deepl, which is off: see DEEPL_API_KEY/),
      ]);
    });
  });

  it('has only engines without required settings in its default chain', async () => {
    await withEngines({}, (engines) => {
      for (const id of DEFAULT_ENGINE_CHAIN) expect(engines.get(id)?.id).toBe(id);
      for (const [id, engine] of engines) expect(engine.id).toBe(id);
    });
    expect(DEFAULT_ENGINE_CHAIN).toEqual(['bergamot', 'apertium']);
  });

  it('creates an engine that requires a key or an address only if that setting is present', async () => {
    await withEngines({ DEEPL_API_KEY: ' ' }, (engines) => {
      expect([...engines.keys()]).not.toContain('deepl');
      expect([...engines.keys()]).not.toContain('libretranslate');
      expect([...engines.keys()]).not.toContain('openai-compatible');
    });
    await withEngines({ DEEPL_API_KEY: 'a-key' }, (engines) => {
      expect([...engines.keys()]).toContain('deepl');
    });
  });

  it('creates only local engines without settings', async () => {
    await withEngines({}, (engines) => {
      const defaults = DEFAULT_ENGINE_CHAIN.flatMap((id) => engines.get(id) ?? []);
      expect(defaults.length).toBeGreaterThan(0);
      expect(defaults.filter(({ capabilities }) => !capabilities.local)).toEqual([]);
      expect([...engines.values()].filter(({ capabilities }) => !capabilities.local)).toEqual([]);
    });
  });

  it('passes only its own variables to an engine, and passes defaults for blank variables', () => {
    const seen: unknown[] = [];
    const definition = {
      id: 'probe',
      summary: 'sees its settings',
      settings: [
        { variable: 'PROBE_A', description: 'a', default: 'x' },
        { variable: 'PROBE_B', description: 'b' },
      ],
      create: (settings: Readonly<Record<string, string | undefined>>) => {
        seen.push(settings);
        return null;
      },
    };
    const settings = { PROBE_A: ' ', PROBE_B: ' b ', DEEPL_API_KEY: 'secret' };
    expect(createEngines(settings, context, [definition]).size).toBe(0);
    expect(seen).toEqual([{ PROBE_A: 'x', PROBE_B: 'b' }]);
  });
});
