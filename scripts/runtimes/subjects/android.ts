import { android } from '../../../packages/formats/src/android/android.ts';
import type { Random } from '../../../packages/messages/test/adversary/random.ts';
import { type Entry, isForms, type Text, textsOf } from '../entry.ts';
import { aapt2 } from '../readers/aapt2.ts';
import type { BaseFile, Subject } from '../subject.ts';
import { asStored, borderText, hexOf, isSimple, plainName } from '../texts.ts';
import { xmlOf } from './xliff.ts';

/** Markup, with the content that the app shows. */
const MARKUP: readonly (readonly [stored: string, shown: string])[] = [
  ['<b>bold</b>', 'bold'],
  ['<b><i>a</i> b</b>', 'a b'],
  ['<a href="https://example.org/?a=1&amp;b=2">link</a>', 'link'],
  ['<xliff:g id="count" example="3">%1$d</xliff:g>', '%1$d'],
  ['<u>it\'s "so"</u>', 'it\'s "so"'],
];

function textOf(random: Random): Text {
  if (random.next() < 0.8) {
    // aapt2 always rejects a text with two unnumbered substitutions.
    const [first, ...others] = borderText(random).split('%');
    return asStored(others.length === 0 ? first! : `${first}%${others.join('')}`);
  }
  const [stored, shown] = random.pick(MARKUP);
  const [before, after] = [
    random.pick(['', 'a ', 'a\n', '"', "'"]),
    random.pick(['', ' z', ' @', ' %']),
  ];
  return { stored: before + stored + after, shown: before + shown + after };
}

/** Escapes a code unit, unless it is a surrogate, because aapt2 drops escaped surrogates. */
const escapedUnit = (one: string): string =>
  /[\ud800-\udfff]/.test(one) ? one : `\\u${hexOf(one)}`;

/** Returns the content of a string in one of the styles that people use. */
function contentOf(text: string, random: Random): string {
  if (/^[^<]*<[\s\S]*>[^<]*$/.test(text)) return markedUp(text);
  if (isSimple(text)) return random.next() < 0.3 ? `"${text}"` : text;
  if (random.next() < 0.2)
    return `"${xmlOf(text).replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, escapedUnit)}"`.replaceAll(
      "'",
      "\\'",
    );
  return text.replaceAll(/[^a-zA-Z0-9,.;:()-]/g, escapedUnit);
}

const markedUp = (text: string): string =>
  text.replaceAll(/<[^>]*>|[^<]+/g, (part) =>
    part.startsWith('<') ? part : part.replaceAll(/[^a-zA-Z0-9,.;:()-]/g, escapedUnit),
  );

function resourceOf(entry: Entry, { version, random }: BaseFile): string {
  const value = entry[version];
  const note = random.next() < 0.1 ? '    <!-- a note: "of" a person -->\n' : '';
  if (!isForms(value)) {
    const text = textsOf(entry, version)[0]![1].stored;
    return `${note}    <string name="${entry.name}">${contentOf(text, random)}</string>\n`;
  }
  const items = [...value].map(
    ([category, { stored }]) =>
      `        <item quantity="${category}">${contentOf(stored, random)}</item>\n`,
  );
  return `${note}    <plurals name="${entry.name}">\n${items.join('')}    </plurals>\n`;
}

export const androidSubject: Subject = {
  id: 'android',
  format: android,
  writing: { keySeparator: '.', shape: 'flat' },
  hasPlurals: true,
  hasDescriptions: true,
  nameOf: plainName,
  textOf,
  baseNames: ['accent', 'app_alias', 'app_name', 'bits'],
  // People write a lone tag or a comment in ways that this base does not have.
  isOnlyNew: (text) =>
    /[<&]/.test(MARKUP.reduce((rest, [stored]) => rest.replace(stored, ''), text)),
  baseOf: (file) =>
    `<?xml version="1.0" encoding="utf-8"?>\n<resources xmlns:tools="http://schemas.android.com/tools" xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">\n    <color name="accent">#ff0000</color>\n    <string name="app_alias">@string/app_name</string>\n    <item type="string" name="app_name" tools:ignore="x">App</item>\n    <integer-array name="bits"><item>4</item></integer-array>\n${file.entries.map((entry) => resourceOf(entry, file)).join('')}</resources>\n`,
  readers: [
    {
      ...aapt2,
      // The entries define the text that is shown for markup. aapt2 dumps U+10FFFF as two surrogates.
      misreads: (text) => /[<\u{10ffff}]/u.test(text),
    },
  ],
};
