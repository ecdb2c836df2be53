import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { translateTexts, useBergamot } from '../../../../test/engines/bergamot/use-bergamot.ts';
import { caught } from '../../../../test/engines/caught.ts';
import { EngineError } from '../engine.ts';

const MINUTE_MS = 60_000;

const given = useBergamot();
const never = new AbortController().signal;

describe('bergamot readiness', () => {
  it('changes from loadable to ready after a load, for this process and the next process', async () => {
    const engine = given.open();
    expect(await engine.readiness('en', 'es')).toEqual({
      status: 'loadable',
      retryAfterMs: expect.any(Number),
    });
    const early = await caught(translateTexts(engine, ['en', 'es'], ['Save']));
    expect(early).toMatchObject({
      name: 'EngineError',
      code: 'engine_model_loading',
      retryable: true,
      retryAfterMs: expect.any(Number),
    });
    expect(given.server.requests).toEqual(['db/models.json']);
    await engine.load('en', 'es', never);
    expect(await engine.readiness('en', 'es')).toEqual({ status: 'ready' });
    expect(await given.open().readiness('en', 'es')).toEqual({ status: 'ready' });
    expect(await translateTexts(engine, ['en', 'es'], ['Save the file'])).toEqual([
      'Guardar el archivo',
    ]);
    given.server.requests.length = 0;
    await engine.load('en', 'es', never);
    expect(given.server.requests).toEqual([]);
    const lock = JSON.parse(await readFile(join(given.dataDir, 'models/en-es/lock.json'), 'utf8'));
    expect(lock.source).toBe(`${given.server.url}/`);
  });

  it('names the pivot language if there is no direct model', async () => {
    const engine = given.open();
    await engine.load('de-AT', 'es-MX', never);
    expect(await engine.readiness('de-AT', 'es-MX')).toEqual({ status: 'ready', via: 'de-en-es' });
    expect(await engine.readiness('en-GB', 'es')).toEqual({ status: 'ready', via: 'en-es' });
    expect(await engine.readiness('de', 'en')).toEqual({ status: 'ready' });
    await engine.load('en', 'zh-Hans', never);
    expect(await engine.readiness('en', 'zh-CN')).toEqual({ status: 'ready', via: 'en-zh' });
  });

  it('estimates more time if two models must be downloaded', async () => {
    const engine = given.open();
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
  ])('names the reason why the pair %j to %j is unsupported', async (source, target) => {
    const readiness = await given.open().readiness(source, target);
    expect(readiness).toEqual({
      status: 'unsupported',
      reason: expect.stringContaining('there is no model from'),
    });
  });

  it('reports unsupported in all processes for ten minutes after a failed download, and then loadable', async () => {
    given.server.behave('model.enes', 'truncated');
    const engine = given.open();
    const error = await caught(engine.load('en', 'es', never));
    expect(error).toBeInstanceOf(EngineError);
    expect(error).toMatchObject({ code: 'engine_unavailable', retryable: true });
    expect(String(error)).toContain('model_download_failed');
    for (const one of [engine, given.open()]) {
      const readiness = await one.readiness('en', 'es');
      expect(readiness).toMatchObject({ status: 'unsupported' });
      expect(readiness).toHaveProperty('reason', expect.stringContaining('for 10 min'));
    }
    expect(await engine.readiness('de', 'es')).toMatchObject({ status: 'unsupported' });
    expect(await engine.readiness('de', 'en')).toMatchObject({ status: 'loadable' });
    expect(await caught(translateTexts(engine, ['en', 'es'], ['Save']))).toMatchObject({
      code: 'unsupported_pair',
    });
    given.nowMs += 10 * MINUTE_MS;
    expect(await engine.readiness('en', 'es')).toMatchObject({ status: 'loadable' });
    given.server.behave('model.enes', 'ok');
    await engine.load('en', 'es', never);
    expect(await engine.readiness('en', 'es')).toEqual({ status: 'ready' });
  });

  it('does not wait for a network that hangs', async () => {
    given.server.behave('models.json', 'hang');
    const engine = given.open({}, { registry: {} });
    expect(await engine.readiness('en', 'es')).toEqual({
      status: 'unsupported',
      reason: expect.stringMatching(/has not answered yet$/),
      mayChange: true,
    });
  });

  it('depends only on the installed models if the service is offline, and names MT_OFFLINE for a missing model', async () => {
    await given.open().load('en', 'es', never);
    const requests = given.server.requests.length;
    const offline = given.open({ MT_OFFLINE: '1' });
    expect(await offline.readiness('en', 'es')).toEqual({ status: 'ready' });
    expect(await translateTexts(offline, ['en', 'es'], ['Save'])).toEqual(['Guardar']);
    const readiness = await offline.readiness('de', 'en');
    expect(readiness).toMatchObject({ status: 'unsupported' });
    expect(readiness).toHaveProperty('reason', expect.stringContaining('MT_OFFLINE=1'));
    expect(await caught(offline.load('de', 'en', never))).toMatchObject({
      code: 'unsupported_pair',
    });
    expect(given.server.requests).toHaveLength(requests);
  });

  it('requires only the copied folder of a model on a machine without network', async () => {
    await given.open().load('en', 'es', never);
    const other = await mkdtemp(join(tmpdir(), 'bergamot-other-'));
    try {
      await cp(join(given.dataDir, 'models', 'en-es'), join(other, 'models', 'en-es'), {
        recursive: true,
      });
      const offline = given.open({ MT_OFFLINE: '1' }, {}, { dataDir: other });
      expect(await offline.readiness('en', 'es')).toEqual({ status: 'ready' });
      expect(await offline.readiness('en', 'fr')).toMatchObject({ status: 'unsupported' });
    } finally {
      await rm(other, { recursive: true });
    }
  });

  it('changes to loadable once a model is damaged, and a load repairs the model', async () => {
    const engine = given.open();
    await engine.load('en', 'es', never);
    await writeFile(join(given.dataDir, 'models/en-es/vocab.enes.spm'), 'damaged');
    expect(await engine.readiness('en', 'es')).toMatchObject({ status: 'loadable' });
    await engine.load('en', 'es', never);
    expect(await translateTexts(engine, ['en', 'es'], ['Save'])).toEqual(['Guardar']);
  });

  it('names BERGAMOT_MEMORY_MB after the load of a model that needs more memory', async () => {
    const engine = given.open({ BERGAMOT_MEMORY_MB: '128' });
    const error = await caught(engine.load('en', 'es', never));
    expect(error).toMatchObject({ code: 'engine_unavailable', retryable: false });
    expect(String(error)).toContain('BERGAMOT_MEMORY_MB=128');
    expect(await engine.readiness('en', 'es')).toMatchObject({
      status: 'unsupported',
      reason: expect.stringContaining('BERGAMOT_MEMORY_MB=128'),
    });
  });

  it('reports unsupported for ten minutes after the load of a model that cannot run', async () => {
    const engine = given.open();
    const error = await caught(engine.load('en', 'xh', never));
    expect(error).toMatchObject({ code: 'engine_unavailable', retryable: false });
    expect(String(error)).not.toContain(given.dataDir);
    for (const one of [engine, given.open()]) {
      expect(await one.readiness('en', 'xh')).toMatchObject({
        status: 'unsupported',
        reason: expect.stringContaining('cannot be run'),
      });
    }
    await engine.load('en', 'es', never);
    expect(await translateTexts(engine, ['en', 'es'], ['Save'])).toEqual(['Guardar']);
    given.nowMs += 10 * MINUTE_MS;
    expect(await engine.readiness('en', 'xh')).toEqual({ status: 'ready' });
    expect(await caught(translateTexts(engine, ['en', 'xh'], ['Save']))).toMatchObject({
      code: 'engine_unavailable',
    });
    expect(await engine.readiness('en', 'xh')).toMatchObject({ status: 'unsupported' });
  });
});
