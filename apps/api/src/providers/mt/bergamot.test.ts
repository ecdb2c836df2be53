import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import { SLOWNESS } from '../../../../../scripts/slowness.ts';
import { isProcessGone } from '../../../test/engines/bergamot/files.ts';
import { startModelServer } from '../../../test/engines/bergamot/registry-server.ts';
import {
  SPANISH,
  translateTexts,
  useBergamot,
} from '../../../test/engines/bergamot/use-bergamot.ts';
import { caught } from '../../../test/engines/caught.ts';
import { describeEngineConformance } from '../../../test/engines/conformance.ts';
import type { Bergamot } from './bergamot/engine.ts';
import { bergamot } from './bergamot.ts';

const given = useBergamot();
const never = new AbortController().signal;

describe('bergamot load', () => {
  it('downloads a model once for several jobs and processes', async () => {
    given.server.behave('model.enes', 'slow');
    const both = [given.open(), given.open()];
    await Promise.all(both.flatMap((engine) => [1, 2].map(() => engine.load('en', 'es', never))));
    expect(given.server.requests.filter((path) => path.includes('model.enes'))).toHaveLength(1);
  });

  it('stops with the reason of its signal when the signal aborts, and stops when the engine closes', async () => {
    given.server.behave('model.enes', 'hang');
    const engine = given.open({}, { store: { stallMs: 60_000, lock: { pollMs: 10 } } });
    const control = new AbortController();
    const reason = new Error('no longer wanted');
    const loading = caught(engine.load('en', 'es', control.signal));
    await eventually(() => expect(given.server.requests.join()).toContain('model.enes'));
    control.abort(reason);
    expect(await loading).toBe(reason);
    expect(await engine.readiness('en', 'es')).toMatchObject({ status: 'loadable' });
    const again = caught(engine.load('en', 'es', never));
    await eventually(() =>
      expect(given.server.requests.filter((path) => path.includes('model.enes'))).toHaveLength(2),
    );
    await engine.close();
    expect(await again).toMatchObject({ name: 'AbortError' });
    expect(await readdir(join(given.dataDir, 'models', 'en-es'))).toEqual([]);
  });
});

describe('the bergamot engine', () => {
  let engine: Bergamot;
  let ownDir: string;
  beforeAll(async () => {
    ownDir = await mkdtemp(join(tmpdir(), 'bergamot-translate-'));
    engine = given.make({}, {}, { dataDir: ownDir });
    await engine.load('en', 'es', never);
  });
  afterAll(async () => {
    await engine.close();
    await rm(ownDir, { recursive: true });
  });

  it('keeps markup, placeholders, references and the white space at both ends', async () => {
    expect(
      await translateTexts(
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
    expect(
      await translateTexts(engine, ['en', 'es'], ['Save Xqaz <the> & file'], 'sentinel'),
    ).toEqual(['Guardar Xqaz <the> & archivo']);
    await expect(translateTexts(engine, ['en', 'es'], ['x'], 'xml')).rejects.toThrow(TypeError);
  });

  it('reports an error only for each unusable text', async () => {
    expect(
      await translateTexts(
        engine,
        ['en', 'es'],
        ['Save', '<b>Save', 'Save '.repeat(5_000), 'a\0b', 'the file'],
      ),
    ).toEqual(['Guardar', 'engine_bad_response', 'too_large', 'engine_bad_response', 'el archivo']);
  });

  it('continues after its child was killed during a call', async () => {
    const running = translateTexts(
      engine,
      ['en', 'es'],
      Array.from({ length: 64 }, () => 'Save the file'),
    );
    await sleep(30);
    for (const pid of engine.pids) process.kill(pid, 'SIGKILL');
    expect(new Set(await running)).toEqual(new Set(['Guardar el archivo']));
  });

  it('reports a call that takes too long, and is ready for the next call', async () => {
    const impatient = given.open({}, { batchTimeoutMs: 20 }, { dataDir: ownDir });
    expect(
      await caught(translateTexts(impatient, ['en', 'es'], ['Save the file '.repeat(100)])),
    ).toMatchObject({ name: 'EngineError', code: 'engine_timeout', retryable: true });
    expect(await impatient.readiness('en', 'es')).toEqual({ status: 'ready' });
  });

  it('has a version that names the WebAssembly module and changes only with the models', async () => {
    const version = engine.version;
    expect(version).toMatch(/^0\.4\.9-2\+[0-9a-f]{12}$/);
    const other = given.open({}, {}, { dataDir: ownDir });
    await other.readiness('en', 'es');
    expect(other.version).toBe(version);
    await other.load('de', 'en', never);
    expect(other.version).not.toBe(version);
  });

  it('ends its children when it closes, and refuses later calls', async () => {
    const other = given.open({}, {}, { dataDir: ownDir });
    await translateTexts(other, ['en', 'es'], ['Save']);
    const { pids } = other;
    expect(pids).toHaveLength(1);
    await other.close();
    for (const pid of pids) expect(await isProcessGone(pid)).toBe(true);
    expect(await caught(translateTexts(other, ['en', 'es'], ['Save']))).toMatchObject({
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

  it('accept a mirror below a path as the source, with or without a slash', async () => {
    for (const slash of ['', '/', '//']) {
      const engine = given.open({ MT_MODEL_SOURCE: `${given.server.url}/mirror${slash}` });
      await engine.readiness('en', 'es');
    }
    expect(new Set(given.server.requests)).toEqual(new Set(['mirror/db/models.json']));
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
  callTimeoutMs: 3_000 * SLOWNESS,
});
