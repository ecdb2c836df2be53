import { MessageFormat } from 'messageformat';
import { describe, expect, it } from 'vitest';
import { verifyMessage } from '../verify/verify-message.ts';
import { verifyWithFixes } from '../verify/verify-with-fixes.ts';
import { RUNTIME_NAMES, RUNTIMES, type RuntimeName } from './registry.ts';

const optionsOf = (runtime: RuntimeName, targetLocale: string) => ({
  format: RUNTIMES[runtime].format,
  sourceLocale: 'en',
  targetLocale,
  runtimes: [runtime],
});

const found = (runtime: RuntimeName, locale: string, source: string, target: string) =>
  verifyWithFixes(source, target, optionsOf(runtime, locale)).map(({ code, value, fix }) => [
    code,
    value,
    fix?.text,
  ]);

/** A tag in each branch, and a tag that starts or ends in the branches. */
const CROSSED = [
  '{n, plural, one {<b>a</b>} other {<b>b</b>}}',
  '{n, plural, one {<b>a} other {<b>b}}</b>',
  '<b>{n, plural, one {a</b>} other {b</b>}}',
] as const;

type Row = [RuntimeName, string, string, string, string, string | undefined, string | undefined];

describe('a text that the library of a project shows incorrectly', () => {
  it.each<Row>([
    [
      'vue-i18n',
      'de',
      'Contact us',
      'Folgt uns: @parlance',
      'runtime_refused',
      '@',
      "Folgt uns: {'@'}parlance",
    ],
    ['vue-i18n', 'de', 'Say hello', 'Sag }hallo', 'runtime_refused', '}', "Sag {'}'}hallo"],
    ['vue-i18n', 'de', 'Files', 'Datei | Ordner', 'runtime_misread', '|', "Datei {'|'} Ordner"],
    ['vue-i18n', 'de', 'a | b', 'a | | b', 'runtime_refused', '|', undefined],
    [
      'vue-i18n',
      'de',
      'See @:a.b now',
      'Siehe @:a.b, dann',
      'runtime_misread',
      '@:a.b,',
      "Siehe @:{'a.b'}, dann",
    ],
    [
      'vue-i18n',
      'ja',
      'See @:a.b now',
      '@:a.bを見る',
      'runtime_misread',
      '@:a.bを見る',
      "@:{'a.b'}を見る",
    ],
    [
      'polyglot',
      'pl',
      '%{n} a |||| %{n} b',
      '%{n} a |||| %{n} b',
      'runtime_forms',
      undefined,
      undefined,
    ],
    [
      'polyglot',
      'pl',
      '%{n} a |||| %{n} b',
      'jeden |||| kilka |||| %{n} c',
      'placeholder_missing',
      '%{n}',
      undefined,
    ],
    [
      'laravel',
      'pl',
      ':count a|:count b',
      ':count a|:count b',
      'runtime_forms',
      undefined,
      undefined,
    ],
    ['polyglot', 'de', 'Files', 'Dateien |||| Ordner', 'runtime_misread', '||||', undefined],
    [
      'i18n-js',
      'de',
      'Hi %{name}',
      'Hallo %{ name }',
      'runtime_misread',
      '%{ name }',
      'Hallo %{name}',
    ],
    [
      'rails',
      'de',
      'Hi %{name}',
      'Hallo %{ name }',
      'runtime_misread',
      '%{ name }',
      'Hallo %{name}',
    ],
    [
      'ngx-translate',
      'de',
      'Hi {{name}}',
      'Hallo {{  name }}',
      'runtime_misread',
      '{{  name }}',
      'Hallo {{name}}',
    ],
    [
      'symfony',
      'de',
      '%name% is here',
      '% name % ist da',
      'runtime_misread',
      '% name %',
      '%name% ist da',
    ],
    ['qt', 'de', 'Hi %1', 'Hallo % 1', 'runtime_misread', '% 1', 'Hallo %1'],
    ['formatjs', 'de', 'One<br/>two', 'Eins<br>zwei', 'runtime_refused', '<br>', 'Eins<br/>zwei'],
    [
      'next-intl',
      'nl',
      'Less than five',
      'Minder dan <vijf',
      'runtime_refused',
      '<',
      "Minder dan '<'vijf",
    ],
    [
      'formatjs',
      'de',
      '<lnk>x</lnk>',
      '<lnk class="y">x</lnk>',
      'runtime_refused',
      '<lnk class="y">',
      undefined,
    ],
    [
      'lingui',
      'de',
      '{n, number}',
      '{n, number, ::currency/EUR}',
      'runtime_refused',
      '{n, number, ::currency/EUR}',
      undefined,
    ],
    [
      'flutter',
      'de',
      '{n, plural, other{b}}',
      '{n, plural, =3{x} one{a} other{b}}',
      'runtime_refused',
      '{n, plural, =3{x} one{a} other{b}}',
      undefined,
    ],
    ['flutter', 'de', '{n}', '{n, number}', 'runtime_refused', '{n, number}', undefined],
    ['i18next', 'de', '{{a}}', 'x {{ a\n}}', 'runtime_misread', '{{ a\n}}', 'x {{a}}'],
    ['paraglide', 'de', 'Hi {a}', 'He { a }', 'runtime_misread', '{ a }', 'He {a}'],
    ['paraglide', 'de', 'Hi {a}', 'He {{a}}', 'runtime_misread', '{{a}', undefined],
    [
      'react-i18next',
      'de',
      '<b>a</b> b',
      '< 3 <b>a</b>',
      'runtime_misread',
      '<',
      '&lt; 3 <b>a</b>',
    ],
    ['react-i18next', 'de', '<1>a</1> b', '<1><5 a</1>', 'runtime_misread', '<', '<1>&lt;5 a</1>'],
    [
      'react-i18next',
      'de',
      '<b>a</b> b',
      '<i b <b>a</b>',
      'runtime_misread',
      '<',
      '&lt;i b <b>a</b>',
    ],
    ['fluent', 'de', 'Hi { $a }', 'He { $a', 'runtime_refused', '{', undefined],
    ['fluent', 'de', 'Hi { $a }', 'He { $a } }', 'runtime_refused', '}', undefined],
    [
      'fluent',
      'de',
      '{ $n ->\n [one] a\n *[other] b\n}',
      '{ $n ->\n [one] a\n [other] b\n}',
      'runtime_refused',
      '{',
      undefined,
    ],
    ['formatjs', 'de', CROSSED[0], CROSSED[1], 'runtime_refused', '<b>', undefined],
    ['next-intl', 'de', CROSSED[0], CROSSED[2], 'runtime_refused', '</b>', undefined],
    ['gettext', 'de', 'two\n', 'zwei', 'runtime_refused', 'i', 'zwei\n'],
    ['gettext', 'de', 'two', '\nzwei', 'runtime_refused', '\n', 'zwei'],
  ])(
    'causes a finding for %s in %s: %s as %s, with the code %s',
    (runtime, locale, source, target, code, value, fix) => {
      expect(found(runtime, locale, source, target)).toContainEqual([code, value, fix]);
    },
  );
});

describe('a message of MessageFormat 2 with `select=plural`', () => {
  const message = (option: string) =>
    `.input {$n :number${option}} .match $n one {{select=plural}} * {{files}}`;
  const faultsIn = (text: string) => RUNTIMES.messageformat.findFaults!(text, text);

  it('has a fault exactly if messageformat does not choose by plural categories', () => {
    for (const option of [' select=plural', ' select = |plural|', '', ' select=ordinal']) {
      const text = message(option);
      const library = new MessageFormat('en', text);
      const isRight = library.format({ n: 1 }, () => {}) === 'select=plural';
      expect(faultsIn(text).length === 0, text).toBe(isRight);
    }
  });

  it('shows the right variant in the library without the option', () => {
    const text = message(' select=plural');
    const [{ start, end, fix } = { start: 0, end: 0 }] = faultsIn(text);
    const fixed = text.slice(0, start) + fix + text.slice(end);
    expect(new MessageFormat('en', fixed).format({ n: 1 })).toBe('select=plural');
    expect(faultsIn(fixed)).toEqual([]);
  });
});

describe('a text with many faults', () => {
  it.each(RUNTIME_NAMES)('causes at most five findings for %s', (runtime) => {
    for (const piece of ['@', '{', '}', '|', '%{ a }', '{{  a }}', '<a ', '% 1 ', '% name % ']) {
      const source = 'Hi %{a} {{a}} %1 %name%';
      for (const target of [piece.repeat(200), `${source} ${piece.repeat(200)}`]) {
        const options = optionsOf(runtime, 'de');
        const ofRuntime = verifyMessage(source, target, options).filter(
          ({ params }) => params?.runtime !== undefined,
        );
        expect(ofRuntime.length).toBeLessThanOrEqual(5);
      }
    }
  });

  it('gets one fix for all special characters in Vue I18n', () => {
    const [first] = found('vue-i18n', 'de', 'Write to us', 'a@b, c@d {'.concat(' x'));
    expect(first).toEqual(['runtime_refused', '@', "a{'@'}b, c{'@'}d {'{'} x"]);
  });
});

describe('a text of a project', () => {
  it.each<[RuntimeName, string, string, string]>([
    ['vue-i18n', 'ru', '{n} car | {n} cars', '{n} a | {n} b | {n} c'],
    ['vue-i18n', 'ja', '{n} car | {n} cars', '{n}台'],
    ['vue-i18n', 'de', 'no | {n} car | {n} cars', 'kein Auto | ein Auto | {n} Autos'],
    ['vue-i18n', 'de', 'Write', "Schreib an {'@'}uns, 100 %die"],
    ['polyglot', 'pl', '%{n} a |||| %{n} b', '%{n} a |||| %{n} b |||| %{n} c'],
    ['polyglot', 'ja', '%{n} a |||| %{n} b', '%{n} a'],
    ['laravel', 'pl', ':count a|:count b', ':count a|:count b|:count c'],
    ['laravel', 'de', 'Yes', 'Ja | Doch'],
    ['laravel', 'he', ':count a|:count b', ':count a|:count b'],
    ['laravel', 'pl', '{0} none|[1,*] :count', '{0} nic|[1,*] :count'],
    ['ngx-translate', 'de', 'Hi {{name}}', 'Hallo {{ name }}'],
    ['next-intl', 'de', 'a < b', 'a < c <3'],
    ['svelte-i18n', 'de', 'a', 'a'],
    ['lingui', 'de', 'Save {name}', "Sichere {name} '{"],
    ['i18next', 'de', 'Save', 'Sichere {alles}'],
    ['flutter', 'de', '{n, plural, =0{x} other{b}}', '{n, plural, =0{x} one{a} other{b}}'],
    ['lingui', 'de', CROSSED[0], CROSSED[1]],
    ['svelte-i18n', 'de', CROSSED[0], CROSSED[2]],
    ['react-i18next', 'de', '<b>a</b> b', 'a <3 <b>c</b><3 b <vijf'],
    ['react-i18next', 'de', 'less', '< 3'],
    ['transloco', 'de', 'Hi {{a}}', 'He {{  a\n}} { }'],
    ['angular', 'de', 'Hi {$NAME}', "He {$NAME}, wie geht's {"],
    ['paraglide', 'de', 'Hi {a}', 'He {a} \\{b\\} {'],
    ['fluent', 'de', 'Hi { $a }', 'He {$a} { "{" } 100 %die #'],
    ['fluent', 'ja', '{ $n ->\n [one] a\n *[other] { $n } b\n}', '{ $n } b'],
    ['fluent', 'de', '{ $n } b', "{ $n ->\n [one] l'{ $n } a\n *[other] { $n } b\n}"],
    ['fluent', 'de', '{ NUMBER($n, x: 2) } a', '{ NUMBER($n, x: 0) } b'],
  ])(
    'causes no error for %s in %s if it is correct: %s as %s',
    (runtime, locale, source, target) => {
      const errors = verifyMessage(source, target, optionsOf(runtime, locale));
      expect(errors.filter(({ severity }) => severity === 'error')).toEqual([]);
    },
  );

  it('causes no finding if its source text has the same fault', () => {
    const options = optionsOf('vue-i18n', 'de');
    expect(verifyMessage('Write to me@example.org', 'Schreib an me@example.org', options)).toEqual(
      [],
    );
  });

  it('causes findings with a fix if it is a source text with a fault', () => {
    const alone = (runtime: RuntimeName, text: string) =>
      verifyWithFixes(text, text, { ...optionsOf(runtime, 'en'), isAlone: true }).map(
        ({ code, value, fix }) => [code, value, fix?.text],
      );
    expect(alone('vue-i18n', 'Write to me@example.org')).toEqual([
      ['runtime_refused', '@', "Write to me{'@'}example.org"],
    ]);
    expect(alone('formatjs', 'Hi {name')).toMatchObject([['icu_invalid', undefined, undefined]]);
    for (const text of ['Files', 'a | b', "a{'@'}b", 'Hi {name}', '', ' ', ':a']) {
      expect([text, alone('vue-i18n', text)]).toEqual([text, []]);
    }
    const polish = { ...optionsOf('polyglot', 'pl'), sourceLocale: 'pl', isAlone: true };
    expect(verifyMessage('', '%{n} a |||| %{n} b', polish)).toMatchObject([
      { code: 'runtime_forms' },
    ]);
  });

  it('causes no library finding if the project has no libraries', () => {
    const { runtimes: _, ...options } = optionsOf('vue-i18n', 'de');
    for (const own of [options, { ...options, runtimes: [] }]) {
      expect(verifyMessage('Contact us', 'Folgt uns: @parlance', own)).toEqual([]);
    }
  });
});

it('every library except plain, gettext and messageformat has packages by which init finds it', () => {
  for (const name of RUNTIME_NAMES) {
    const isKnown = Object.values(RUNTIMES[name].foundBy).flat().length > 0;
    expect([name, isKnown]).toEqual([name, !['plain', 'gettext', 'messageformat'].includes(name)]);
  }
});
