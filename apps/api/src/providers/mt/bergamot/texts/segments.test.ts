import { describe, expect, it } from 'vitest';
import { finishSegment, MAX_SEGMENT_LENGTH, prepareSegment } from './segments.ts';

describe('prepareSegment', () => {
  it('returns blank text unchanged without the model', () => {
    for (const body of ['', ' ', '\n\t '])
      expect(prepareSegment(body, true)).toEqual({ answer: { body } });
  });

  it('passes the text to the model without the surrounding white space', () => {
    expect(prepareSegment(' \n<b>Save</b>\t', true)).toEqual({ text: '<b>Save</b>' });
  });

  it('replaces unpaired surrogates, which the glue code would misread', () => {
    expect(prepareSegment('a\ud83d b', false)).toEqual({ text: 'a\ufffd b' });
  });

  it('leaves plain text unchanged if the rendering is not HTML, and rejects U+0000', () => {
    expect(prepareSegment('3 < 4 & <b>', false)).toEqual({ text: '3 < 4 & <b>' });
    expect(prepareSegment('a\0b', false)).toMatchObject({
      answer: { error: { code: 'engine_bad_response' } },
    });
  });

  it('rejects a text over its limit, and accepts a text at the limit', () => {
    expect(prepareSegment('a'.repeat(MAX_SEGMENT_LENGTH), true)).toHaveProperty('text');
    expect(prepareSegment('a'.repeat(MAX_SEGMENT_LENGTH + 1), true)).toMatchObject({
      answer: { error: { code: 'too_large' } },
    });
  });
});

describe('finishSegment', () => {
  it('restores the white space of the body around the translation', () => {
    expect(finishSegment('\n  Save ', true, ' Guardar\n')).toEqual({ body: '\n  Guardar ' });
  });

  it('reports an empty translation, unless the source contains only markup', () => {
    const empty = { error: { code: 'engine_bad_response' } };
    expect(finishSegment('😀', true, '')).toMatchObject(empty);
    expect(finishSegment('<b>😀</b>', true, '<b></b>')).toMatchObject(empty);
    expect(finishSegment('Save', true, null)).toMatchObject(empty);
    expect(finishSegment('<b></b>', true, '<b></b>')).toEqual({ body: '<b></b>' });
    expect(finishSegment('<var>0</var>', true, '<var>0</var>')).toEqual({ body: '<var>0</var>' });
  });
});
