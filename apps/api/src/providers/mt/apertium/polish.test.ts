import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../../../scripts/tests/growth.ts';
import { polishBody } from './polish.ts';
import { readStream } from './stream.ts';

describe('the clean-up of Apertium’s output', () => {
  it('copies the white space at both ends from the source', () => {
    expect(polishBody('You have it', ' Lo tienes ', 'es')).toBe('Lo tienes');
    expect(polishBody(' You have it\n', 'Lo tienes', 'es')).toBe(' Lo tienes\n');
    expect(polishBody('  ', '', 'es')).toBe('  ');
  });

  it('removes a space that a dropped word left, and keeps a space of the source', () => {
    expect(polishBody('as we find them', 'como  les encontramos', 'es')).toBe(
      'como les encontramos',
    );
    expect(polishBody('as  we', 'como  nosotros', 'es')).toBe('como  nosotros');
    expect(polishBody('the folder now.', 'la carpeta .', 'es')).toBe('la carpeta.');
    expect(polishBody('see .git', 'ver .git', 'es')).toBe('ver .git');
  });

  it('copies the case of the first letter from the source', () => {
    expect(polishBody('invalid path', 'Ruta nula', 'es')).toBe('ruta nula');
    expect(polishBody('There is no path', 'no hay ninguna ruta', 'es')).toBe('No hay ninguna ruta');
    expect(polishBody('[<x0>] invited you', '[<x0>] Invitado te', 'es')).toBe('[<x0>] invitado te');
  });

  it('removes a capital inside a sentence if the source has none', () => {
    expect(polishBody('the [<x0>] - file', 'El [<x0>] - Lima', 'es')).toBe('el [<x0>] - lima');
    expect(polishBody('Wait. Go on', 'Espera. Va', 'es')).toBe('Espera. Va');
  });

  it('keeps names, unknown words and capital abbreviations', () => {
    expect(polishBody('open Acme now', 'Abre Acme ahora', 'es')).toBe('abre Acme ahora');
    expect(polishBody('iPhone found', 'iPhone encontrado', 'es')).toBe('iPhone encontrado');
    expect(polishBody('no HEAD', 'Ninguna JEFA', 'es')).toBe('ninguna JEFA');
    expect(polishBody('Save Your File', 'Salva Vuestra Lima', 'es')).toBe('Salva Vuestra Lima');
  });

  it('keeps capitals in languages that may need them', () => {
    expect(polishBody('soy yo el lunes', 'I am on Monday', 'en')).toBe('I am on Monday');
  });

  it('never changes blanks and escapes', () => {
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

  it('takes time in proportion to the length of repeated characters', async () => {
    const growth = await growthOf(10_000, async (size) => {
      for (const unit of [' ', ' .', 'A', 'a ', '\n', '. ']) {
        polishBody('x  y', unit.repeat(size), 'es');
        polishBody(unit.repeat(size), 'X .', 'es');
      }
    });
    expect(growth).toBeLessThan(IN_PROPORTION);
  });
});
