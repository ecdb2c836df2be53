import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frame, unframe } from './frame.ts';

const requests = fc
  .array(fc.stringMatching(/^[a-zñ .!?]*$/), { minLength: 1, maxLength: 20 })
  .map((streams) => streams.map((stream, index) => ({ id: 7 + index, stream })));

describe('a block of requests', () => {
  it('yields the text of each request', () => {
    fc.assert(
      fc.property(requests, (asked) => {
        expect(unframe(asked, frame(asked))).toEqual(asked.map(({ stream }) => stream));
      }),
    );
  });

  it('yields no texts if a text is missing, duplicate or moved', () => {
    fc.assert(
      fc.property(requests, fc.nat(), (asked, seed) => {
        const at = seed % asked.length;
        expect(unframe(asked, frame(asked.toSpliced(at, 1)))).toBeUndefined();
        expect(unframe(asked, frame(asked.toSpliced(at, 0, asked[at]!)))).toBeUndefined();
        if (asked.length > 1) {
          expect(unframe(asked, frame([...asked.slice(1), asked[0]!]))).toBeUndefined();
        }
      }),
    );
  });

  it('yields no texts if its end is missing', () => {
    const asked = [
      { id: 1, stream: 'cat' },
      { id: 12, stream: 'dog' },
    ];
    const block = frame(asked);
    for (let length = 0; length < block.length; length++)
      expect(unframe(asked, block.slice(0, length))).toBeUndefined();
    expect(unframe(asked, block.replace('q:12', 'q:1'))).toBeUndefined();
  });

  it('restores the full stop that the transfer stage moved before the mark', () => {
    const asked = [
      { id: 1, stream: 'of the' },
      { id: 2, stream: 'No.' },
    ];
    expect(unframe(asked, 'des del .[</q:1>][]No.[</q:2>].[]')).toEqual(['des del ', 'No.']);
  });
});
