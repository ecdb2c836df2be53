import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  apertiumCall,
  bodiesOf,
  openApertium,
} from '../../../test/engines/apertium/apertium-engine.ts';
import {
  HAS_APERTIUM,
  HAS_SECOND_PAIR,
  HAS_TCMALLOC,
  listGroup,
  signalStage,
} from '../../../test/engines/apertium/installation.ts';
import { makeUiBodies } from '../../../test/engines/apertium/ui-strings.ts';
import { describeEngineConformance } from '../../../test/engines/conformance.ts';
import { MAX_SEGMENT_BYTES } from './apertium/segments.ts';
import type { ApertiumEngine } from './apertium.ts';

/** Scheduling policies of sched(7), as proc(5) shows them. */
const SCHED_OTHER = 0;
const SCHED_BATCH = 3;

const listBlanks = (body: string): string[] => body.match(/(?<!\\)\[(?:\\.|[^[\]\\])*\]/g) ?? [];

describe.skipIf(!HAS_APERTIUM)('apertium (needs Debian’s apertium-eng-spa)', () => {
  describeEngineConformance({
    name: 'apertium en to es',
    async create() {
      const engine = openApertium();
      return {
        engine,
        async hold() {
          await engine.translate(apertiumCall(['start']));
          signalStage(engine.pipelinePid('en', 'es') ?? 0, 'lrx-proc', 'SIGSTOP');
        },
      };
    },
    pair: ['en', 'es'],
    unsupportedPair: ['en', 'ja'],
    failingBody: '[no stream text',
    keepsPlaceholders: true,
  });

  describe('translate', () => {
    let engine: ApertiumEngine;
    beforeAll(() => {
      engine = openApertium();
    });
    afterAll(() => engine.close());

    const translate = async (...bodies: string[]) =>
      bodiesOf(await engine.translate(apertiumCall(bodies)));

    it('returns Spanish text without traces of the pipeline', async () => {
      expect(
        await translate(
          'You have [<x0>] new messages.',
          'No',
          'invalid user',
          'Welcome to the house',
          'Loading...',
          ' Save ',
        ),
      ).toEqual([
        'Tienes [<x0>] mensajes nuevos.',
        'No',
        'usuario nulo',
        'Bienvenido a la casa',
        'Cargando...',
        ' Salva ',
      ]);
    });

    it('keeps every placeholder and tag of some hundred strings, in order', async () => {
      const bodies = makeUiBodies();
      expect(bodies.length).toBeGreaterThanOrEqual(300);
      expect(new Set(bodies).size).toBe(bodies.length);
      const results = await translate(...bodies);
      for (const [index, body] of bodies.entries())
        expect(listBlanks(results[index] ?? ''), body).toEqual(listBlanks(body));
    });

    it('does not depend on earlier texts: no word leaks between strings', async () => {
      const bodies = makeUiBodies();
      const forwards = await translate(...bodies);
      const backwards = await translate(...bodies.toReversed());
      expect(backwards.reverse()).toEqual(forwards);
      for (let index = 0; index < bodies.length; index += 37)
        expect(await translate(bodies[index] ?? '')).toEqual([forwards[index]]);
    });

    it('keeps the quotes, marks and reserved characters of the text', async () => {
      const [quoted, marks, reserved] = await translate(
        "The 'size' is not 'red'.",
        'Hello *you*, ~see C# and #3',
        'a@b {c} <d> ^$ \\/',
      );
      expect(quoted).toMatch(/'medida'.*'roja'/);
      expect(marks?.match(/[*~#]/g)).toEqual(['*', '*', '~', '#', '#']);
      expect(reserved?.replace(/\\/g, '').replace(/[^@{}<>^$/]/g, '')).toBe('@{}<>^$/');
    });

    it('moves word-bound blanks together with their words', async () => {
      const [body] = await translate('the [[t:x:7]]red[[/]] [[t:x:8]]house[[/]]');
      expect(body).toBe('la [[t:x:8]]casa[[/]] [[t:x:7]]roja[[/]]');
    });

    it('reports unknown words, and returns unknown words without a mark', async () => {
      const [known, unknown] = await engine.translate(
        apertiumCall(['the red house', 'Open the frobnicator and the webhook']),
      );
      expect(known?.warnings).toBeUndefined();
      expect(unknown?.warnings).toEqual([
        { code: 'unknown_words', detail: 'frobnicator, webhook' },
      ]);
      expect(unknown?.body).toMatch(/frobnicator.*webhook/);
      expect(unknown?.body).not.toContain('*');
    });

    it('leaves text without letters unchanged', async () => {
      expect(await translate('', '5 %', '[<x0>]: [<x1>]')).toEqual(['', '5 %', '[<x0>]: [<x1>]']);
    });

    it('accepts a segment up to the limit, and refuses a longer segment', async () => {
      const sentence = 'The user [<x0>] opens the file in the window. ';
      const long = sentence.repeat(Math.floor(MAX_SEGMENT_BYTES / sentence.length));
      const [first, second, third] = await engine.translate(
        apertiumCall([long, long + sentence, 'the red house']),
      );
      expect(listBlanks(first?.body ?? '').length).toBe(listBlanks(long).length);
      expect(second?.error).toMatchObject({ code: 'too_large' });
      expect(third?.body).toBe('la casa roja');
      const word = await engine.translate(apertiumCall(['x'.repeat(MAX_SEGMENT_BYTES)]));
      expect(word[0]?.body).toBe('x'.repeat(MAX_SEGMENT_BYTES));
    });

    it('succeeds for control characters, emoji, other scripts and punctuation', async () => {
      const odd = [
        '\u0001',
        '\u00ad',
        '\u200d👨‍👩‍👧',
        '\ufeff',
        '\u2028',
        'مرحبا',
        '日本語',
        '\t\n',
      ];
      const punctuation = [...'!"#$%&\'()*+,-./:;<=>?@^_`{|}~'];
      const bodies = [...odd, ...punctuation].flatMap((piece) => [
        `${piece}open${piece}file${piece}`,
        `a ${piece} b ${piece}[<x0>]${piece}`,
        `${piece}${piece} close`,
      ]);
      const results = await engine.translate(apertiumCall(bodies));
      for (const [index, { body, error }] of results.entries()) {
        expect(error, bodies[index]).toBeUndefined();
        expect(listBlanks(body ?? ''), bodies[index]).toEqual(listBlanks(bodies[index] ?? ''));
      }
    });

    it('rejects the rendering xml', async () => {
      const call = apertiumCall(['a'], { rendering: 'xml' });
      await expect(engine.translate(call)).rejects.toThrow(TypeError);
    });
  });

  describe('the engine', () => {
    let engine: ApertiumEngine;
    beforeAll(() => {
      engine = openApertium();
    });
    afterAll(() => engine.close());

    it('serves regional locales, and names the mode that it uses', async () => {
      expect(await engine.readiness('en', 'es')).toEqual({ status: 'ready' });
      expect(await engine.readiness('en-GB', 'es-419')).toEqual({
        status: 'ready',
        via: 'eng-spa',
      });
      const call = apertiumCall(['the red house'], {
        sourceLocale: 'en-GB',
        targetLocale: 'es-419',
      });
      expect(bodiesOf(await engine.translate(call))).toEqual(['la casa roja']);
    });

    it('translates in both directions with separate pipelines', async () => {
      const back = apertiumCall(['La casa es roja.'], {
        sourceLocale: 'es',
        targetLocale: 'en',
      });
      const [there, here] = await Promise.all([
        engine.translate(apertiumCall(['The house is red.'])),
        engine.translate(back),
      ]);
      expect(bodiesOf(there)).toEqual(['La casa es roja.']);
      expect(bodiesOf(here)).toEqual(['The house is red.']);
      expect(engine.pipelinePid('es', 'en')).not.toBe(engine.pipelinePid('en', 'es'));
    });

    it('has a version with a release number and a hash', () => {
      expect(engine.version).toMatch(/^\d+(\.\d+)+-[0-9a-f]{8}$/);
    });

    it.skipIf(!HAS_SECOND_PAIR)(
      'translates pairs of other packages (apertium-eng-cat)',
      async () => {
        const bodies = makeUiBodies().filter((_, index) => index % 5 === 0);
        const results = bodiesOf(
          await engine.translate(apertiumCall(bodies, { targetLocale: 'ca' })),
        );
        for (const [index, body] of bodies.entries())
          expect(listBlanks(results[index] ?? '').sort(), body).toEqual(listBlanks(body).sort());
        const valencian = apertiumCall(['You have [<x0>] files'], { targetLocale: 'ca-valencia' });
        expect(bodiesOf(await engine.translate(valencian))).toEqual(['Tens [<x0>] fitxers']);
      },
    );

    it('serves two pairs with a single pipeline slot', async () => {
      const small = openApertium({ maxPipelines: 1 });
      const back = { sourceLocale: 'es', targetLocale: 'en' };
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          small.translate(index % 2 ? apertiumCall(['casa'], back) : apertiumCall(['house'])),
        ),
      );
      expect(answers.map(bodiesOf)).toEqual(
        Array.from({ length: 6 }, (_, index) => [index % 2 ? 'House' : 'casa']),
      );
      await small.close();
    });
  });

  describe.skipIf(!HAS_TCMALLOC)('tuning (needs Debian’s libtcmalloc-minimal4)', () => {
    async function listByAllocator(engine: ApertiumEngine) {
      await engine.translate(apertiumCall(['the red house']));
      const members = listGroup(engine.pipelinePid('en', 'es') ?? 0);
      const hasIt = ({ pid }: { pid: number }) =>
        readFileSync(`/proc/${pid}/maps`, 'utf8').includes('libtcmalloc_minimal');
      const byAllocator = Object.groupBy(members, (it) => (hasIt(it) ? 'tcmalloc' : 'glibc'));
      await engine.close();
      return byAllocator;
    }

    it('loads tcmalloc for the busy programs, and never loads it for the tagger', async () => {
      const { tcmalloc = [], glibc = [] } = await listByAllocator(openApertium({ isTuned: true }));
      expect(new Set(tcmalloc.map(({ name }) => name))).toEqual(
        new Set(['lt-proc', 'lrx-proc', 'apertium-transf', 'apertium-interc', 'apertium-postch']),
      );
      expect(glibc.map(({ name }) => name)).toContain('apertium-tagger');
    });

    it('defaults to off: all programs use glibc’s memory allocator', async () => {
      const { tcmalloc, glibc } = await listByAllocator(openApertium());
      expect(tcmalloc).toBeUndefined();
      expect(glibc?.length).toBeGreaterThan(10);
    });

    it.for(['es', ...(HAS_SECOND_PAIR ? ['ca'] : [])])(
      'does not change a translation to %s',
      async (targetLocale) => {
        const call = apertiumCall(makeUiBodies(), { targetLocale });
        const [one, other] = [openApertium({ isTuned: true }), openApertium()];
        expect(await one.translate(call)).toEqual(await other.translate(call));
        await Promise.all([one.close(), other.close()]);
      },
    );
  });

  it('runs programs with the batch scheduling policy if the system supports the policy', async () => {
    const asked = spawnSync('chrt', ['--batch', '0', 'chrt', '--pid', '0'], { encoding: 'utf8' });
    const wanted = asked.stdout?.includes('SCHED_BATCH') ? SCHED_BATCH : SCHED_OTHER;
    for (const [isTuned, expected] of [
      [true, wanted],
      [false, SCHED_OTHER],
    ] as const) {
      const engine = openApertium({ isTuned });
      await engine.translate(apertiumCall(['the red house']));
      const members = listGroup(engine.pipelinePid('en', 'es') ?? 0);
      expect(members.length).toBeGreaterThan(10);
      expect(members.filter(({ policy }) => policy !== expected)).toEqual([]);
      await engine.close();
    }
  });
});
