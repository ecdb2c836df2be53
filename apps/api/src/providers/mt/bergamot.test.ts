import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import { isProcessGone } from '../../../test/engines/bergamot/files.ts';
import {
  type ModelServer,
  startModelServer,
} from '../../../test/engines/bergamot/registry-server.ts';
import { describeEngineConformance } from '../../../test/engines/conformance.ts';
import type { Bergamot } from './bergamot/engine.ts';
import type { BergamotTuning } from './bergamot/options.ts';
import { bergamot, createBergamot } from './bergamot.ts';
import { EngineError, type Rendering } from './engine.ts';

const SPANISH = {
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
const MINUTE_MS = 60_000;
/** Timeout of steps with a child process and a download: many times their duration. */
const never = new AbortController().signal;

let server: ModelServer;
let dataDir: string;
let nowMs: number;
const engines: Bergamot[] = [];

beforeAll(async () => {
  server = await startModelServer([
    { from: 'en', to: 'es', dictionary: SPANISH },
    { from: 'de', to: 'en', dictionary: { Speichere: 'Save', die: 'the', Datei: 'file' } },
    { from: 'en', to: 'zh', dictionary: { Save: '保存' }, separateVocabularies: true },
    { from: 'en', to: 'xh', dictionary: {}, model: randomBytes(50_000) },
  ]);
});
afterAll(() => server.close());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bergamot-'));
  nowMs = Date.now();
});
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
  server.reset();
  await rm(dataDir, { recursive: true });
});

type Arguments = [
  settings?: Record<string, string>,
  tuning?: BergamotTuning,
  context?: { dataDir?: string },
];

/** An engine that the end of the test closes. */
function open(...changes: Arguments): Bergamot {
  const engine = make(...changes);
  engines.push(engine);
  return engine;
}

function make(...[settings, tuning, context]: Arguments): Bergamot {
  return createBergamot(
    { MT_MODEL_SOURCE: server.url, ...settings },
    { dataDir, fetch, log: () => {}, ...context },
    {
      now: () => nowMs,
      registry: {
        patienceMs: 2_000,
        timeoutMs: 5_000,
        retry: { attempts: 2, firstDelayMs: 1, maxDelayMs: 5 },
      },
      store: {
        retry: { attempts: 2, firstDelayMs: 1, maxDelayMs: 5 },
        stallMs: 2_000,
        lock: { pollMs: 10 },
      },
      ...tuning,
    },
  );
}

async function translate(
  engine: Bergamot,
  [sourceLocale, targetLocale]: readonly [string, string],
  bodies: readonly string[],
  rendering: Rendering = 'html',
) {
  const results = await engine.translate({
    sourceLocale,
    targetLocale,
    rendering,
    segments: bodies.map((body, index) => ({ id: `s${index}`, body })),
    signal: never,
  });
  expect(results.map(({ id }) => id)).toEqual(bodies.map((_, index) => `s${index}`));
  return results.map(({ body, error }) => body ?? error?.code);
}

async function caught(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('bergamot readiness', () => {
  it('goes from loadable to ready by a load, for this process and the next', async () => {
    const engine = open();
    expect(await engine.readiness('en', 'es')).toEqual({
      status: 'loadable',
      retryAfterMs: expect.any(Number),
    });
    const early = await caught(translate(engine, ['en', 'es'], ['Save']));
    expect(early).toMatchObject({
      name: 'EngineError',
      code: 'engine_model_loading',
      retryable: true,
      retryAfterMs: expect.any(Number),
    });
    // Neither of the two fetched a model.
    expect(server.requests).toEqual(['db/models.json']);
    await engine.load('en', 'es', never);
    expect(await engine.readiness('en', 'es')).toEqual({ status: 'ready' });
    expect(await open().readiness('en', 'es')).toEqual({ status: 'ready' });
    expect(await translate(engine, ['en', 'es'], ['Save the file'])).toEqual([
      'Guardar el archivo',
    ]);
    server.requests.length = 0;
    await engine.load('en', 'es', never);
    expect(server.requests).toEqual([]);
    const lock = JSON.parse(await readFile(join(dataDir, 'models/en-es/lock.json'), 'utf8'));
    expect(lock.source).toBe(`${server.url}/`);
  });

  it('says through what it goes if that is not what was asked for', async () => {
    const engine = open();
    await engine.load('de-AT', 'es-MX', never);
    expect(await engine.readiness('de-AT', 'es-MX')).toEqual({ status: 'ready', via: 'de-en-es' });
    expect(await engine.readiness('en-GB', 'es')).toEqual({ status: 'ready', via: 'en-es' });
    expect(await engine.readiness('de', 'en')).toEqual({ status: 'ready' });
    await engine.load('en', 'zh-Hans', never);
    expect(await engine.readiness('en', 'zh-CN')).toEqual({ status: 'ready', via: 'en-zh' });
  });

  it('asks for more time if two models have to come', async () => {
    const engine = open();
    const [one, two] = [await engine.readiness('en', 'es'), await engine.readiness('de', 'es')];
    if (one.status !== 'loadable' || two.status !== 'loadable') throw new Error('not loadable');
    expect(two.retryAfterMs).toBeGreaterThan(one.retryAfterMs);
  });

  it.each([
    ['es', 'en'],
    ['en', 'zh-TW'],
    ['en', 'fr'],
    ['en', 'en-GB'],
    ['en', 'x y'],
    ['', ''],
  ])('does not support %j to %j, and says why', async (source, target) => {
    const readiness = await open().readiness(source, target);
    expect(readiness).toEqual({
      status: 'unsupported',
      reason: expect.stringContaining('there is no model from'),
    });
  });

  it('bergamot readiness is unsupported for ten minutes after a failed download, in all processes, then loadable', async () => {
    server.behave('model.enes', 'truncated');
    const engine = open();
    const error = await caught(engine.load('en', 'es', never));
    expect(error).toBeInstanceOf(EngineError);
    expect(error).toMatchObject({ code: 'engine_unavailable', retryable: true });
    expect(String(error)).toContain('model_download_failed');
    for (const one of [engine, open()]) {
      const readiness = await one.readiness('en', 'es');
      expect(readiness).toMatchObject({ status: 'unsupported' });
      expect(readiness).toHaveProperty('reason', expect.stringContaining('for 10 min'));
    }
    // A pair that needs the same model waits as well; another does not.
    expect(await engine.readiness('de', 'es')).toMatchObject({ status: 'unsupported' });
    expect(await engine.readiness('de', 'en')).toMatchObject({ status: 'loadable' });
    expect(await caught(translate(engine, ['en', 'es'], ['Save']))).toMatchObject({
      code: 'unsupported_pair',
    });
    nowMs += 10 * MINUTE_MS;
    expect(await engine.readiness('en', 'es')).toMatchObject({ status: 'loadable' });
    server.behave('model.enes', 'ok');
    await engine.load('en', 'es', never);
    expect(await engine.readiness('en', 'es')).toEqual({ status: 'ready' });
  });

  it('answers within two seconds though the network hangs', async () => {
    server.behave('models.json', 'hang');
    const engine = open({}, { registry: {} });
    // A registry that cannot be reached says nothing about the pair.
    const unknown = { status: 'unsupported', mayChange: true };
    expect(await engine.readiness('en', 'es')).toMatchObject(unknown);
  });

  it('works offline with the models that are there, and explains what is missing', async () => {
    await open().load('en', 'es', never);
    const requests = server.requests.length;
    const offline = open({ MT_OFFLINE: '1' });
    expect(await offline.readiness('en', 'es')).toEqual({ status: 'ready' });
    expect(await translate(offline, ['en', 'es'], ['Save'])).toEqual(['Guardar']);
    const readiness = await offline.readiness('de', 'en');
    expect(readiness).toMatchObject({ status: 'unsupported' });
    expect(readiness).toHaveProperty('reason', expect.stringContaining('MT_OFFLINE=1'));
    expect(await caught(offline.load('de', 'en', never))).toMatchObject({
      code: 'unsupported_pair',
    });
    expect(server.requests).toHaveLength(requests);
  });

  it('needs nothing but the copied folder of a model on a machine without network', async () => {
    await open().load('en', 'es', never);
    const other = await mkdtemp(join(tmpdir(), 'bergamot-other-'));
    try {
      await cp(join(dataDir, 'models', 'en-es'), join(other, 'models', 'en-es'), {
        recursive: true,
      });
      const offline = open({ MT_OFFLINE: '1' }, {}, { dataDir: other });
      expect(await offline.readiness('en', 'es')).toEqual({ status: 'ready' });
      expect(await offline.readiness('en', 'fr')).toMatchObject({ status: 'unsupported' });
    } finally {
      await rm(other, { recursive: true });
    }
  });

  it('bergamot readiness is not ready any more once a model is damaged, and is ready again after a load', async () => {
    const engine = open();
    await engine.load('en', 'es', never);
    await writeFile(join(dataDir, 'models/en-es/vocab.enes.spm'), 'damaged');
    expect(await engine.readiness('en', 'es')).toMatchObject({ status: 'loadable' });
    await engine.load('en', 'es', never);
    expect(await translate(engine, ['en', 'es'], ['Save'])).toEqual(['Guardar']);
  });

  it('says at the load that a model needs more memory than it may have, and which setting allows more', async () => {
    const engine = open({ BERGAMOT_MEMORY_MB: '128' });
    const error = await caught(engine.load('en', 'es', never));
    expect(error).toMatchObject({ code: 'engine_unavailable', retryable: false });
    expect(String(error)).toContain('BERGAMOT_MEMORY_MB=128');
    expect(await engine.readiness('en', 'es')).toMatchObject({
      status: 'unsupported',
      reason: expect.stringContaining('BERGAMOT_MEMORY_MB=128'),
    });
  });

  it('finds out at the load that a model cannot be run, and is unsupported for ten minutes', async () => {
    const engine = open();
    const error = await caught(engine.load('en', 'xh', never));
    expect(error).toMatchObject({ code: 'engine_unavailable', retryable: false });
    expect(String(error)).not.toContain(dataDir);
    for (const one of [engine, open()]) {
      expect(await one.readiness('en', 'xh')).toMatchObject({
        status: 'unsupported',
        reason: expect.stringContaining('cannot be run'),
      });
    }
    await engine.load('en', 'es', never);
    expect(await translate(engine, ['en', 'es'], ['Save'])).toEqual(['Guardar']);
    nowMs += 10 * MINUTE_MS;
    expect(await engine.readiness('en', 'xh')).toEqual({ status: 'ready' });
    expect(await caught(translate(engine, ['en', 'xh'], ['Save']))).toMatchObject({
      code: 'engine_unavailable',
    });
    expect(await engine.readiness('en', 'xh')).toMatchObject({ status: 'unsupported' });
  });
});

describe('bergamot load', () => {
  it('downloads a model once, however many jobs of how many processes want it', async () => {
    server.behave('model.enes', 'slow');
    const both = [open(), open()];
    await Promise.all(both.flatMap((engine) => [1, 2].map(() => engine.load('en', 'es', never))));
    expect(server.requests.filter((path) => path.includes('model.enes'))).toHaveLength(1);
  });

  it('stops with the reason of its signal, and when the engine closes', async () => {
    server.behave('model.enes', 'hang');
    const engine = open({}, { store: { stallMs: 60_000, lock: { pollMs: 10 } } });
    const control = new AbortController();
    const reason = new Error('no longer wanted');
    const loading = caught(engine.load('en', 'es', control.signal));
    await eventually(() => expect(server.requests.join()).toContain('model.enes'));
    control.abort(reason);
    expect(await loading).toBe(reason);
    expect(await engine.readiness('en', 'es')).toMatchObject({ status: 'loadable' });
    const again = caught(engine.load('en', 'es', never));
    await eventually(() =>
      expect(server.requests.filter((path) => path.includes('model.enes'))).toHaveLength(2),
    );
    await engine.close();
    expect(await again).toMatchObject({ name: 'AbortError' });
    expect(await readdir(join(dataDir, 'models', 'en-es'))).toEqual([]);
  });
});

describe('bergamot translate', () => {
  let engine: Bergamot;
  let ownDir: string;
  beforeAll(async () => {
    ownDir = await mkdtemp(join(tmpdir(), 'bergamot-translate-'));
    engine = make({}, {}, { dataDir: ownDir });
    await engine.load('en', 'es', never);
  });
  afterAll(async () => {
    await engine.close();
    await rm(ownDir, { recursive: true });
  });

  it('keeps markup, placeholders, references and the white space at both ends', async () => {
    expect(
      await translate(
        engine,
        ['en', 'es'],
        [
          '  Save <b>the file</b> \n',
          'You have <var>0</var> new messages.',
          'Open <a href="x?a=1&amp;b=2">the <span id="t3">file</span></a>',
          'the &amp; file &lt;b&gt;',
          ' ',
          '',
        ],
      ),
    ).toEqual([
      '  Guardar <b>el archivo</b> \n',
      'Usted tiene <var>0</var>nuevos mensajes.',
      'Abrir <a href="x?a=1&amp;b=2">el <span id="t3">archivo</span></a>',
      'el &amp; archivo &lt;b&gt;',
      ' ',
      '',
    ]);
  });

  it('reads plain text literally in the sentinel rendering', async () => {
    expect(await translate(engine, ['en', 'es'], ['Save Xqaz <the> & file'], 'sentinel')).toEqual([
      'Guardar Xqaz <the> & archivo',
    ]);
    await expect(translate(engine, ['en', 'es'], ['x'], 'xml')).rejects.toThrow(TypeError);
  });

  it('reports a text that it cannot take on that text alone', async () => {
    expect(
      await translate(
        engine,
        ['en', 'es'],
        ['Save', '<b>Save', 'Save '.repeat(5_000), 'a\0b', 'the file'],
      ),
    ).toEqual(['Guardar', 'engine_bad_response', 'too_large', 'engine_bad_response', 'el archivo']);
  });

  it('goes on after its child was killed in the midst of a call', async () => {
    const running = translate(
      engine,
      ['en', 'es'],
      Array.from({ length: 64 }, () => 'Save the file'),
    );
    await sleep(30);
    for (const pid of engine.pids) process.kill(pid, 'SIGKILL');
    expect(new Set(await running)).toEqual(new Set(['Guardar el archivo']));
  });

  it('reports a call that takes too long, and is ready for the next', async () => {
    const impatient = open({}, { batchTimeoutMs: 20 }, { dataDir: ownDir });
    expect(
      await caught(translate(impatient, ['en', 'es'], ['Save the file '.repeat(100)])),
    ).toMatchObject({ name: 'EngineError', code: 'engine_timeout', retryable: true });
    expect(await impatient.readiness('en', 'es')).toEqual({ status: 'ready' });
  });

  it('has a version that names the wasm and changes with the models alone', async () => {
    const version = engine.version;
    expect(version).toMatch(/^0\.4\.9-2\+[0-9a-f]{12}$/);
    const other = open({}, {}, { dataDir: ownDir });
    await other.readiness('en', 'es');
    expect(other.version).toBe(version);
    await other.load('de', 'en', never);
    expect(other.version).not.toBe(version);
  });

  it('ends its children when it closes, and refuses what comes later', async () => {
    const other = open({}, {}, { dataDir: ownDir });
    await translate(other, ['en', 'es'], ['Save']);
    const { pids } = other;
    expect(pids).toHaveLength(1);
    await other.close();
    for (const pid of pids) expect(await isProcessGone(pid)).toBe(true);
    expect(await caught(translate(other, ['en', 'es'], ['Save']))).toMatchObject({
      code: 'engine_unavailable',
    });
  });
});

describe('the settings of bergamot', () => {
  const check = (variable: string, value: string) =>
    bergamot.settings.find((setting) => setting.variable === variable)?.check?.(value);

  it('accept their own defaults', () => {
    for (const { variable, default: value } of bergamot.settings)
      expect(check(variable, value ?? ''), variable).toBeNull();
  });

  it.each([
    ['MT_MODEL_SOURCE', 'file:///models'],
    ['MT_MODEL_SOURCE', 'https://models.example/db/models.json'],
    ['MT_MODEL_SOURCE', 'https://models.example/?a=1'],
    ['MT_MODEL_SOURCE', 'https://me:secret@models.example/'],
    ['MT_OFFLINE', 'yes'],
    ['BERGAMOT_CHILDREN', '0'],
    ['BERGAMOT_MEMORY_MB', '1023'],
    ['BERGAMOT_MEMORY_MB', '4096'],
  ])('refuse %s=%s', (variable, value) => {
    expect(check(variable, value)).toMatch(/^must /);
  });

  it('let a mirror below a path be the source, with or without a slash', async () => {
    for (const slash of ['', '/', '//']) {
      const engine = open({ MT_MODEL_SOURCE: `${server.url}/mirror${slash}` });
      await engine.readiness('en', 'es');
    }
    expect(new Set(server.requests)).toEqual(new Set(['mirror/db/models.json']));
  });
});

describeEngineConformance({
  name: 'bergamot',
  async create() {
    const registry = await startModelServer([{ from: 'en', to: 'es', dictionary: SPANISH }]);
    const own = await mkdtemp(join(tmpdir(), 'bergamot-conformance-'));
    return {
      engine: bergamot.create(
        { MT_MODEL_SOURCE: registry.url },
        { dataDir: own, fetch, log: () => {} },
      ) as Bergamot,
      async dispose() {
        await registry.close();
        await rm(own, { recursive: true });
      },
    };
  },
  pair: ['en', 'es'],
  unsupportedPair: ['en', 'fr'],
  failingBody: '<b>not closed',
  keepsPlaceholders: true,
  callTimeoutMs: 3_000,
});
