import { expect, test } from 'vitest';
import { isBroken } from './structure.ts';

const BROKEN: readonly (readonly [string, string])[] = [
  ['Save {name}', 'Guardar {nombre}'],
  ['Save {{count}} files', 'Guardar {count} archivos'],
  ['%1$d of %2$d', '%1$d de'],
  ['<b>Save</b> it', 'Guardar </b>lo'],
  ['Read <a href="x" rel=y>it</a>', 'Lea <a href="x">lo</a>'],
  ['<input disabled> on', '<input deshabilitado>'],
  ['Read https://example.com/a', 'Lea https://example.com/b'],
  ['Terms &amp; more', 'Condiciones & más'],
  ['{n, plural, one {# file} other {# files}}', '{n, plural, one {# archivo} other {# archivos}}'],
  [
    '{n, plural, one {# file} other {# files}}',
    '{n, plural, one {# archivo} many {archivos} other {# archivos}}',
  ],
  ['{who, select, she {Her file} other {Their file}}', '{who, select, other {Su archivo}}'],
  ['{n, plural, one {# file} other {# files}}', '{n, plural, one {# archivo}'],
  [
    '{n, plural, =2 {Two files} one {# file} other {# files}}',
    '{n, plural, =2 {Dos archivos} one {# archivo} many {# de archivos} other {Dos archivos}}',
  ],
  [
    'Hi {name}, {n, plural, one {# file} other {# files}}',
    '{n, plural, one {Hola {name}, # archivo} many {Hola, # de archivos} other {Hola {name}, # archivos}}',
  ],
];
const WHOLE: readonly (readonly [string, string])[] = [
  ['Save {name} in <b>{place}</b>', 'En <b>{place}</b> guardar {name}'],
  ['50% of all', '50 % de todos'],
  ['<Unknown sender>', '<Remitente desconocido>'],
  ['“{” has no closing “}”', '“{” no tiene “}” de cierre'],
  [
    '{n, plural, =0 {None} one {# file} other {# files}}',
    '{n, plural, =0 {Nada} one {# archivo} many {# de archivos} other {# archivos}}',
  ],
  [
    'Hi {name}, <b>{n, plural, one {# file} other {# files}}</b>!',
    '{n, plural, one {Hola {name}, <b># archivo</b>} many {Hola {name}, <b># de archivos</b>} other {Hola {name}, <b># archivos</b>}}',
  ],
];

test.each(BROKEN)('the structure of %s is broken in %s', (source, target) => {
  expect(isBroken(source, target, 'es')).toBe(true);
});
test.each(WHOLE)('the structure of %s is intact in %s', (source, target) => {
  expect(isBroken(source, target, 'es')).toBe(false);
});
