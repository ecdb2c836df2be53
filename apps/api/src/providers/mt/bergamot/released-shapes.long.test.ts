import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { writeModelFiles } from '../../../../test/engines/bergamot/files.ts';
import type { ModelOptions } from '../../../../test/engines/bergamot/model.ts';
import { startModelServer } from '../../../../test/engines/bergamot/registry-server.ts';
import { createBergamot } from '../bergamot.ts';
import { ChildPool, type Route } from './pool.ts';
import type { ModelPaths } from './protocol.ts';

const MB = 1024 * 1024;
const MINUTE_MS = 60_000;
const never = new AbortController().signal;
const DICTIONARY = { Save: 'Guardar', the: 'el', file: 'archivo', now: 'ahora' };

let dir: string;
let logged: string[];
const pools: ChildPool[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'bergamot-shapes-'));
});
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});
afterAll(() => rm(dir, { recursive: true }));

function openPool(): ChildPool {
  logged = [];
  const pool = new ChildPool({
    maxChildren: 1,
    memoryLimitMb: 1_024,
    idleStopMs: MINUTE_MS,
    loadTimeoutMs: MINUTE_MS,
    batchTimeoutMs: MINUTE_MS,
    log: (...line) => logged.push(JSON.stringify(line)),
  });
  pools.push(pool);
  return pool;
}

const write = (name: string, options: ModelOptions, direction = {}): Promise<ModelPaths> =>
  writeModelFiles(join(dir, name), DICTIONARY, { ...options, ...direction });
const route = (...models: ModelPaths[]): Route => ({ key: 'route', models });

describe('a model in a released shape', () => {
  it.each<[string, number, ModelOptions]>([
    ['tiny', 500, { shape: 'tiny', pieces: 32_000 }],
    ['base-memory', 700, { shape: 'base-memory', pieces: 32_000 }],
    ['base', 700, { shape: 'base', pieces: 32_000 }],
    [
      'base-memory with two vocabularies',
      700,
      { shape: 'base-memory', pieces: 32_000, separateVocabularies: true },
    ],
    ['base with 64,000 pieces', 900, { shape: 'base', pieces: 64_000 }],
  ])('(%s) translates text, markup and emoji within %d MB', async (name, limitMb, options) => {
    const pool = openPool();
    const model = await write(name, options);
    expect(await pool.translate(route(model), ['Save 😀 now'], false, never)).toEqual([
      'Guardar 😀 ahora',
    ]);
    const bodies = ['Save <b>the file</b> now', 'the <var>0</var> &amp; 👩‍👧 now'];
    expect(await pool.translate(route(model), bodies, true, never)).toEqual([
      'Guardar <b>el archivo</b> ahora',
      'el <var>0</var>&amp; 👩‍👧 ahora',
    ]);
    expect(pool.memoryBytes).toBeGreaterThan(400 * MB);
    expect(pool.memoryBytes).toBeLessThan(limitMb * MB);
  });

  it('runs beside a second model, through English, with the minimum memory limit', async () => {
    const pool = openPool();
    const options: ModelOptions = { shape: 'base-memory', pieces: 32_000 };
    const second = await write('en-es', options);
    const first = await writeModelFiles(
      join(dir, 'de-en'),
      { Speichere: 'Save', die: 'the', Datei: 'file' },
      { ...options, from: 'de', to: 'en' },
    );
    expect(
      await pool.translate(route(first, second), ['Speichere <b>die Datei</b>'], true, never),
    ).toEqual(['Guardar <b>el archivo</b>']);
    expect(pool.memoryBytes).toBeGreaterThan(900 * MB);
  });

  it('cannot run without the alpha of its output matrix, which the log names', async () => {
    const model = await write('no-alpha', { withoutOutputAlpha: true });
    await expect(openPool().translate(route(model), ['Save'], false, never)).rejects.toMatchObject({
      phase: 'load',
      kind: 'crash',
    });
    expect(logged.join()).toContain('Wemb_QuantMultA');
  });

  it('needs no more memory after 320 long texts than after the first 32', async () => {
    const pool = openPool();
    const model = await write('narrow', {});
    const text = `<b title="${'x'.repeat(40_000)}">now</b>`;
    const texts = Array.from({ length: 32 }, () => text);
    await pool.translate(route(model), texts, true, never);
    const { memoryBytes } = pool;
    for (let done = texts.length; done < 320; done += texts.length) {
      await pool.translate(route(model), texts, true, never);
    }
    expect(pool.memoryBytes).toBe(memoryBytes);
  });

  it('translates the sentences of a language without spaces one by one', async () => {
    const pool = openPool();
    const model = await write('zh-en', {}, { from: 'zh', to: 'en' });
    const bodies = ['你好。<b>世界！</b>再见', '一。\n二。<var>0</var>三', '“一。”“二。”'];
    expect(await pool.translate(route(model), bodies, true, never)).toEqual([
      '你好。 <b>世界！</b> 再见',
      '一。\n二。 <var>0</var>三',
      '“一。” “二。”',
    ]);
    // Each sentence has 124 tokens. Marian would split a sentence of more than 127 tokens.
    const sentence = `${'啊'.repeat(40)}。`;
    expect(await pool.translate(route(model), [sentence.repeat(3)], false, never)).toEqual([
      `${sentence} ${sentence} ${sentence}`,
    ]);
  });

  it('inserts no space between the sentences of a language without spaces', async () => {
    const pool = openPool();
    const model = await writeModelFiles(
      join(dir, 'en-zh'),
      { Save: '保存', file: '文件', '.': '。' },
      { from: 'en', to: 'zh_hant' },
    );
    expect(await pool.translate(route(model), ['Save file. Save. 文件'], false, never)).toEqual([
      '保存文件。保存。文件',
    ]);
  });
});

describe('a text', () => {
  it('has the same translation alone and among other texts, and no shortlist is downloaded', async () => {
    const server = await startModelServer([
      { from: 'en', to: 'es', dictionary: {}, shape: 'tiny', pieces: 8_000, random: true },
    ]);
    const dataDir = join(dir, 'alone');
    const engine = createBergamot(
      { MT_MODEL_SOURCE: server.url },
      { dataDir, fetch, log: () => {} },
    );
    try {
      await engine.load('en', 'es', never);
      const translate = async (bodies: readonly string[]) => {
        const segments = bodies.map((body, index) => ({ id: `${index}`, body }));
        const call = { sourceLocale: 'en', targetLocale: 'es', rendering: 'html' } as const;
        return (await engine.translate({ ...call, segments, signal: never })).map(
          ({ body }) => body,
        );
      };
      const texts = Array.from({ length: 24 }, (_, text) =>
        Array.from(
          { length: 1 + (text % 4) },
          (_, word) => `w${(word * 37 + text * 911) % 5_000}`,
        ).join(' '),
      );
      const batched = await translate(texts);
      const alone: (string | undefined)[] = [];
      for (const text of texts) alone.push(...(await translate([text])));
      expect(batched).toEqual(alone);
      expect(server.requests.filter((path) => path.includes('lex.'))).toEqual([]);
    } finally {
      await engine.close();
      await server.close();
    }
  });
});
