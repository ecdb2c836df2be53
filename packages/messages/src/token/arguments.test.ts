import { describe, expect, it } from 'vitest';
import { argumentsOf } from './arguments.ts';

describe('the arguments of a message', () => {
  it.each([
    ['Save', 'auto', {}, 0],
    ['Hello {name} and {{other}}', 'auto', { name: 'text', other: 'text' }, 0],
    ['{{- html}} {{when, datetime}}', 'i18next', { html: 'text', when: 'text' }, 0],
    ['{n, plural, one {# of {all, number}} other {#}}', 'icu', { n: 'number', all: 'number' }, 0],
    ['{who, select, a {x} other {y {who}}} {at, time}', 'icu', { who: 'option', at: 'date' }, 0],
    ['{n, plural, one {{x}} other {# of {y}}}', 'icu', { n: 'number', x: 'text', y: 'text' }, 0],
    ['{n, plural, one {#} other {#}}', 'icu', { n: 'number' }, 0],
    ['%{user} %<count>d', 'ruby', { user: 'text', count: 'text' }, 0],
    ['%s of %d', 'printf', {}, 2],
    ['%2$s before %1$s', 'printf', {}, 2],
    ['%(name)s', 'printf', { name: 'text' }, 0],
    ['{} and {}', 'auto', {}, 2],
    ['{n, plural, one {#} other {#}}:name', 'auto', { n: 'number' }, 0],
    ['Good {{morning', 'auto', {}, 0],
  ] as const)(
    'match the placeholders of %j in the format %s',
    (text, format, named, positional) => {
      const read = argumentsOf(text, format);
      expect([Object.fromEntries(read.named), read.positional]).toEqual([named, positional]);
    },
  );
});
