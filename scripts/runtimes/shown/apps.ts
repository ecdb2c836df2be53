import { monoProgram, output, PYTHON, programPath, versionOf } from '../programs.ts';
import type { App, Show } from './app.ts';
import { buildAndroid, buildByMsgfmt } from './build.ts';
import { chromeApp } from './chrome.ts';
import * as grammars from './grammars.ts';
import { showBy } from './show-by.ts';

const WHOLE = [0, 1, 2, 5, 21];
const NUMBERS = [...WHOLE, 1.5];

/** Matches format specifiers, and the output of the programs for a missing value. */
const SPECIFIERS = /%(?:\d+\$)?[-+#0,]*[sdiu@](?!\p{L})|%\(\w*|%%|⟦unknown⟧|\(null\)|0x[\da-f]+/gu;
const BRACES = /\{\s*\w[^{}]*\}|\{\}/g;
const BRACES_AND_TAGS = /\{\s*\w[^{}]*\}|\{\}|<\/?\p{L}[^<>]*>/gu;

const python = (mode: string): Show => showBy(PYTHON, [programPath('show.py'), mode]);
const pythonVersion = (): string => versionOf(PYTHON, '--version');

const JAVA = ['-cp', '/usr/share/java/icu4j.jar', programPath('Show.java')];
const java = (mode: string) => ({
  version: () => output('java', [...JAVA, 'version']).trim(),
  shows: [showBy('java', [...JAVA, mode])],
});

const php = (mode: string) => ({
  version: () => versionOf('php', '--version'),
  shows: [showBy('php', [programPath('show.php'), mode])],
});

const printf = { runtime: 'gettext', numbers: WHOLE, code: SPECIFIERS } as const;

const perl = showBy('perl', [programPath('show.pl')]);

export const APPS: readonly App[] = [
  {
    ...printf,
    id: 'gettext',
    grammar: grammars.printfMixed,
    version: () =>
      `${versionOf('msgfmt', '--version')}, PHP ${php('sprintf').version()}, Perl ${versionOf('perl', '-e', 'print $^V')}`,
    build: buildByMsgfmt('c-format', 'php-format', 'perl-format'),
    shows: [python('c'), perl, ...php('sprintf').shows],
  },
  {
    ...printf,
    id: 'gettext-order',
    grammar: grammars.printfInOrder,
    version: pythonVersion,
    build: buildByMsgfmt('c-format', 'python-format', 'php-format', 'perl-format'),
    shows: [python('percent'), python('c'), perl, ...php('sprintf').shows],
  },
  {
    ...printf,
    id: 'gettext-python',
    grammar: grammars.pythonNamed,
    version: pythonVersion,
    build: buildByMsgfmt('python-format'),
    shows: [python('percent')],
  },
  {
    ...printf,
    id: 'gettext-python-brace',
    grammar: grammars.pythonBrace,
    code: BRACES,
    version: pythonVersion,
    build: buildByMsgfmt('python-brace-format'),
    shows: [python('brace')],
  },
  {
    ...java('format'),
    id: 'android',
    runtime: 'android',
    grammar: grammars.printfMixed,
    numbers: WHOLE,
    code: SPECIFIERS,
    build: buildAndroid,
  },
  {
    ...java('message'),
    id: 'java-text',
    runtime: 'java-text',
    grammar: grammars.javaMessage,
    numbers: NUMBERS,
    wordsFor: [0, 1],
    code: BRACES_AND_TAGS,
  },
  {
    ...java('icu'),
    id: 'icu4j',
    runtime: 'icu4j',
    grammar: grammars.icuMessage,
    numbers: NUMBERS,
    code: BRACES_AND_TAGS,
  },
  {
    id: 'dotnet',
    runtime: 'dotnet',
    grammar: grammars.dotnetFormat,
    numbers: NUMBERS,
    code: BRACES,
    version: () => versionOf('mono', '--version'),
    shows: [(asks) => showBy('mono', [monoProgram('Show.cs')])(asks)],
  },
  {
    id: 'rails',
    runtime: 'rails',
    grammar: grammars.rubyFormat,
    numbers: NUMBERS,
    code: /%\{[^{}]*\}|%<\w+>|%\(\w+\)|\{[^{}]*\}/g,
    version: () => output('ruby', ['-ri18n', '-e', 'print I18n::VERSION']),
    shows: [showBy('ruby', [programPath('show.rb')])],
  },
  {
    ...php('symfony'),
    id: 'symfony',
    runtime: 'symfony',
    grammar: grammars.symfonyFormat,
    numbers: NUMBERS,
    code: /%\s?\w+\s?%|%⟦|⟧%|\{\w+\}/g,
  },
  {
    id: 'qt',
    runtime: 'qt',
    grammar: grammars.qtFormat,
    numbers: WHOLE,
    code: /%L?\d|(?<!100 )% \d|%\s?L?[nN]|%%|%⟦|\{\d\}/g,
    version: () =>
      output(PYTHON, ['-c', 'from PyQt5.QtCore import QT_VERSION_STR as v; print(v)']).trim(),
    shows: [python('qt')],
  },
  {
    id: 'apple',
    runtime: 'apple',
    grammar: grammars.appleFormat,
    numbers: WHOLE,
    code: /%\s?\d\s?\$|%(?:l[di]|@)|⟦unknown⟧|\(null\)/g,
    version: () => 'GNUstep',
    shows: [python('apple')],
  },
  chromeApp,
];
