import { properties } from '../../../packages/formats/src/properties/properties.ts';
import type { Random } from '../../../packages/messages/test/adversary/random.ts';
import { textsOf } from '../entry.ts';
import { javaProperties, messageFormat, resourceBundle } from '../readers/programs.ts';
import type { BaseFile, Subject } from '../subject.ts';
import { anyName, asStored, borderText, escaped, hexOf, isSimple, piecesText } from '../texts.ts';

const unit = (one: string): string => `\\u${hexOf(one)}`;

/** Returns a value with some `\u` escapes and continuation lines. */
function writtenOf(text: string, random: Random, isLatin: boolean): string {
  if (isSimple(text)) return random.next() < 0.3 ? text.replace(' ', ' \\\n    ') : text;
  if (isLatin || random.next() < 0.5) return text.replaceAll(/[^a-zA-Z0-9]/g, unit);
  return text.replaceAll(
    /[\0-\x20=:\\\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]/g,
    unit,
  );
}

function baseOf({ entries, version, random }: BaseFile, isLatin: boolean): string {
  const lines = ['# Texts of the app', ''];
  for (const entry of entries) {
    if (random.next() < 0.1) lines.push('# gone=commented out \\', '');
    if (random.next() < 0.1) lines.push('! a note');
    for (const [name, { stored }] of textsOf(entry, version)) {
      const separator = random.pick(['=', ' = ', ': ', ':', '\t', ' ']);
      const indent = random.pick(['', '', '', '  ']);
      lines.push(
        `${indent}${escaped(name, unit).replaceAll(' ', '\\ ')}${separator}${writtenOf(stored, random, isLatin)}`,
      );
    }
    if (random.next() < 0.2) lines.push('');
  }
  return `${lines.join(random.next() < 0.2 ? '\r\n' : '\n')}\n`;
}

const base = {
  format: properties,
  hasDescriptions: true,
  nameOf: anyName,
  textOf: (random: Random) => asStored(borderText(random)),
} as const;

export const propertiesUtf8: Subject = {
  ...base,
  id: 'properties (UTF-8)',
  writing: { keySeparator: '.', shape: 'flat' },
  baseOf: (file) => baseOf(file, false),
  readers: [resourceBundle],
};

export const propertiesLatin1: Subject = {
  ...base,
  id: 'properties (ISO-8859-1)',
  writing: { keySeparator: '.', shape: 'flat', charset: 'iso-8859-1' },
  baseOf: (file) => baseOf(file, true),
  readers: [javaProperties],
};

/** Pieces of the syntax of java.text.MessageFormat, with their output for `Ann` and 3. */
const PIECES: readonly (readonly [stored: string, shown: string])[] = [
  ["''", "'"],
  ["'{'", '{'],
  ["'}'", '}'],
  ["'{0}'", '{0}'],
  ['{0}', 'Ann'],
  ['{1}', '3'],
  ['{1,number,integer}', '3'],
  ['{1,choice,0#none|1#one|1<{1} files}', '3 files'],
  ["{1,choice,0#l''a|1<l''autre}", "l'autre"],
  ['\\', '\\'],
  ['"', '"'],
  ['%s', '%s'],
  ['$', '$'],
  ['\n', '\n'],
  ['\t', '\t'],
  ['é漢😀', 'é漢😀'],
  ['<b>', '<b>'],
  ['#', '#'],
  ['=', '='],
];

export const propertiesMessages: Subject = {
  ...base,
  id: 'properties (MessageFormat)',
  writing: { keySeparator: '.', shape: 'flat' },
  textOf: (random) => piecesText(random, PIECES),
  baseOf: (file) => baseOf(file, false),
  readers: [messageFormat],
};
