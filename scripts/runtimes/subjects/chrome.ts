import { chrome } from '../../../packages/formats/src/chrome/chrome.ts';
import type { Random } from '../../../packages/messages/test/adversary/random.ts';
import { type Text, textsOf } from '../entry.ts';
import { ARGUMENTS, chromium } from '../readers/chromium.ts';
import type { BaseFile, Subject } from '../subject.ts';
import { borderText, piecesText } from '../texts.ts';
import { jsonOf } from './json.ts';

/** Returns the text that Chromium shows: `$$` is a dollar sign, `$1` an argument, and any other `$` is dropped. */
function shownOf(stored: string): string {
  return stored.replaceAll(/\$(\$+|[1-9]|[\s\S]|$)/g, (_, next: string) => {
    if (next.startsWith('$')) return next;
    return /^[1-9]$/.test(next) ? (ARGUMENTS[Number(next) - 1] ?? '') : '';
  });
}

/** Returns a text in which a `$` is always followed by an ASCII character and nothing looks like a placeholder. */
function textOf(random: Random): Text {
  const stored = borderText(random)
    .replaceAll(/\$(?![$\d\x20-\x7e])/g, '$$$$')
    .replaceAll(/\$[a-z0-9_@]+\$/gi, '$$$$');
  return { stored, shown: shownOf(stored) };
}

function baseOf(
  { entries, version, random }: BaseFile,
  placeholders: Record<string, unknown> | null,
): string {
  const members = entries.flatMap((entry) =>
    textsOf(entry, version).map(([name, { stored }]): [string, unknown] => [
      name,
      {
        message: stored,
        ...(entry.description === undefined ? {} : { description: entry.description }),
        ...(placeholders === null ? {} : { placeholders }),
        ...(random.next() < 0.1 ? { key: 'unknown' } : {}),
      },
    ]),
  );
  return jsonOf(Object.fromEntries(members), random);
}

export const chromeSubject: Subject = {
  id: 'chrome',
  format: chrome,
  writing: { keySeparator: null, shape: 'flat' },
  hasDescriptions: true,
  nameOf: (random, at) => `${random.pick(['title', 'menu_Open', 'a', '@x', '2nd'])}_${at}`,
  textOf,
  baseOf: (file) => baseOf(file, null),
  readers: [chromium],
};

const PIECES: readonly (readonly [stored: string, shown: string])[] = [
  ['$NAME$', 'Ann'],
  ['$name$', 'Ann'],
  ['$COUNT$', '3 of 3'],
  ['$$', '$'],
  ['$1', 'Ann'],
  ['"', '"'],
  ['\\', '\\'],
  ['<b>', '<b>'],
  ['%', '%'],
  ['日本', '日本'],
];

/** Texts with placeholders. Only files can declare them. */
export const chromePlaceholders: Subject = {
  ...chromeSubject,
  id: 'chrome (placeholders)',
  skips: ['written', 'repatched'],
  isAlwaysCarried: true,
  textOf: (random) => piecesText(random, PIECES),
  baseOf: (file) =>
    baseOf(file, {
      name: { content: '$1', example: 'Ann' },
      count: { content: '$2 of $2' },
    }),
};
