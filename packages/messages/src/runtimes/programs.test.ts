import { describe, expect, it } from 'vitest';
import { verifyWithFixes } from '../verify/verify-with-fixes.ts';
import { RUNTIMES, type RuntimeName } from './registry.ts';

const verify = (runtime: RuntimeName, locale: string, source: string, target: string) =>
  verifyWithFixes(source, target, {
    format: RUNTIMES[runtime].format,
    sourceLocale: 'en',
    targetLocale: locale,
    runtimes: [runtime],
  });

type Row = [RuntimeName, string, string, string, string, string | undefined];

// Each row was verified with the program. `node scripts/run.mjs scripts/test-shown.ts` compares many more.
describe('a text that the target program shows incorrectly', () => {
  it.each<Row>([
    ['android', '%1$d of %2$s', '%d von %s', 'runtime_refused', '%d von %s', '%1$d von %2$s'],
    ['android', 'Half', '50 % und 100 % sicher', 'runtime_refused', '% und 100 % s', undefined],
    ['android', '%1$d files', '%%1$d Dateien', 'runtime_misread', '%%1$d', '%1$d Dateien'],
    ['gettext', '%1$s of %2$s', '%1$s von %s', 'runtime_refused', '%', undefined],
    ['gettext', '%(n)d files', '%%(n)d Dateien', 'runtime_misread', '%%(n)d', '%(n)d Dateien'],
    ['gettext', 'Hi {name}', 'Hallo { name }', 'runtime_refused', '{ name }', 'Hallo {name}'],
    ['gettext', 'Hi {name}', 'Hallo {name} }', 'runtime_refused', '}', undefined],
    ['apple', '%1$ld files', '%%1$ld Dateien', 'runtime_misread', '%%1$ld', '%1$ld Dateien'],
    ['java-text', 'Hi {0}', "Salut l'ami {0}", 'placeholder_missing', '{0}', "Salut l''ami {0}"],
    ['java-text', 'Hi {0}', "{0}, l'ami", 'runtime_misread', "'ami", "{0}, l''ami"],
    ['java-text', "doesn''t", "n'existe", 'runtime_misread', "'", "n''existe"],
    ['dotnet', '{0:MM/dd/yyyy}', '{0:TT.MM.JJJJ}', 'runtime_misread', '{0:TT.MM.JJJJ}', undefined],
    ['dotnet', '{0:MM/dd}', "{0:d 'de MMMM}", 'runtime_refused', "{0:d 'de MMMM}", undefined],
    ['dotnet', 'Hi {0}', 'Hallo {0} {', 'runtime_refused', '{', 'Hallo {0} {{'],
    ['symfony', 'Hi %name%', 'Hallo {name}', 'runtime_misread', '{name}', 'Hallo %name%'],
  ])(
    'causes a finding for %s: %s as %s, with the code %s',
    (runtime, source, target, code, value, fix) => {
      const found = verify(runtime, 'de', source, target).map((finding) => [
        finding.code,
        finding.value,
        finding.fix?.text,
      ]);
      expect(found).toContainEqual([code, value, fix]);
    },
  );

  it('causes an error in Symfony if it has too few forms', () => {
    const codes = (locale: string, target: string) =>
      verify('symfony', locale, '%count% a|%count% b', target).map(({ code }) => code);
    expect(codes('pl', '%count% a|%count% b')).toEqual(['runtime_forms']);
    expect(codes('pl', '%count% a|%count% b|%count% c')).toEqual([]);
    expect(codes('pl', '{0} brak|]0,Inf] %count%')).toEqual([]);
    expect(codes('ja', '%count%')).toEqual([]);
  });

  it('causes only one finding if it has one unescaped apostrophe, in Java', () => {
    expect(verify('java-text', 'fr', 'Hi {0}', "{0}, l'ami")).toHaveLength(1);
  });
});

describe('a text that the target program shows correctly', () => {
  it.each<[RuntimeName, string, string]>([
    ['android', '%1$d of %2$s', '%1$s von %2$s'],
    ['android', '%d files', '%,d Dateien'],
    ['android', 'Half', '50 % mehr'],
    ['gettext', '%d files', '% d Dateien'],
    ['gettext', 'Save', 'Sichere }'],
    ['apple', '%ld files', '%li Dateien'],
    ['java-text', 'Hi {0}', 'Hallo {0} }'],
    ['java-text', 'Save', "Sichere l'ami"],
    ['dotnet', '{0:N1}', '{0 :N1}'],
    ['dotnet', '{0:MM/dd/yyyy}', '{0:yyyy年M月d日}'],
    ['dotnet', 'Save', 'Sichere }'],
    ['rails', 'Hi %{name}', 'Hallo %<name>s'],
    ['qt', 'Hi %1 of %n', 'Hallo %L1 von %n, 100 %'],
    ['symfony', '%count% a|%count% b', '%count% a|%count% b||c'],
  ])('causes no error for %s: %s as %s', (runtime, source, target) => {
    const found = verify(runtime, 'de', source, target);
    expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

it('verification for programs handles hostile texts of 8,000 characters within the time limit of a test', () => {
  const pieces = [
    '%',
    '% ',
    '%%',
    '%1$',
    '%s',
    '{',
    '}',
    '{0:',
    "'",
    "l'a ",
    '{{',
    '|',
    '||',
    '%a',
  ];
  for (const runtime of [
    'android',
    'gettext',
    'apple',
    'java-text',
    'dotnet',
    'symfony',
  ] as const) {
    for (const piece of pieces) {
      const text = piece.repeat(8_000 / piece.length);
      verify(runtime, 'de', '%1$s {0:MM/dd} {n} %a%', text);
    }
  }
});
