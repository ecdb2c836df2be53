import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { debianVersion } from '../programs.ts';
import type { Reader, Shown } from '../subject.ts';
import { libraryReader } from './libraries.ts';
import { pythonReader } from './programs.ts';

type Tree = { [name: string]: Tree | string };

/** GNUstep's `pl` reads property lists and strings files, and prints them in ASCII. */
export const gnustep: Reader = {
  name: 'GNUstep pl',
  version: () => debianVersion('gnustep-base-runtime'),
  read: async (files) =>
    files.map(({ path }): Shown => {
      const { stdout, stderr } = spawnSync('pl', [], {
        input: readFileSync(path),
        encoding: 'utf8',
        env: { ...process.env, LC_ALL: 'C.UTF-8' },
      });
      if (stderr !== '') return { error: stderr };
      return { texts: textsIn(parsePlist(stdout)) };
    }),
};

const PLURAL_FORM = /^(?:zero|one|two|few|many|other)$/;

/** Returns the texts of a strings file, or the forms of each plural. */
function textsIn(tree: Tree): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : formsIn(name, value),
    ),
  );
}

function formsIn(name: string, entry: Tree): [string, string][] {
  return Object.values(entry).flatMap((rule): [string, string][] => {
    if (typeof rule === 'string') return [];
    return Object.entries(rule).flatMap(([category, text]): [string, string][] =>
      PLURAL_FORM.test(category) ? [[`${name}.${category}`, text as string]] : [],
    );
  });
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
};

/** Parses a property list that `pl` prints, which has dictionaries and strings, by way of JSON. */
function parsePlist(text: string): Tree {
  const tokens = /"((?:[^"\\]|\\[\s\S])*)"|;\s*(?=\})|[{}=;]|[^\s{}=;"]+/g;
  const json = text.replaceAll(tokens, (token, quoted: string | undefined) => {
    if (quoted !== undefined) return JSON.stringify(decode(quoted));
    if (token.length > 1 && token.startsWith(';')) return '';
    return MARKS.get(token) ?? JSON.stringify(token);
  });
  return JSON.parse(json);
}

const MARKS = new Map(Object.entries({ '{': '{', '}': '}', '=': ':', ';': ',' }));

const decode = (text: string): string =>
  text.replaceAll(
    /\\(?:U([0-9A-F]{4})|([0-7]{1,3})|([\s\S]))/g,
    (_, hex: string | undefined, octal: string | undefined, other: string) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      return ESCAPES[other] ?? other;
    },
  );

export const plistlib = pythonReader('Python plistlib', 'plist');

export const npmPlist: Reader = {
  ...libraryReader<{ parse(text: string): Tree }>('plist of npm', 'plist', ({ parse }, bytes) => {
    const { warn, error } = console;
    // The library's XML parser warns about each U+FFFD.
    Object.assign(console, { warn: () => {}, error: () => {} });
    try {
      return textsIn(parse(bytes.toString()));
    } finally {
      Object.assign(console, { warn, error });
    }
  }),
  // The library's XML parser treats these characters as line feeds, similar to XML 1.1.
  misreads: (text) => /[\u0085\u2028\u2029]/.test(text),
};
