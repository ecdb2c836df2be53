import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  apertiumCall,
  bodiesOf,
  DATA_DIR,
  openApertium,
} from '../../../../test/engines/apertium/apertium-engine.ts';
import {
  HAS_APERTIUM,
  IS_LINUX,
  listGroup,
  makeInstallation,
  signalStage,
  waitUntil,
} from '../../../../test/engines/apertium/installation.ts';
import { makeUiBodies } from '../../../../test/engines/apertium/ui-strings.ts';
import { type ApertiumEngine, type ApertiumOptions, apertium } from '../apertium.ts';
import type { SegmentResult } from '../engine.ts';

/**
 * Returns the name of the process in a group whose name begins with `start`. The kernel stores only the first 15
 * characters of a name.
 */
const listName = (group: number, start: string): string =>
  listGroup(group).find(({ name }) => name.startsWith(start))?.name ?? start;

describe.skipIf(!HAS_APERTIUM)('apertium (needs Debian’s apertium-eng-spa)', () => {
  describe('a pipeline', () => {
    const bodies = makeUiBodies();
    let expected: SegmentResult[];
    beforeAll(async () => {
      const engine = openApertium();
      expected = await engine.translate(apertiumCall(bodies));
      await engine.close();
    });
    const engines: ApertiumEngine[] = [];
    const openForFault = (overrides: Partial<ApertiumOptions> = {}) => {
      const engine = openApertium(overrides);
      engines.push(engine);
      return engine;
    };
    afterEach(async () => {
      await Promise.all(engines.splice(0).map((engine) => engine.close()));
    });

    for (const stage of ['lt-proc', 'apertium-wblank', 'lrx-proc', 'apertium-postch'])
      it(`restarts without a lost answer after a kill of its ${stage}`, async () => {
        const engine = openForFault();
        await engine.translate(apertiumCall(['start']));
        const first = engine.pipelinePid('en', 'es') ?? 0;
        const running = engine.translate(apertiumCall(bodies));
        signalStage(first, listName(first, stage), 'SIGKILL');
        expect(await running).toEqual(expected);
        expect(engine.pipelinePid('en', 'es')).not.toBe(first);
        expect(await waitUntil(() => listGroup(first).length === 0, 5_000)).toBe(true);
      });

    it('restarts without a lost answer if a stage hangs', async () => {
      const engine = openForFault({ requestTimeoutMs: 1_000 });
      await engine.translate(apertiumCall(['start']));
      const first = engine.pipelinePid('en', 'es') ?? 0;
      signalStage(first, 'lrx-proc', 'SIGSTOP');
      expect(await engine.translate(apertiumCall(bodies))).toEqual(expected);
      expect(await waitUntil(() => listGroup(first).length === 0, 5_000)).toBe(true);
    });

    it('ends a call whose signal aborts, and answers the next call correctly', async () => {
      const engine = openForFault();
      await engine.translate(apertiumCall(['start']));
      const control = new AbortController();
      const running = engine.translate(apertiumCall(makeUiBodies(), { signal: control.signal }));
      const reason = new Error('gone');
      control.abort(reason);
      await expect(running).rejects.toBe(reason);
      const next = await engine.translate(apertiumCall(['the red house', 'the small window']));
      expect(bodiesOf(next)).toEqual(['la casa roja', 'la ventana pequeña']);
    });

    it('stops when it is idle, and restarts when it is needed', async () => {
      const engine = openForFault({ idleMs: 50 });
      await engine.translate(apertiumCall(['start']));
      const first = engine.pipelinePid('en', 'es') ?? 0;
      expect(await waitUntil(() => listGroup(first).length === 0, 5_000)).toBe(true);
      expect(bodiesOf(await engine.translate(apertiumCall(['the red house'])))).toEqual([
        'la casa roja',
      ]);
    });
  });

  describe('a pipeline', () => {
    async function startOwner() {
      const url = new URL('../apertium.ts', import.meta.url).href;
      const script = `
        const { createApertiumEngine } = await import(${JSON.stringify(url)});
        const engine = createApertiumEngine({ dataDir: '${DATA_DIR}', maxPipelines: 3, log() {} });
        const call = (count) => ({
          sourceLocale: 'en', targetLocale: 'es', rendering: 'superblank',
          signal: new AbortController().signal,
          segments: Array.from({ length: count }, (_, id) => ({ id: String(id), body: 'the red house' })),
        });
        await engine.translate(call(1));
        console.log(engine.pipelinePid('en', 'es'));
        process.on('SIGTERM', () => process.exit(0));
        for (;;) await engine.translate(call(256));
      `;
      const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [line] = await once(owner.stdout, 'data');
      return { owner, group: Number(String(line).trim()) };
    }

    for (const signal of ['SIGKILL', 'SIGTERM'] as const)
      it(`leaves no process when the owner ends by ${signal}`, async () => {
        const { owner, group } = await startOwner();
        expect(listGroup(group).length).toBeGreaterThan(10);
        owner.kill(signal);
        await once(owner, 'exit');
        expect(await waitUntil(() => listGroup(group).length === 0, 5_000)).toBe(true);
      });

    it('leaves no process when the owner is killed while a stage hangs', async () => {
      const { owner, group } = await startOwner();
      signalStage(group, 'lrx-proc', 'SIGSTOP');
      owner.kill('SIGKILL');
      await once(owner, 'exit');
      expect(await waitUntil(() => listGroup(group).length === 0, 5_000)).toBe(true);
    });
  });
});

describe.skipIf(!IS_LINUX)('apertium without installed programs', () => {
  it('names the package to install, and detects an installed package', async () => {
    const installation = await makeInstallation();
    const engine = openApertium({ dataDir: installation.dataDir });
    const before = await engine.readiness('en', 'es');
    expect(before).toMatchObject({
      status: 'unsupported',
      reason: expect.stringContaining('apt-get install apertium apertium-eng-spa'),
    });
    await expect(engine.translate(apertiumCall(['a']))).rejects.toMatchObject({
      code: 'unsupported_pair',
    });
    await installation.addMode('eng-spa', `sed -u 's/house/casa/'`);
    expect(await engine.readiness('en', 'es')).toEqual({ status: 'ready' });
    expect(bodiesOf(await engine.translate(apertiumCall(['house [<x0>]'])))).toEqual([
      'casa [<x0>]',
    ]);
    await engine.close();
    await installation.remove();
  });

  it('reports why a pipeline does not start', async () => {
    const installation = await makeInstallation();
    await installation.addMode('eng-spa', 'no-such-program x');
    const engine = openApertium({ dataDir: installation.dataDir });
    expect(await engine.readiness('en', 'es')).toEqual({ status: 'ready' });
    await expect(engine.translate(apertiumCall(['house']))).rejects.toMatchObject({
      code: 'engine_unavailable',
    });
    expect(await engine.readiness('en', 'es')).toMatchObject({
      status: 'unsupported',
      reason: expect.stringContaining('no-such-program'),
    });
    await engine.close();
    await installation.remove();
  });

  it('refuses invalid settings', () => {
    const check = (variable: string, value: string) =>
      apertium.settings.find((setting) => setting.variable === variable)?.check?.(value);
    expect(check('APERTIUM_DATADIR', '/opt/share/apertium')).toBeNull();
    expect(check('APERTIUM_DATADIR', 'share/apertium')).toContain('absolute');
    expect(check('APERTIUM_MAX_PIPELINES', '3')).toBeNull();
    for (const value of ['0', '-1', 'x', '1.5', '100'])
      expect(check('APERTIUM_MAX_PIPELINES', value), value).toContain('whole number');
    for (const value of ['0', '1']) expect(check('APERTIUM_TUNING', value), value).toBeNull();
    for (const value of ['on', '2', '/lib/x.so'])
      expect(check('APERTIUM_TUNING', value), value).toContain('0 or 1');
  });
});
