import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../../../scripts/tests/growth.ts';
import { dropLastStop, prepareBody, readAnswer, readStream } from './stream.ts';

const prepare = (body: string): string => {
  const prepared = prepareBody(body);
  if ('problem' in prepared) throw new Error(prepared.problem);
  return prepared.stream;
};

/** Returns the text outside of blanks, without escapes. */
const readText = (stream: string): string =>
  [...readStream(stream)]
    .map(({ kind, value }) => (kind === 'escape' ? value.slice(1) : kind === 'text' ? value : ''))
    .join('');

const listBlanks = (stream: string): string[] =>
  [...readStream(stream)]
    .filter(({ kind }) => kind === 'blank' || kind === 'bound')
    .map(({ value }) => value);

const bodies = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }).map(escapeBrackets),
      fc.constantFrom("'", "users' ", " 'size' ", '*', '#', '~', '@', '\\*', '\\/', 'don’t'),
      fc.nat(9).map((id) => `[<x${id}>]`),
      fc.nat(9).map((id) => `[[t:x:${id}]]term[[/]]`),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

function escapeBrackets(text: string): string {
  return text.replaceAll('\0', '').replace(/[\\[\]]/g, '\\$&');
}

describe('apertium stream text', () => {
  it('consists of text, escapes, superblanks and word-bound blanks', () => {
    expect(
      [...readStream('a\\[b[<x0>][[t:x:1]]c[[/]]')].map(({ kind, value }) => [kind, value]),
    ).toEqual([
      ['text', 'a'],
      ['escape', '\\['],
      ['text', 'b'],
      ['blank', '[<x0>]'],
      ['bound', '[[t:x:1]]'],
      ['text', 'c'],
      ['bound', '[[/]]'],
    ]);
  });

  it('keeps every character when it is split, for any string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect([...readStream(text)].map(({ value }) => value).join('')).toBe(text);
      }),
    );
  });

  it('takes reading time in proportion to its length, even if it consists of brackets', async () => {
    const growth = await growthOf(10_000, async (size) => {
      for (const unit of ['[', '[[', ']', '\\', '[a', '[[a]', '[<x0>', "'", ' ']) {
        const text = unit.repeat(size);
        prepareBody(text);
        for (const _ of readStream(text));
      }
    });
    expect(growth).toBeLessThan(IN_PROPORTION);
  });
});

describe('a body on its way to Apertium', () => {
  it('keeps blanks and escapes, and has the reserved characters of the format escaped', () => {
    expect(prepare('You have [<x0>] a\\/b')).toBe('You have [<x0>] a\\/b');
    expect(prepare('a@b {c} </d> ^$')).toBe('a\\@b \\{c\\} \\<\\/d\\> \\^\\$');
  });

  it('carries the characters of marks in superblanks, escaped or not', () => {
    expect(prepare('*a* \\*b #c ~d')).toBe('[<q*>]a[<q*>] [<q*>]b [<q#>]c [<q~>]d');
  });

  it('carries quotes in superblanks and leaves apostrophes to the language', () => {
    expect(prepare("the 'size' of 'it'.")).toBe("the [<q'>]size[<q'>] of [<q'>]it[<q'>].");
    expect(prepare('‘size’')).toBe('[<q‘>]size[<q’>]');
    expect(prepare("[<x0>]' and '[<x1>]")).toBe("[<x0>][<q'>] and [<q'>][<x1>]");
    expect(prepare("don't touch the users' files")).toBe("don't touch the users' files");
    expect(prepare("'don't' don’t")).toBe("[<q'>]don't[<q'>] don’t");
  });

  it('yields a problem if it is not stream text', () => {
    const problems = ['[open', 'close]', 'end\\', '[[t:x:1]]word', 'word[[/]]', 'a\0b', '[<q:7>]'];
    for (const body of [...problems, '[[a]][[b]]x[[/]]', '[</q:1>]', '[<q*>]'])
      expect(prepareBody(body), body).toHaveProperty('problem');
  });

  it('has letters only if they are outside its blanks', () => {
    for (const [body, hasLetters] of [
      ['5 % [<x0>]', false],
      ['', false],
      ['[<x0>]é', true],
      ['日', true],
    ] as const)
      expect(prepareBody(body), body).toMatchObject({ hasLetters });
  });

  it('remains unchanged after a pipeline that changes nothing', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const { body: back, unknownWords } = readAnswer(prepare(body));
        expect(readText(back)).toBe(readText(body));
        expect(listBlanks(back)).toEqual(listBlanks(body));
        expect(unknownWords).toEqual([]);
      }),
    );
  });
});

describe('an answer of Apertium', () => {
  it('loses its marks, and each marked word is listed once', () => {
    expect(readAnswer('Obert *webhook i #grup, @cosa *webhook')).toEqual({
      body: 'Obert webhook i grup, cosa webhook',
      unknownWords: ['webhook', 'grup', 'cosa'],
    });
  });

  it('keeps marks that come from the text', () => {
    const answer = readAnswer('[<q*>]hola[<q*>] [<q#>]*etiqueta \\@x');
    expect(answer).toEqual({ body: '\\*hola\\* \\#etiqueta \\@x', unknownWords: ['etiqueta'] });
  });

  it('does not list the words of a glossary term as unknown', () => {
    expect(readAnswer('[[t:x:1]]*zorg[[/]] *zing')).toEqual({
      body: '[[t:x:1]]zorg[[/]] zing',
      unknownWords: ['zing'],
    });
  });

  it('keeps the content of its blanks', () => {
    expect(readAnswer('[<x*1>] a [[t:#:1]]b[[/]]').body).toBe('[<x*1>] a [[t:#:1]]b[[/]]');
  });

  it('loses a full stop that the engine added, outside blanks', () => {
    expect(dropLastStop('a. b . [<x.1>]')).toBe('a. b  [<x.1>]');
    expect(dropLastStop('[<x.1>] a\\.')).toBe('[<x.1>] a\\.');
  });
});
