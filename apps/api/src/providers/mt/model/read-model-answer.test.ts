import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../../scripts/tests/test-runs.ts';
import { readModelAnswer } from './read-model-answer.ts';

const read = (completion: string, ids: readonly string[] = ['1', '2']) => {
  const items = readModelAnswer(completion, ids);
  return items && Object.fromEntries(items);
};
const answer = (...texts: string[]) =>
  JSON.stringify({ items: texts.map((text, index) => ({ id: `${index + 1}`, text })) });

describe('the answer of a model', () => {
  const draft = answer('draft', 'too');
  const final = answer('a', 'b');

  it.each([
    ['tags of a thought', `<thinking>${draft}</thinking>${final}`],
    ['brackets of a thought', `[THINK]${draft}[/THINK]\n${final}`],
    ['marks of a thought', `◁think▷${draft}◁/think▷${final}`],
    [
      'channels',
      `<|channel|>analysis<|message|>${draft}<|end|><|channel|>final<|message|>${final}`,
    ],
    ['words', `Draft: ${draft}\n\nFinal answer: ${final}`],
    ['a second fence', `\`\`\`json\n${draft}\n\`\`\`\nCorrected:\n\`\`\`json\n${final}\n\`\`\``],
    ['the next line', `${draft}\n${final}`],
    ['a thought without an end', `<think>${draft} no, better ${final}`],
    ['the request, which it repeats', `{"source":"en","items":[{"id":"1","text":"x"}]}\n${final}`],
  ])('comes from the last list with all ids after a draft with %s', (_, completion) => {
    expect(read(completion)).toEqual({ 1: 'a', 2: 'b' });
  });

  it('comes from the text after a thought, even if the draft in the thought has more items', () => {
    expect(read(`<think>${draft}</think>${answer('a')}`)).toEqual({ 1: 'a' });
  });

  it.each([
    ['a list', '[{"id":"1","text":"a"},{"id":2,"text":"b"}]'],
    ['a map', '{"1":"a","2":"b"}'],
    ['a map in a member', '{"translations":{"1":{"text":"a"},"2":{"translation":"b"}}}'],
    [
      'a list in a member of another name',
      '{"result":{"strings":[{"id":"1","text":"a"},{"id":"2","value":"b"}]}}',
    ],
    ['lines of objects', '{"id":"1","text":"a"}\n{"id":"2","text":"b"}'],
    [
      'the source beside the translation',
      '[{"id":"1","text":"x","translation":"a"},{"id":"2","translated":"b"}]',
    ],
    ['a comma too many', '{"items":[{"id":"1","text":"a",},{"id":"2","text":"b"},],}'],
    ['a bracket missing in the middle', '{"items":[{"id":"1","text":"a"},{"id":"2","text":"b"]}'],
    ['a bracket too many', '{"items":[{"id":"1","text":"a"},{"id":"2","text":"b"}]}]}'],
    ['raw line breaks', '{"items":[{"id":"1","text":"a"},\n{"id":"2",\n"text":"b"}]}'],
  ])('can contain %s', (_, completion) => {
    expect(read(completion)).toEqual({ 1: 'a', 2: 'b' });
  });

  it('keeps the line breaks that a model does not escape', () => {
    expect(read('{"items":[{"id":"1","text":"a\nb"}]}')).toEqual({ 1: 'a\nb' });
  });

  it('contains the items before a truncated or broken item, and contains no part of that item', () => {
    expect(read('{"items":[{"id":"1","text":"a"},{"id":"2","text":"hal')).toEqual({ 1: 'a' });
    expect(read('[{"id":"1","text":"a"},{"id":"2","text":"say "no""}]')).toEqual({ 1: 'a' });
    expect(read('[{"id":"1","text":"a"},{"id":"2","text":"bad \\x"}]')).toEqual({ 1: 'a' });
  });

  it('contains neither of two different texts with one id, and contains one of two equal texts', () => {
    expect(read('[{"id":"1","text":"a"},{"id":"1","text":"b"},{"id":"2","text":"c"}]')).toEqual({
      2: 'c',
    });
    expect(read('[{"id":"1","text":"a"},{"id":"1","text":"a"}]')).toEqual({ 1: 'a' });
  });

  it.each(['', 'no', '{', '{}', '[1', '{"items":7}', 'null', 'As in [1] and {2}', '{"3":"c"}'])(
    'does not exist in %j',
    (completion) => {
      expect(read(completion)).toBeNull();
    },
  );

  const prose = fc.constantFrom(
    '',
    'Sure! ',
    'The opening { stays, and [ too. ',
    'As in [1]: ',
    '{note} ',
    '\n\n',
  );
  const texts = fc.array(fc.string({ unit: 'binary-ascii', minLength: 1 }), {
    minLength: 1,
    maxLength: 5,
  });
  const shapes: ((items: [string, string][]) => string)[] = [
    (items) => JSON.stringify({ items: items.map(([id, text]) => ({ id, text })) }),
    (items) => JSON.stringify(items.map(([id, text]) => ({ id: Number(id), translation: text }))),
    (items) => JSON.stringify(Object.fromEntries(items)),
    (items) => JSON.stringify({ data: Object.fromEntries(items) }, null, 2),
    (items) => items.map(([id, text]) => JSON.stringify({ id, text })).join('\n'),
  ];
  const wrappers: ((answer: string, draft: string) => string)[] = [
    (own) => own,
    (own) => `\`\`\`json\n${own}\n\`\`\`\nDone.`,
    (own, other) => `<think>Perhaps ${other}?</think>${own}`,
    (own, other) => `[THINK]${other}[/THINK]${own}`,
    (own, other) => `First ${other}\nThat is wrong. Final answer:\n${own}`,
  ];
  const ends = fc.constantFrom(
    (json: string) => json,
    (json: string) => json.replace(/[\]}\s]+$/, ''),
    (json: string) => `${json}]}`,
    (json: string) => json.replace(/([\]}])$/, ',$1'),
  );

  it('can be found in any wrapper, in any form, with brackets missing or too many', () => {
    fc.assert(
      fc.property(
        texts,
        prose,
        fc.constantFrom(...shapes),
        fc.constantFrom(...wrappers),
        ends,
        (all, before, shape, wrap, end) => {
          const items = all.map((text, index): [string, string] => [`${index + 1}`, text]);
          const other = items.map(([id]): [string, string] => [id, `draft ${id}`]);
          const completion = before + wrap(end(shape(items)), shape(other));
          const ids = items.map(([id]) => id);
          expect(read(completion, ids), completion).toEqual(Object.fromEntries(items));
        },
      ),
      { numRuns: testRuns(500) },
    );
  });

  it('contains only texts that the completion contains as JSON strings', () => {
    const noise = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ',',
      ':',
      '\\',
      '"id"',
      '"text"',
      '{"id":"1","text":"',
      '"}',
      '1',
      'x',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(noise, { maxLength: 60 }), (pieces) => {
        const completion = pieces.join('');
        const items = readModelAnswer(completion, ['1', 'id', 'text']);
        for (const [, text] of items ?? []) {
          if (typeof text === 'string') expect(completion).toContain(JSON.stringify(text));
        }
      }),
      { numRuns: testRuns(500) },
    );
  });

  it('can follow 1,000 other lists, but not 200,000 other lists', () => {
    expect(readModelAnswer('[7] '.repeat(1_000) + final, ['1'])).not.toBeNull();
    expect(readModelAnswer('[7] '.repeat(200_000) + final, ['1'])).toBeNull();
  });

  it('does not exist in long hostile completions', () => {
    const size = 300_000;
    for (const hostile of [
      '[]'.repeat(size),
      '{'.repeat(size),
      '['.repeat(size),
      `{${'"\\"'.repeat(size)}`,
      '{"a":'.repeat(size),
      '["a",'.repeat(size),
      `[${'{"id":"7","text":"x"},'.repeat(size / 10)}`,
      '```'.repeat(size),
      '"'.repeat(size),
    ]) {
      expect(readModelAnswer(hostile, ['1'])).toBeNull();
    }
  });
});
