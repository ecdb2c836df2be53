import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { polishBody } from './polish.ts';
import { readStream } from './stream.ts';

describe('what Apertium leaves behind', () => {
  it('white space at both ends is that of the source', () => {
    expect(polishBody('You have it', ' Lo tienes ', 'es')).toBe('Lo tienes');
    expect(polishBody(' You have it\n', 'Lo tienes', 'es')).toBe(' Lo tienes\n');
    expect(polishBody('  ', '', 'es')).toBe('  ');
  });

  it('a blank left by a dropped word goes, one that the source has stays', () => {
    expect(polishBody('as we find them', 'como  les encontramos', 'es')).toBe(
      'como les encontramos',
    );
    expect(polishBody('as  we', 'como  nosotros', 'es')).toBe('como  nosotros');
    expect(polishBody('the folder now.', 'la carpeta .', 'es')).toBe('la carpeta.');
    expect(polishBody('see .git', 'ver .git', 'es')).toBe('ver .git');
  });

  it('the first letter is as large or small as in the source', () => {
    expect(polishBody('invalid path', 'Ruta nula', 'es')).toBe('ruta nula');
    expect(polishBody('There is no path', 'no hay ninguna ruta', 'es')).toBe('No hay ninguna ruta');
    expect(polishBody('[<x0>] invited you', '[<x0>] Invitado te', 'es')).toBe('[<x0>] invitado te');
  });

  it('a capital inside a sentence goes where the source has none', () => {
    expect(polishBody('the [<x0>] - file', 'El [<x0>] - Lima', 'es')).toBe('el [<x0>] - lima');
    expect(polishBody('Wait. Go on', 'Espera. Va', 'es')).toBe('Espera. Va');
  });

  it('names, unknown words and capital abbreviations stay as they are', () => {
    expect(polishBody('open Acme now', 'Abre Acme ahora', 'es')).toBe('abre Acme ahora');
    expect(polishBody('iPhone found', 'iPhone encontrado', 'es')).toBe('iPhone encontrado');
    expect(polishBody('no HEAD', 'Ninguna JEFA', 'es')).toBe('ninguna JEFA');
    expect(polishBody('Save Your File', 'Salva Vuestra Lima', 'es')).toBe('Salva Vuestra Lima');
  });

  it('capitals stay in languages that may want them', () => {
    expect(polishBody('soy yo el lunes', 'I am on Monday', 'en')).toBe('I am on Monday');
  });

  it('blanks and escapes are never touched', () => {
    const streams = fc
      .array(
        fc.constantFrom('[<X0>]', '\\@', 'Foo', ' ', '  ', ' .', '[[t:X:1]]Bar[[/]]', 'é', '\n'),
      )
      .map((parts) => parts.join(''));
    const listKept = (stream: string) =>
      [...readStream(stream)].filter(({ kind }) => kind !== 'text').map(({ value }) => value);
    fc.assert(
      fc.property(streams, streams, (source, body) => {
        expect(listKept(polishBody(source, body, 'es'))).toEqual(listKept(body));
      }),
    );
  });

  it('takes time proportional to the length', () => {
    for (const unit of [' ', ' .', 'A', 'a ', '\n', '. '])
      for (const [source, body] of [
        ['x', unit.repeat(20_000)],
        [unit.repeat(20_000), 'X'],
      ] as const) {
        polishBody(source, body, 'es');
      }
  });
});
