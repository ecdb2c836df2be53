import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ModelServer,
  startModelServer,
} from '../../../../test/engines/bergamot/registry-server.ts';
import { listSmokeModels } from '../../../../test/engines/bergamot/smoke-models.ts';

const SCRIPT = fileURLToPath(new URL('../../../../bin/mt-smoke.ts', import.meta.url));

let server: ModelServer;
let dataDir: string;

beforeAll(async () => {
  server = await startModelServer([
    { from: 'en', to: 'es', dictionary: { Save: 'Guardar', the: 'el', You: 'Usted' } },
    { from: 'en', to: 'eo', dictionary: {} },
  ]);
});
afterAll(() => server.close());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mt-smoke-'));
});
afterEach(async () => {
  server.reset();
  await rm(dataDir, { recursive: true });
});

function run(args: readonly string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [SCRIPT, ...args],
      {
        env: {
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
          MT_MODEL_SOURCE: server.url,
          DATA_DIR: dataDir,
          ...env,
        },
        timeout: 100_000,
      },
      (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

describe('npm run mt:smoke', () => {
  it('downloads a model, translates with the model, and succeeds', async () => {
    const { code, out, err } = await run(['en', 'es']);
    expect(err).toBe('');
    expect(out).toContain('      → Guardar el file.');
    expect(out).toContain('      → Usted have <var>0</var>');
    expect(out).toMatch(/^memory {2}\d{3} MB$/m);
    expect(out).toMatch(/^speed {3}\d+ words\/s$/m);
    expect(out).toMatch(/^alone {3}7 of 7 texts have the same translation as together$/m);
    expect(out).toMatch(/^PASSED {2}7 of 7 in /m);
    expect(code).toBe(0);
    const offline = await run(['en', 'es', '--text', 'Save'], { MT_OFFLINE: '1' });
    expect(offline.out).toMatch(/^PASSED {2}1 of 1 in /m);
    expect(offline.code).toBe(0);
  });

  it('tries one pair of every kind if it gets no arguments', async () => {
    const usual = await startModelServer(listSmokeModels({}));
    try {
      const { code, out, err } = await run([], { MT_MODEL_SOURCE: usual.url });
      expect(err).toBe('');
      expect(out.match(/^pair .*$/gm)).toEqual([
        'pair    en to de',
        'pair    en to ja',
        'pair    zh to en',
        'pair    de to fr',
        'pair    en to zh-TW',
      ]);
      expect(out).toMatch(/^ready .*, via de-en-fr /m);
      expect(out).toContain('      → Speichern die Datei.');
      expect(out).toContain('      → Save file.');
      expect(out.match(/^PASSED /gm)).toHaveLength(5);
      expect(code).toBe(0);
    } finally {
      await usual.close();
    }
  });

  it('downloads a model without a translation if it gets --fetch', async () => {
    const { code, out } = await run(['en', 'es', '--fetch']);
    expect(out).toMatch(/^ready {3}after /m);
    expect(out).not.toContain('→');
    expect(code).toBe(0);
  });

  it('fails with one line that names the reason if a model does not exist or cannot be downloaded', async () => {
    const unknown = await run(['en', 'fr']);
    expect(unknown.err).toMatch(/^FAILED {2}there is no model from en to fr/m);
    expect(unknown.code).toBe(1);
    const offline = await run(['en', 'es'], { MT_OFFLINE: '1' });
    expect(offline.err).toMatch(/^FAILED {2}.*MT_OFFLINE=1/m);
    expect(offline.code).toBe(1);
    server.behave('model.', 'not found');
    const missing = await run(['en', 'es']);
    expect(missing.err).toMatch(/^FAILED {2}model_not_found: .* returned 404$/m);
    expect(missing.code).toBe(1);
  });

  it('fails if the model returns its input', async () => {
    const { code, out } = await run(['en', 'eo', '--text', 'Save the file']);
    expect(out).toMatch(/^FAILED .*nothing was translated$/m);
    expect(code).toBe(1);
  });

  it.each([
    [['en'], {}],
    [['en', 'es', 'fr'], {}],
    [['en', 'es', '--bogus'], {}],
    [['pl', 'es'], {}],
    [['en', 'es'], { MT_MODEL_SOURCE: 'nowhere' }],
  ])('prints its usage for wrong arguments: %j %j', async (args, env) => {
    const { code, err } = await run(args, env);
    expect(err).toContain('usage: npm run mt:smoke');
    expect(code).toBe(2);
  });
});
