import { arb } from '../../../packages/formats/src/arb/arb.ts';
import { formatjs } from '../../../packages/formats/src/formatjs/formatjs.ts';
import { json } from '../../../packages/formats/src/json/json.ts';
import type { Random } from '../../../packages/messages/test/adversary/random.ts';
import { type Text, textsOf } from '../entry.ts';
import { angular, i18next, intlMessageFormat } from '../readers/libraries.ts';
import type { BaseFile, Subject } from '../subject.ts';
import { anyName, asStored, borderText, hexOf, piecesText, plainName } from '../texts.ts';

type Tree = { [name: string]: unknown };

const INDENTATIONS = [2, 2, 4, '\t', 0] as const;

/** Writes JSON in one of the common layouts. */
export function jsonOf(tree: Tree, random: Random): string {
  const text = JSON.stringify(tree, null, random.pick(INDENTATIONS));
  const isEscaped = random.next() < 0.3;
  const written = isEscaped ? text.replaceAll(/[^\0-\x7e]/g, (one) => `\\u${hexOf(one)}`) : text;
  const ended = written + random.pick(['\n', '\n', '']);
  return random.next() < 0.15 ? ended.replaceAll('\n', '\r\n') : ended;
}

function setIn(tree: Tree, path: readonly string[], value: unknown): void {
  let at = tree;
  for (const name of path.slice(0, -1)) {
    if (!Object.hasOwn(at, name)) define(at, name, {});
    at = at[name] as Tree;
  }
  define(at, path.at(-1)!, value);
}

const define = (tree: Tree, name: string, value: unknown): void => {
  Object.defineProperty(tree, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
};

export function treeOf({ entries, version }: BaseFile, separator: string | null): Tree {
  const tree: Tree = {};
  for (const entry of entries) {
    for (const [name, { stored }] of textsOf(entry, version)) {
      setIn(tree, separator === null ? [name] : name.split(separator), stored);
    }
  }
  return tree;
}

/** Returns a name of two or three segments. */
export function nestedName(random: Random, at: number): string {
  if (random.next() < 0.5) return `menu.group_${at % 7}.item_${at}`;
  const segment = `${random.pick(['a', 'ß ', 'x-'])}${borderText(random)}`
    .replaceAll('.', '')
    .replaceAll(/\[\d+\]/g, '');
  return `part_${at % 5}.${segment}_${at}`;
}

export const jsonFlat: Subject = {
  id: 'json (flat)',
  format: json,
  writing: { keySeparator: null, shape: 'flat' },
  nameOf: anyName,
  textOf: (random) => asStored(borderText(random)),
  baseOf: (file) =>
    jsonOf(
      { $schema: 'https://example.org/texts.json', ...treeOf(file, null), 'nothing here': null },
      file.random,
    ),
  baseNames: ['$schema'],
  readers: [i18next(false)],
};

export const jsonNested: Subject = {
  ...jsonFlat,
  id: 'json (nested)',
  writing: { keySeparator: '.', shape: 'nested' },
  nameOf: nestedName,
  baseOf: (file) => jsonOf({ empty: {}, list: [], ...treeOf(file, '.') }, file.random),
  readers: [i18next('.')],
};

/**
 * JSON files of Angular. Parlance only changes existing files or creates files from them: a file that it writes from
 * scratch would lack the member `locale`.
 */
export const jsonAngular: Subject = {
  id: 'json (Angular)',
  format: json,
  skips: ['written', 'repatched'],
  writing: { keySeparator: '.', shape: 'nested' },
  nameOf: (_, at) => `translations.${4_000_000_000_000 + at}`,
  textOf: (random) =>
    random.next() < 0.3
      ? asStored(`${borderText(random).replaceAll('{$', '')} {$INTERPOLATION} x {$START_LINK}`)
      : asStored(borderText(random)),
  baseOf: (file) => jsonOf({ locale: file.localeTag, ...treeOf(file, '.') }, file.random),
  readers: [
    {
      ...angular('SimpleJsonTranslationParser'),
      shows: (entry, version) =>
        textsOf(entry, version).map(([name, { shown }]) => [
          name.replace('translations.', ''),
          shown,
        ]),
    },
  ],
};

/** Pieces of ICU MessageFormat, with their output for `Ann` and 3. */
const PIECES: readonly (readonly [stored: string, shown: string])[] = [
  ["''", "'"],
  ["l'été", "l'été"],
  ["'{'", '{'],
  ["'{name}'", '{name}'],
  ['{name}', 'Ann'],
  ['{n}', '3'],
  ['{n, plural, one {# file} few {# x} other {# files}}', '3 files'],
  ["{n, plural, =3 {l''a} other {}}", "l'a"],
  ['{n, select, 3 {three} other {}}', 'three'],
  ['<b>{name}</b>', '<b>Ann</b>'],
  ['a < 3', 'a < 3'],
  ['\\', '\\'],
  ['"', '"'],
  ['%s', '%s'],
  ['$', '$'],
  ['\n', '\n'],
  ['\t', '\t'],
  ['é漢😀', 'é漢😀'],
  ['#', '#'],
  ['&amp;', '&amp;'],
];

const icuText = (random: Random): Text => piecesText(random, PIECES);

/** Returns the text that is shown for 3. Only some languages select `few` for 3. */
const fewIn = (localeTag: string): string =>
  new Intl.PluralRules(localeTag).select(3) === 'few' ? '3 x' : '3 files';

export const arbSubject: Subject = {
  id: 'arb (Angular)',
  format: arb,
  hasDescriptions: true,
  writing: { keySeparator: null, shape: 'flat' },
  nameOf: (random, at) => (random.next() < 0.5 ? plainName(random, at) : anyName(random, at)),
  textOf: (random) => asStored(borderText(random)),
  baseOf: arbBase,
  readers: [angular('ArbTranslationParser')],
};

function arbBase(file: BaseFile): string {
  const { entries, version, localeTag, random } = file;
  const members: [string, unknown][] = [['@@locale', localeTag]];
  if (random.next() < 0.5) members.push(['@@last_modified', '2026-01-01T00:00:00Z']);
  for (const entry of entries) {
    for (const [name, { stored }] of textsOf(entry, version)) {
      members.push([name, stored]);
      const about: Tree = random.next() < 0.5 ? { type: 'text', 'x-source': 'a.dart' } : {};
      if (entry.description !== undefined) about.description = entry.description;
      if (Object.keys(about).length > 0 || random.next() < 0.2) members.push([`@${name}`, about]);
    }
  }
  return jsonOf(Object.fromEntries(members), random);
}

const icuReader = {
  ...intlMessageFormat,
  shows: (entry, version, localeTag) =>
    textsOf(entry, version).map(([name, { shown }]) => [
      name,
      shown.replaceAll('3 files', fewIn(localeTag)),
    ]),
} satisfies typeof intlMessageFormat;

export const arbMessages: Subject = {
  ...arbSubject,
  id: 'arb (ICU messages)',
  nameOf: plainName,
  textOf: icuText,
  readers: [icuReader],
};

export const formatjsMessages: Subject = {
  id: 'formatjs',
  format: formatjs,
  hasDescriptions: true,
  writing: { keySeparator: null, shape: 'flat' },
  nameOf: anyName,
  textOf: icuText,
  baseOf: ({ entries, version, random }) => {
    const isPlain = random.next() < 0.3;
    const members = entries.flatMap((entry) =>
      textsOf(entry, version).map(([name, { stored }]): [string, unknown] => {
        if (isPlain) return [name, stored];
        const { description } = entry;
        return [
          name,
          {
            ...(description === undefined ? {} : { description }),
            defaultMessage: stored,
            ...(random.next() < 0.3 ? { file: 'a.tsx', start: 1, end: 2 } : {}),
          },
        ];
      }),
    );
    return jsonOf(Object.fromEntries(members), random);
  },
  readers: [icuReader],
};
