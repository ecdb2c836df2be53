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
      return { texts: textsIn(new AsciiPlist(stdout).read() as Tree) };
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

/** Parses the property lists that `pl` prints: dictionaries and strings. */
class AsciiPlist {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Tree | string {
    this.#skip();
    const first = this.#text[this.#at];
    if (first === '{') return this.#dictionary();
    return first === '"' ? this.#quoted() : this.#word();
  }

  #skip(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  #expect(mark: string): void {
    this.#skip();
    if (this.#text[this.#at] !== mark) throw new Error(`no ${mark} at ${this.#at}`);
    this.#at += 1;
  }

  #dictionary(): Tree {
    const tree: Tree = {};
    this.#expect('{');
    for (this.#skip(); this.#text[this.#at] !== '}'; this.#skip()) {
      const name = this.read() as string;
      this.#expect('=');
      Object.defineProperty(tree, name, { value: this.read(), enumerable: true });
      this.#expect(';');
    }
    this.#expect('}');
    return tree;
  }

  #word(): string {
    const [word] = /^[^\s=;{}"]+/.exec(this.#text.slice(this.#at, this.#at + 4000))!;
    this.#at += word.length;
    return word;
  }

  #quoted(): string {
    const content = /"((?:[^"\\]|\\[\s\S])*)"/y;
    content.lastIndex = this.#at;
    const found = content.exec(this.#text)!;
    this.#at = content.lastIndex;
    return found[1]!.replaceAll(
      /\\(?:U([0-9A-F]{4})|([0-7]{1,3})|([\s\S]))/g,
      (_, hex: string | undefined, octal: string | undefined, other: string) => {
        if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
        if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
        return ESCAPES[other] ?? other;
      },
    );
  }
}

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
