import { describe, expect, test } from 'vitest';
import {
  KEPT,
  REPORTED,
  unmarked,
  withOtherWords,
  wordsOf,
} from '../../../../../../packages/messages/test/code/examples.ts';
import { run, textOf } from '../../../../test/engines/run-pipeline.ts';
import type { Rendering } from '../../../providers/mt/engine.ts';

const RENDERINGS: readonly Rendering[] = ['named', 'xml', 'html', 'superblank', 'sentinel'];

/** Translates each word, including words in the markers of placeholders. */
const everything = (body: string): string => body.replace(/\p{L}+/gu, 'ñandú');
/** Translates each word outside of tags and brackets. */
const outsideOfTags = (body: string): string =>
  body.replace(/(<[^<>]*>|\[[^[\]]*\])|\p{L}+/gu, (_, tag) => tag ?? 'ñandú');
/** Moves the last word to the front, with any code in it. */
const reordered = (body: string): string => {
  const words = outsideOfTags(body).split(' ');
  return [words.at(-1), ...words.slice(0, -1)].join(' ');
};

describe.each(RENDERINGS)('an engine with the rendering %s', (rendering) => {
  test.each([
    ['everything', everything],
    ['words outside of tags', outsideOfTags],
  ] as const)('changes no code if it translates %s', async (_, say) => {
    const { results } = run(
      KEPT.map(([, marked]) => unmarked(marked)),
      [{ capabilities: { renderings: [rendering] }, say }],
    );
    for (const [at, result] of (await results).entries()) {
      const [, marked] = KEPT[at]!;
      expect(textOf(result)).toMatch(withOtherWords(marked));
      for (const word of wordsOf(marked)) expect(textOf(result)).not.toContain(`${word}»`);
      expect(textOf(result)).not.toBe(unmarked(marked));
    }
  });

  test('moves no code out of its block if it moves words', async () => {
    const blocks = KEPT.filter(([, marked]) => /^(?:\{[#%]|\{\{[#~]|@if|@for|<%)/.test(marked));
    const { results } = run(
      blocks.map(([, marked]) => unmarked(marked)),
      [{ capabilities: { renderings: [rendering] }, say: reordered }],
    );
    for (const [at, result] of (await results).entries()) {
      expect(textOf(result)).toMatch(withOtherWords(blocks[at]![1]));
    }
  });

  test('gets no text with code of an unknown syntax', async () => {
    const { results, engines } = run(
      REPORTED.map(([, text]) => text),
      [{ capabilities: { renderings: [rendering] }, say: everything }],
    );
    const reported = REPORTED.map(([, , part]) => ({
      status: 'failed',
      error: {
        code: 'unknown_syntax',
        params: { findings: [{ code: 'unknown_syntax', value: expect.stringContaining(part) }] },
      },
    }));
    expect(await results).toMatchObject(reported);
    expect(engines[0]!.calls).toEqual([]);
  });
});
