import { pluralCategories } from '@parlance/messages';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testRuns } from '../../../../../../scripts/tests/test-runs.ts';
import { run, textOf } from '../../../../test/engines/run-pipeline.ts';
import { EngineError, type Segment } from '../../../providers/mt/engine.ts';
import type { JobString } from '../strings.ts';

describe('the pipeline', () => {
  test.each([
    ['Hello {name}', 'HELLO {name}'],
    ['%s of %d', '%s OF %d'],
    ['  Save <b>all</b> files…\n', '  SAVE <b>ALL</b> FILES…\n'],
    ['Terms &amp; conditions', 'TERMS &amp; CONDITIONS'],
    ['See https://example.com/a', 'SEE https://example.com/a'],
    ['first line\nsecond line', 'FIRST LINE\nSECOND LINE'],
    ['{name}', '{name}'],
    ['42', '42'],
    ['', ''],
  ])('returns %j as %j', async (source, expected) => {
    const { results } = run([source], [{}]);
    expect(textOf((await results)[0])).toBe(expected);
  });

  test('calls no engine for a text without words', async () => {
    const { results, engines } = run(['{name}: 42'], [{}]);
    expect(await results).toMatchObject([{ status: 'translated', engine: null, isFresh: false }]);
    expect(engines[0]!.calls).toEqual([]);
  });

  test('translates equal strings once', async () => {
    const { results, engines } = run(['Save', 'Open', 'Save'], [{}]);
    expect((await results).map(textOf)).toEqual(['SAVE', 'OPEN', 'SAVE']);
    expect(engines[0]!.calls.flatMap(({ segments }) => segments)).toHaveLength(2);
  });

  test('fails an invalid ICU source if the project declares ICU messages', async () => {
    const { results } = run(['{count, plural, one {x'], [{}], { messageFormat: 'icu' });
    expect(await results).toMatchObject([{ status: 'failed', error: { code: 'content_invalid' } }]);
  });
});

describe('plural messages', () => {
  test.each(['es', 'pl', 'ru', 'ar', 'ja', 'de', 'fr', 'cy', 'lt', 'sl'])(
    'get exactly the plural categories of %s',
    async (targetLocale) => {
      const { results } = run(['{n, plural, one {# file} other {# files}}'], [{}], {
        targetLocale,
      });
      const text = textOf((await results)[0]) as string;
      const found = [...text.matchAll(/(zero|one|two|few|many|other) \{/g)].map(
        (match) => match[1],
      );
      expect(found).toEqual(pluralCategories(targetLocale));
      expect(text.match(/#/g)).toHaveLength(found.length);
    },
  );

  test('reach an engine with a sample number in place of the placeholder if they are forms of a family', async () => {
    const { results, engines } = run([{ text: '{{count}} files', category: 'few' }], [{}], {
      targetLocale: 'pl',
    });
    expect(textOf((await results)[0])).toBe('{{count}} FILES');
    expect(engines[0]!.calls[0]!.segments[0]!.body).toBe('2 files');
  });

  test('keep their placeholder if the engine loses the sample number', async () => {
    const { results, engines } = run(
      ['{n, plural, other {# files}}'],
      [{ say: (body) => body.replace(/^\d+ files$/, 'some files').replace('files', 'FILES') }],
      { targetLocale: 'ja' },
    );
    expect(textOf((await results)[0])).toBe('{n, plural, other {# FILES}}');
    expect(engines[0]!.calls).toHaveLength(2);
  });
});

describe('an adversarial engine', () => {
  const mischief: ((body: string, chance: () => number) => string)[] = [
    (body) => body.replace(/<x[^<>]*>/, ''),
    (body) => body.replace(/(<x[^<>]*>)/, '$1$1'),
    (body) => body.replace(/<\/g>/, ''),
    (body) => body.split(' ').reverse().join(' '),
    (body) => body.toUpperCase(),
    (body) => body.replace(/id="(\d)"/g, 'id = “$1”'),
    (body) => body.replace(/&/g, '&amp;'),
    (body) => body.replace(/id="\d"/, 'id="9"'),
    (body) => `${body} {extra}`,
    (body) => body.slice(0, Math.floor(body.length / 2)),
    () => '',
    (body) => body.replace(/ /g, '\n'),
  ];
  const words = [
    'Open',
    'the file',
    '{name}',
    '{{count}}',
    '%s',
    '%1$d',
    '<b>now</b>',
    '<br/>',
    '&amp;',
    '…',
  ];

  test('cannot cause a translation with lost or additional placeholders', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 7 }),
        fc.infiniteStream(fc.nat(mischief.length - 1)),
        async (parts, choices) => {
          const source = parts.join(' ');
          const next = () => choices.next().value as number;
          const { results } = run(
            [source],
            [{ say: (body) => mischief[next()]!(body, Math.random) }],
          );
          const [result] = await results;
          if (result?.status !== 'translated') return;
          for (const mark of [
            '{name}',
            '{{count}}',
            '%s',
            '%1$d',
            '<b>',
            '</b>',
            '<br/>',
            '{extra}',
          ]) {
            expect(result.text.split(mark).length, `${mark} in ${result.text}`).toBe(
              source.split(mark).length,
            );
          }
        },
      ),
      { numRuns: testRuns(100) },
    );
  });
});

describe('hints', () => {
  const findHints = async (strings: readonly JobString[]) => {
    asked.push(strings.map(({ text }) => text));
    return strings.map(({ text }) => ({ neighbours: [{ key: 'near', text: `near ${text}` }] }));
  };
  const asked: string[][] = [];
  const reads = { context: true, hints: true };

  test('cause a search only for the strings of an engine that uses hints', async () => {
    asked.length = 0;
    const strings = ['Save', 'Open {n, plural, one {a file} other {# files}}', 'Save'];
    const { results, engines } = run(
      strings,
      [{ say: (body) => (body === 'Save' ? 'SAVE' : '') }, { capabilities: reads }],
      { findHints },
    );
    expect((await results).map(({ status }) => status)).toEqual(strings.map(() => 'translated'));
    expect(asked).toEqual([[strings[1]]]);
    for (const { segments } of engines[0]!.calls) {
      for (const { context } of segments) expect(context).not.toHaveProperty('neighbours');
    }
    for (const { context } of engines[1]!.calls.flatMap(({ segments }) => segments)) {
      expect(context!.neighbours).toEqual([{ key: 'near', text: `near ${strings[1]}` }]);
    }
  });

  test('do not reach the next engine if the next engine does not use hints', async () => {
    asked.length = 0;
    const { results, engines } = run(
      ['Save'],
      [{ capabilities: reads, say: () => '' }, { capabilities: { context: true } }],
      { findHints },
    );
    expect(await results).toMatchObject([{ status: 'translated' }]);
    expect(asked).toHaveLength(1);
    expect(engines[1]!.calls[0]!.segments[0]!.context).not.toHaveProperty('neighbours');
  });
});

describe('useless answers', () => {
  const broken = async (): Promise<never> => {
    throw new EngineError('engine_bad_response', 'no JSON', { retryable: true });
  };

  test('lead to the next engine immediately', async () => {
    const { results } = run(['Save'], [{ answer: broken }, {}], { canWait: true });
    expect(await results).toMatchObject([{ status: 'translated', engine: 'engine-1' }]);
  });

  test('fail the string if there is no other engine', async () => {
    const { results } = run(['Save'], [{ answer: broken }], { canWait: true });
    expect(await results).toMatchObject([{ status: 'failed', error: { code: 'engine_failed' } }]);
  });
});

describe('a term that a language model leaves out', () => {
  const term = { start: 9, end: 18, id: 't', source: 'Workspace', target: 'Espacio' };
  const options = { findTerms: () => [{ ...term, doNotTranslate: false }] };
  const capabilities = { glossary: 'prompt', context: true, renderings: ['named'] } as const;

  test('causes one more request, which contains the finding', async () => {
    const problems: (string | undefined)[] = [];
    const { results } = run(
      ['Open the Workspace'],
      [
        {
          capabilities,
          say: (_, { segments }) => {
            problems.push(segments[0]!.context?.problem);
            return problems.length === 1 ? 'Abrir el lugar' : 'Abrir el Espacio';
          },
        },
      ],
      options,
    );
    expect(await results).toMatchObject([{ text: 'Abrir el Espacio', warnings: [] }]);
    expect(problems).toEqual([undefined, expect.stringContaining('Espacio')]);
  });

  test('causes a warning if the model leaves it out again', async () => {
    const { results, engines } = run(
      ['Open the Workspace'],
      [{ capabilities, say: () => 'Abrir el lugar' }],
      options,
    );
    expect(await results).toMatchObject([
      { text: 'Abrir el lugar', warnings: [{ code: 'glossary_term' }] },
    ]);
    expect(engines[0]!.calls).toHaveLength(2);
  });

  test('does not replace a valid first answer by a broken second answer', async () => {
    let calls = 0;
    const say = (): string => (calls++ === 0 ? 'Abrir el lugar {name}' : 'Abrir');
    const { results } = run(['Open the Workspace {name}'], [{ capabilities, say }], options);
    expect(await results).toMatchObject([{ text: 'Abrir el lugar {name}' }]);
  });
});

describe('a tag that an engine places beside the tagged words', () => {
  const emptied = (body: string): string =>
    body
      .replace(/(<g id="\d+">)(.*?)(<\/g>)/, '$2 $1$3')
      .toUpperCase()
      .replace(/<(\/?)G( ID)?/g, (_, slash, id) => `<${slash}g${id ? ' id' : ''}`);

  test('causes another request, and finally a request for the tagged words alone', async () => {
    const { results, engines } = run(['Read the <a>terms</a> first'], [{ say: emptied }]);
    expect(await results).toMatchObject([{ text: 'READ THE <a>TERMS</a> FIRST', warnings: [] }]);
    expect(engines[0]!.calls.length).toBeGreaterThan(1);
  });

  test('causes another request that contains the finding, and a better answer is used', async () => {
    const problems: (string | undefined)[] = [];
    const say = (body: string, { segments }: { segments: readonly Segment[] }): string => {
      problems.push(segments[0]!.context?.problem);
      return problems.length === 1 ? emptied(body) : body.replace('terms', 'TERMS');
    };
    const { results } = run(
      ['Read the <a>terms</a> first'],
      [{ capabilities: { context: true }, say }],
    );
    expect(await results).toMatchObject([{ text: 'Read the <a>TERMS</a> first', warnings: [] }]);
    expect(problems).toEqual([undefined, expect.stringContaining('contains no text')]);
  });

  test('leads to a separate translation of the tagged words if other text moved into the element', async () => {
    const say = (body: string): string => body.replace(/m(<g id="\d+">)3/, '$1m3');
    const { results } = run(['about 48 m<sup>3</sup> of gas'], [{ say }]);
    expect(await results).toMatchObject([{ text: 'about 48 m<sup>3</sup> of gas', warnings: [] }]);
  });

  test('causes a warning if the engine repeats an answer with a lost space', async () => {
    const say = (): string => '<g id="0">Guardar</g>pulsar';
    const capabilities = { context: true };
    const { results, engines } = run(['Press <b>Save</b>'], [{ capabilities, say }]);
    const warnings = [{ code: 'tag_content', params: { reason: 'space_lost' } }];
    expect(await results).toMatchObject([{ text: '<b>Guardar</b>pulsar', warnings }]);
    expect(engines[0]!.calls).toHaveLength(2);
  });
});

describe('straight quotation marks that a language model drops', () => {
  const source = 'Click "Save" to continue';
  const capabilities = { context: true, glossary: 'prompt' } as const;

  test('cause one more request', async () => {
    const answers = ['Pulse Guardar para continuar', 'Pulse "Guardar" para continuar'];
    const { results, engines } = run([source], [{ capabilities, say: () => answers.shift()! }]);
    expect(await results).toMatchObject([{ text: 'Pulse "Guardar" para continuar', warnings: [] }]);
    expect(engines[0]!.calls).toHaveLength(2);
  });

  test('cause a warning if the model drops them again', async () => {
    const say = (): string => 'Pulse Guardar para continuar';
    const { results, engines } = run([source], [{ capabilities, say }]);
    expect(await results).toMatchObject([{ text: say(), warnings: [{ code: 'quotes_missing' }] }]);
    expect(engines[0]!.calls).toHaveLength(2);
  });
});

describe('damage with only one possible repair in the answer of an engine', () => {
  test.each([
    ['printf', '%s complete', '%s a 100 % ya', '%s a 100 %% ya'],
    ['auto', 'Save the file', 'Guardar\u200b el archivo', 'Guardar el archivo'],
    ['auto', 'Hi @{user}', 'Hola @ {user}', 'Hola @{user}'],
    ['chrome', 'Price in dollars', 'Precio en $', 'Precio en $$'],
    ['java', 'It is {0}', "Es d'un {0}", "Es d''un {0}"],
  ] as const)('disappears in the format %s: for %j, the answer %j becomes %j', async (...row) => {
    const [messageFormat, source, answer, text] = row;
    const say = (body: string): string =>
      answer.replace(/\{\w+\}|%s/, () => /\{\w+\}|%s|<[^>]+>/.exec(body)?.[0] ?? '');
    const { results, engines } = run([source], [{ say }], { messageFormat });
    expect(await results).toMatchObject([{ status: 'translated', text, warnings: [] }]);
    expect(engines[0]!.calls).toHaveLength(1);
  });
});

test('an answer that is far longer than its source is rejected as a runaway generation', async () => {
  const { results } = run(['Save'], [{ say: () => 'SAVE AND '.repeat(50) }, {}]);
  expect(await results).toMatchObject([{ text: 'SAVE', engine: 'engine-1' }]);
});
