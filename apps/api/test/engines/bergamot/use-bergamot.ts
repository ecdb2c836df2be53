import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { SLOWNESS } from '../../../../../scripts/slowness.ts';
import type { Bergamot } from '../../../src/providers/mt/bergamot/engine.ts';
import type { BergamotTuning } from '../../../src/providers/mt/bergamot/options.ts';
import { createBergamot } from '../../../src/providers/mt/bergamot.ts';
import type { Rendering } from '../../../src/providers/mt/engine.ts';
import { type ModelServer, startModelServer } from './registry-server.ts';

/** Words of the small model from English to Spanish. */
export const SPANISH = {
  Save: 'Guardar',
  the: 'el',
  The: 'El',
  file: 'archivo',
  Open: 'Abrir',
  You: 'Usted',
  have: 'tiene',
  new: 'nuevos',
  'messages.': 'mensajes.',
};
const RETRY = { attempts: 2, firstDelayMs: 1, maxDelayMs: 5 };
const never = new AbortController().signal;

type Changes = [
  settings?: Record<string, string>,
  tuning?: BergamotTuning,
  context?: { dataDir?: string },
];

/** The model server, folder and clock that the engines of a test use. */
interface Given {
  server: ModelServer;
  dataDir: string;
  nowMs: number;
  /** Creates an engine. */
  make(...changes: Changes): Bergamot;
  /** Creates an engine that is closed at the end of the test. */
  open(...changes: Changes): Bergamot;
}

/** Provides engines with small models to a test file. Each test loads them again. */
export function useBergamot(): Given {
  const engines: Bergamot[] = [];
  const given: Given = {
    server: undefined as unknown as ModelServer,
    dataDir: '',
    nowMs: 0,
    make: (settings, tuning, context) =>
      createBergamot(
        { MT_MODEL_SOURCE: given.server.url, ...settings },
        { dataDir: given.dataDir, fetch, log: () => {}, ...context },
        {
          now: () => given.nowMs,
          registry: { patienceMs: 2_000 * SLOWNESS, timeoutMs: 5_000 * SLOWNESS, retry: RETRY },
          store: { retry: RETRY, stallMs: 2_000, lock: { pollMs: 10 } },
          ...tuning,
        },
      ),
    open(...changes) {
      const engine = given.make(...changes);
      engines.push(engine);
      return engine;
    },
  };
  beforeAll(async () => {
    given.server = await startModelServer([
      { from: 'en', to: 'es', dictionary: SPANISH },
      { from: 'de', to: 'en', dictionary: { Speichere: 'Save', die: 'the', Datei: 'file' } },
      { from: 'en', to: 'zh', dictionary: { Save: '保存' }, separateVocabularies: true },
      { from: 'en', to: 'xh', dictionary: {}, model: randomBytes(50_000) },
    ]);
  });
  afterAll(() => given.server.close());
  beforeEach(async () => {
    given.dataDir = await mkdtemp(join(tmpdir(), 'bergamot-'));
    given.nowMs = Date.now();
  });
  afterEach(async () => {
    for (const engine of engines.splice(0)) await engine.close();
    given.server.reset();
    await rm(given.dataDir, { recursive: true });
  });
  return given;
}

/** Translates texts in one call, and returns the translation or the error code of each. */
export async function translateTexts(
  engine: Bergamot,
  [sourceLocale, targetLocale]: readonly [string, string],
  bodies: readonly string[],
  rendering: Rendering = 'html',
): Promise<(string | undefined)[]> {
  const segments = bodies.map((body, index) => ({ id: `s${index}`, body }));
  const call = { sourceLocale, targetLocale, rendering, segments, signal: never };
  const results = await engine.translate(call);
  expect(results.map(({ id }) => id)).toEqual(segments.map(({ id }) => id));
  return results.map(({ body, error }) => body ?? error?.code);
}
