import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SLOWNESS } from '../../../../../../scripts/slowness.ts';
import { testRuns } from '../../../../../../scripts/tests/test-runs.ts';
import {
  isProcessGone,
  waitUntil,
  writeModelFiles,
} from '../../../../test/engines/bergamot/files.ts';
import { translateIsolating } from './batches.ts';
import { ChildFailure } from './child-handle.ts';
import { ChildPool, type PoolOptions, type Route } from './pool.ts';
import type { ModelPaths } from './protocol.ts';
import { prepareMarkup } from './texts/markup.ts';

/**
 * Time limit for the start of a child process, in milliseconds. It is forty times the duration on a machine with two
 * idle cores.
 */
const DEADLINE_MS = 60_000 * SLOWNESS;

let dir: string;
let english: ModelPaths;
let german: ModelPaths;
let shared: ChildPool;
const pools: ChildPool[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'bergamot-pool-'));
  english = await writeModelFiles(join(dir, 'en-es'), {
    Save: 'Guardar',
    the: 'el',
    file: 'archivo',
    now: 'ahora',
  });
  german = await writeModelFiles(
    join(dir, 'de-en'),
    { Speichere: 'Save', die: 'the', Datei: 'file', jetzt: 'now' },
    { from: 'de', to: 'en' },
  );
  shared = openPool();
});
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});
afterAll(async () => {
  await shared.close();
  await rm(dir, { recursive: true });
});

function makePool(changes: Partial<PoolOptions> = {}): ChildPool {
  const pool = openPool(changes);
  pools.push(pool);
  return pool;
}

function openPool(changes: Partial<PoolOptions> = {}): ChildPool {
  return new ChildPool({
    maxChildren: 2,
    memoryLimitMb: 1_024,
    idleStopMs: 60_000,
    loadTimeoutMs: DEADLINE_MS,
    batchTimeoutMs: DEADLINE_MS,
    log: () => {},
    ...changes,
  });
}

const route = (key: string, ...models: ModelPaths[]): Route => ({ key, models });
const never = new AbortController().signal;
const showText = (html: string) => ({
  text: html
    .replace(/<(?:"[^"]*"|[^">])*>|\s/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&'),
  lines: html.split('\n').length,
});
/** Returns a body that keeps the model busy for seconds. */
const longBody = (words: number) => 'Save the file now '.repeat(words / 4);

describe('ChildPool', () => {
  it('translates with the real WebAssembly module, including markup and placeholders', async () => {
    const bodies = ['Save the file', 'Save <b>the file</b> <var>0</var>', 'the &amp; file'];
    expect(await shared.translate(route('en-es', english), bodies, true, never)).toEqual([
      'Guardar el archivo',
      'Guardar <b>el archivo</b> <var>0</var>',
      'el &amp; archivo',
    ]);
    expect(
      await shared.translate(route('en-es', english), ['Save <the> & file'], false, never),
    ).toEqual(['Guardar <the> & archivo']);
  });

  it.runIf(process.platform === 'linux')(
    'passes no environment variables to the child',
    async () => {
      await shared.translate(route('en-es', english), ['Save'], true, never);
      const environment = await readFile(`/proc/${shared.pids[0]}/environ`, 'utf8');
      expect(environment).toContain('NODE_CHANNEL_FD=');
      expect(environment).not.toContain('PATH=');
    },
  );

  it('pivots through English with two models in one child', async () => {
    const pool = makePool();
    const pivot = route('de-en-es', german, english);
    const bodies = ['Speichere <b>die Datei</b> jetzt', 'jetzt <var>0</var>'];
    expect(await pool.translate(pivot, bodies, true, never)).toEqual([
      'Guardar <b>el archivo</b> ahora',
      'ahora <var>0</var>',
    ]);
    expect(pool.pids).toHaveLength(1);
  });

  it('keeps the spaces at which the WebAssembly module cuts a long sentence', async () => {
    const source = 'Save <b>the file</b> now '.repeat(40).trim();
    const target = 'Guardar <b>el archivo</b> ahora '.repeat(40).trim();
    const [html] = await shared.translate(route('en-es', english), [source], true, never);
    expect(html?.replace(/<\/?b>/g, '')).toBe(target.replace(/<\/?b>/g, ''));
    const plain = longBody(160).trim();
    const [text] = await shared.translate(route('en-es', english), [plain], false, never);
    expect(text).toBe('Guardar el archivo ahora '.repeat(40).trim());
  });

  it('keeps the answers of many concurrent calls apart', async () => {
    const words = ['Save', 'the', 'file', 'now'];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        shared.translate(
          route('en-es', english),
          [words[index % 4] ?? '', `${index}`],
          true,
          never,
        ),
      ),
    );
    const expected = ['Guardar', 'el', 'archivo', 'ahora'];
    expect(answers).toEqual(
      Array.from({ length: 40 }, (_, index) => [expected[index % 4], `${index}`]),
    );
  });

  it('translates generated markup without the loss of text or line breaks', async () => {
    const piece = fc.constantFrom(
      '<b>',
      '</b>',
      '<i>',
      '</i>',
      '<var>0</var>',
      '<br>',
      '<br/>',
      '<a x="1">',
      '</a>',
      'Open',
      '. ',
      '。',
      '\n',
      ' ',
      '&',
      '&amp;',
      '&#39;',
      '&lt;',
      '>',
      '"',
      "'",
      '=',
      '/',
      '😀',
      '\u00a0',
      '<p>',
      '</p>',
      '<x>',
      '</x>',
      '<b/>',
      '<img src=x>',
      '<code>',
      '</code>',
      "<b a b='\"'>",
    );
    const bodies = fc
      .sample(fc.array(piece, { maxLength: 12 }), { numRuns: testRuns(800), seed: 7 })
      .map((pieces) => prepareMarkup(pieces.join('')).text)
      // The service sends no text of placeholders and markup alone.
      .filter((text) => text !== null && !/^0*$/.test(showText(text).text));
    expect(bodies.length).toBeGreaterThan(testRuns(60));
    for (let start = 0; start < bodies.length; start += 64) {
      const batch = bodies.slice(start, start + 64).filter((text) => text !== null);
      const answers = await shared.translate(route('en-es', english), batch, true, never);
      expect(answers.map(showText)).toEqual(batch.map(showText));
      expect(answers.every((answer) => prepareMarkup(answer).problem === null)).toBe(true);
    }
  });

  it('reports a corrupt model, and continues with other models', async () => {
    const logged: unknown[] = [];
    const pool = makePool({ log: (...line) => logged.push(line) });
    const corrupt = { ...english, modelPath: join(dir, 'corrupt.bin') };
    await writeFile(corrupt.modelPath, randomBytes(100_000));
    const healthy = pool.translate(route('en-es', english), ['Save'], true, never);
    const failed = pool.translate(route('en-xx', corrupt), ['Save'], true, never);
    await expect(failed).rejects.toMatchObject({
      name: 'ChildFailure',
      phase: 'load',
      kind: 'crash',
    });
    expect(await healthy).toEqual(['Guardar']);
    expect(await pool.translate(route('en-es', english), ['file'], true, never)).toEqual([
      'archivo',
    ]);
    expect(JSON.stringify(logged)).toContain('"phase":"load"');
  });

  it('replaces a child that crashed during a translation, and only the text that caused the crash fails', async () => {
    const pool = makePool();
    const texts = ['Save', '<b>not closed'];
    const answers = await translateIsolating(
      texts,
      (batch) => pool.translate(route('en-es', english), batch, true, never),
      { inARow: 0 },
    );
    expect(answers).toEqual(['Guardar', null]);
  });

  it('replaces a child that was killed', async () => {
    const pool = makePool();
    await pool.translate(route('en-es', english), ['Save'], true, never);
    const [pid = 0] = pool.pids;
    process.kill(pid, 'SIGKILL');
    expect(await waitUntil(() => !pool.pids.includes(pid), DEADLINE_MS)).toBe(true);
    expect(await pool.translate(route('en-es', english), ['Save'], true, never)).toEqual([
      'Guardar',
    ]);
  });

  it('kills a child that takes too long, and reports a timeout', async () => {
    const pool = makePool({ batchTimeoutMs: 5 });
    const body = longBody(400);
    await expect(
      pool.translate(route('en-es', english), [body], false, never),
    ).rejects.toMatchObject({ name: 'ChildFailure', phase: 'translate', kind: 'timeout' });
    expect(pool.pids).toEqual([]);
  });

  it('ends a child whose models exceed the memory limit', async () => {
    const pool = makePool({ memoryLimitMb: 64 });
    const failed = pool.translate(route('en-es', english), ['Save'], true, never);
    await expect(failed).rejects.toMatchObject({ name: 'ChildFailure', kind: 'crash' });
  });

  it('rejects waiting and running calls when their signal aborts, and serves the next call', async () => {
    const pool = makePool({ maxChildren: 1 });
    await pool.translate(route('en-es', english), ['Save'], true, never);
    const control = new AbortController();
    const reason = new Error('no longer wanted');
    const body = longBody(400);
    const calls = [1, 2, 3].map(() =>
      pool.translate(route('en-es', english), [body], false, control.signal),
    );
    const outcomes = Promise.allSettled(calls);
    await sleep(30);
    control.abort(reason);
    for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason });
    expect(await pool.translate(route('en-es', english), ['now'], true, never)).toEqual(['ahora']);
    const aborted = AbortSignal.abort(reason);
    await expect(pool.translate(route('en-es', english), ['x'], true, aborted)).rejects.toBe(
      reason,
    );
  });

  it('stops an idle child', async () => {
    const pool = makePool({ idleStopMs: 50 });
    await pool.translate(route('en-es', english), ['Save'], true, never);
    const [pid = 0] = pool.pids;
    expect(await waitUntil(() => isProcessGone(pid), DEADLINE_MS)).toBe(true);
    expect(pool.pids).toEqual([]);
  });

  it('replaces the least recently used child by a child for another direction', async () => {
    const pool = makePool({ maxChildren: 2 });
    const ask = (key: string) => pool.translate(route(key, english), ['Save'], true, never);
    await ask('a');
    const [first = 0] = pool.pids;
    await ask('b');
    const [second = 0] = pool.pids.filter((pid) => pid !== first);
    await ask('a');
    await ask('c');
    expect(pool.pids).toHaveLength(2);
    expect(pool.pids).toContain(first);
    expect(await waitUntil(() => isProcessGone(second), DEADLINE_MS)).toBe(true);
  });

  it.each([
    ['replaces a child by one for another direction after its tenure', 0, 'aaba'],
    ['keeps a child during its tenure instead of reloading models', 60_000, 'aaab'],
  ])('%s, and never exceeds its limit of children', async (_what, tenureMs, order) => {
    const pool = makePool({ maxChildren: 1, tenureMs });
    let most = 0;
    let done = '';
    const ask = async (key: string) => {
      await pool.translate(route(key, english), ['Save the file'], false, never);
      most = Math.max(most, pool.pids.length);
      done += key;
    };
    await Promise.all([...'aaba'].map(ask));
    expect(most).toBe(1);
    expect(done).toBe(order);
  });

  it('ends all calls and children when it closes, even while a model loads or a batch runs', async () => {
    const pool = makePool();
    await pool.translate(route('en-es', english), ['Save'], true, never);
    const pids = pool.pids;
    const busy = pool.translate(route('en-es', english), [longBody(800)], false, never);
    const loading = pool.translate(route('de-en', german), ['die'], true, never);
    const waiting = pool.translate(route('x', english), ['Save'], true, never);
    const outcomes = Promise.allSettled([busy, loading, waiting]);
    await sleep(20);
    pids.push(...pool.pids);
    await Promise.all([pool.close(), pool.close()]);
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ reason: { name: 'ChildFailure', kind: 'stopped' } });
    for (const pid of pids) expect(await isProcessGone(pid)).toBe(true);
    await expect(
      pool.translate(route('en-es', english), ['x'], true, never),
    ).rejects.toBeInstanceOf(ChildFailure);
  });
});

describe('a child whose parent is killed', () => {
  async function killParent(words: number): Promise<number> {
    const parent = spawn(
      process.execPath,
      [
        fileURLToPath(new URL('../../../../test/engines/bergamot/parent.ts', import.meta.url)),
        JSON.stringify({ models: [english], words }),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const pid = await new Promise<number>((resolve, reject) => {
      parent.stdout.once('data', (text: Buffer) => resolve(Number(text.toString())));
      parent.once('exit', () => reject(new Error('the parent ended early')));
    });
    expect(await isProcessGone(pid)).toBe(false);
    parent.removeAllListeners('exit');
    parent.kill('SIGKILL');
    return pid;
  }

  async function expectEnd(pid: number): Promise<void> {
    const hasEnded = await waitUntil(() => isProcessGone(pid), DEADLINE_MS);
    if (!hasEnded) process.kill(pid, 'SIGKILL');
    expect(hasEnded).toBe(true);
  }

  it('ends if it is idle', async () => {
    await expectEnd(await killParent(0));
  });

  it('ends even during a long call', async () => {
    await expectEnd(await killParent(20_000));
  });
});
