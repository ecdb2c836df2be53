import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../../../scripts/eventually.ts';
import type { DeeplServer } from '../../../../test/engines/deepl-server.ts';
import { buildCall } from '../../../../test/engines/engine-context.ts';
import { useDeepl } from '../../../../test/engines/use-deepl.ts';
import type { SegmentResult } from '../engine.ts';

const { setUp, startEngine } = useDeepl();

const bodies = (results: SegmentResult[]) => results.map((result) => result.body);
const creations = (server: DeeplServer) =>
  server.requests.filter(({ method, path }) => method === 'POST' && path === '/v2/glossaries');

describe('deepl with glossary terms', () => {
  const terms = [
    { source: 'file', target: 'Akte' },
    { source: 'shopping cart', target: 'Korb' },
  ];

  it('creates a glossary once and uses it for every call with the same terms', async () => {
    const { engine, server } = await setUp();
    const call = buildCall(['Save the file in the shopping cart'], { terms });
    const reordered = { ...call, terms: [...terms].reverse() };
    const results = await Promise.all([engine.translate(call), engine.translate(reordered)]);
    expect(results.flatMap(bodies)).toEqual(Array(2).fill('Save~DE the~DE Akte in~DE the~DE Korb'));
    expect(creations(server)).toHaveLength(1);
    expect([...server.glossaries.values()][0]?.name).toMatch(/^parlance-[0-9a-f]{40}$/);
  });

  it('finds a glossary that another process created', async () => {
    const { engine, server } = await setUp();
    await engine.translate(buildCall(['file'], { terms }));
    const other = startEngine(server);
    expect(bodies(await other.engine.translate(buildCall(['file'], { terms })))).toEqual(['Akte']);
    expect(creations(server)).toHaveLength(1);
  });

  it('keeps the terms of different calls apart', async () => {
    const { engine } = await setUp();
    await engine.translate(buildCall(['file'], { terms }));
    const other = buildCall(['file cart'], { terms: [{ source: 'cart', target: 'Wagen' }] });
    expect(bodies(await engine.translate(other))).toEqual(['file~DE Wagen']);
  });

  it('shares one glossary among the variants of a language', async () => {
    const { engine, server } = await setUp();
    for (const targetLocale of ['pt-BR', 'pt-PT']) {
      const call = buildCall(['file'], {
        targetLocale,
        terms: [{ source: 'file', target: 'arquivo' }],
      });
      expect(bodies(await engine.translate(call))).toEqual(['arquivo']);
    }
    expect(creations(server)).toHaveLength(1);
  });

  it('creates a deleted glossary again and repeats the call', async () => {
    const { engine, server } = await setUp();
    await engine.translate(buildCall(['file'], { terms }));
    server.glossaries.clear();
    expect(bodies(await engine.translate(buildCall(['file'], { terms })))).toEqual(['Akte']);
    expect(creations(server)).toHaveLength(2);
  });

  it('waits until a new glossary is ready', async () => {
    const { engine, timing } = await setUp({ unreadyPolls: 3 });
    expect(bodies(await engine.translate(buildCall(['file'], { terms })))).toEqual(['Akte']);
    expect(timing.sleeps).toEqual([500, 500, 500]);
  });

  it('omits entries that DeepL refuses, and uses the rest', async () => {
    const { engine } = await setUp();
    const call = buildCall(['file two lines'], {
      terms: [
        { source: '', target: 'leer' },
        { source: 'file', target: 'Akte' },
        { source: 'file', target: 'Datei' },
        { source: 'bell\u0007', target: 'Glocke' },
        { source: 'long', target: 'l'.repeat(1_025) },
        { source: 'two\nlines', target: 'zwei\tZeilen' },
        { source: 'sep', target: 'a\u0085b' },
      ],
    });
    expect(bodies(await engine.translate(call))).toEqual(['Akte zwei Zeilen']);
  });

  it('omits terms beyond the limit of a glossary, from the end', async () => {
    const { engine, server } = await setUp();
    const long = 'l'.repeat(1_000);
    const many = Array.from({ length: 11_000 }, (_, index) => ({
      source: `t${index}`,
      target: long,
    }));
    const call = buildCall(['file'], { terms: [...terms, ...many] });
    expect(bodies(await engine.translate(call))).toEqual(['Akte']);
    const [glossary] = [...server.glossaries.values()];
    expect(glossary!.entries.size).toBeGreaterThan(10_000);
    expect(glossary!.entries.has(many.at(-1)!.source)).toBe(false);
  });

  it('translates without a glossary that DeepL considers too large', async () => {
    const { engine, context, server } = await setUp();
    await engine.translate(buildCall(['file'], { terms }));
    server.fail({ kind: 'status', status: 413 }, { path: '/v2/glossaries' });
    const call = buildCall(['cart'], { terms: [{ source: 'cart', target: 'Wagen' }] });
    expect(bodies(await engine.translate(call))).toEqual(['cart~DE']);
    expect(context.logs.join()).toContain('DeepL rejected a glossary');
  });

  it('translates without a glossary, with a warning, if DeepL supports no glossaries for the pair', async () => {
    const { engine, context, server } = await setUp();
    const call = buildCall(['file'], {
      targetLocale: 'ar',
      terms: [{ source: 'file', target: 'x' }],
    });
    expect(bodies(await engine.translate(call))).toEqual(['file~AR']);
    expect(context.logs.join()).toContain('no glossaries for this pair');
    expect(creations(server)).toHaveLength(0);
  });

  it('replaces its own glossary if the plan allows only one, and never replaces a foreign glossary', async () => {
    const { engine, server, context } = await setUp({ glossaryLimit: 2 });
    const foreign = { name: 'marketing', ready: true, source_lang: 'en', target_lang: 'de' };
    const createdAt = new Date(0).toISOString();
    server.glossaries.set('foreign', {
      ...foreign,
      glossary_id: 'foreign',
      creation_time: createdAt,
      entries: new Map(),
    });
    await engine.translate(buildCall(['file'], { terms }));
    const next = buildCall(['cart'], { terms: [{ source: 'cart', target: 'Wagen' }] });
    expect(bodies(await engine.translate(next))).toEqual(['Wagen']);
    expect([...server.glossaries.values()].map(({ name }) => name)).toEqual([
      'marketing',
      expect.stringMatching(/^parlance-/),
    ]);

    server.options.glossaryLimit = 0;
    expect(bodies(await engine.translate(buildCall(['file'], { terms })))).toEqual(['file~DE']);
    expect(server.glossaries.has('foreign')).toBe(true);
    expect(context.logs.join()).toContain('DeepL rejected a glossary');
  });

  it('deletes its old glossaries, and keeps foreign glossaries', async () => {
    const { engine, server } = await setUp();
    const longAgo = new Date(Date.now() - 40 * 24 * 3_600_000).toISOString();
    for (const name of ['parlance-old', 'marketing']) {
      server.glossaries.set(name, {
        glossary_id: name,
        name,
        ready: true,
        source_lang: 'en',
        target_lang: 'de',
        creation_time: longAgo,
        entries: new Map(),
      });
    }
    await engine.translate(buildCall(['file'], { terms }));
    await eventually(() => expect(server.glossaries.has('parlance-old')).toBe(false));
    expect(server.glossaries.has('marketing')).toBe(true);
  });
});
