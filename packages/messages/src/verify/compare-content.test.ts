import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenize } from '../token/tokenize.ts';
import { compareContent } from './compare-content.ts';
import { verifyMessage } from './verify-message.ts';

const reasons = (source: string, target: string, targetLocale = 'de') =>
  compareContent(tokenize(source, 'auto'), tokenize(target, 'auto'), targetLocale).map(
    ({ params, value }) => [params!.reason, value],
  );

describe('compareContent', () => {
  it.each([
    ['no_text', 'a timer <b>runs</b>', 'ein Timer läuft <b></b>', '<b></b>'],
    [
      'no_text',
      'Read <a href="/t">terms</a>.',
      'Bedingungen<a href="/t">.</a>',
      '<a href="/t">.</a>',
    ],
    ['no_text', 'By <i>{name}</i>', 'Von {name} <i> </i>', '<i> </i>'],
    ['no_text', '<a><b>x</b></a> y', 'x <a><b></b></a> y', '<a><b></b></a>'],
    [
      'no_text',
      'See [docs](https://a.example)',
      'Docs [ ](https://a.example)',
      '[ ](https://a.example)',
    ],
    ['space_lost', 'Press <b>Save</b> now', 'Drücke<b>Speichern</b> jetzt', '<b>'],
    ['space_lost', 'Press <b>Save</b> now', 'Drücke <b>Speichern</b>jetzt', '</b>'],
    ['space_lost', 'Press <b>Save</b>', '<b>Speichern</b>drücken', '</b>'],
    ['space_lost', '<b>{count}</b> files', '<b>{count}</b>Dateien', '</b>'],
    ['text_moved', '48 m<sup>3</sup> left', '48 <sup>m3</sup> übrig', '<sup>m3</sup>'],
    ['text_moved', 'Add H<sub>2</sub>O', '<sub>H2</sub>O zugeben', '<sub>H2</sub>'],
    ['text_moved', 'Add H<sub>2</sub>O', 'H<sub>2O</sub> zugeben', '<sub>2O</sub>'],
    ['text_moved', 'the note<sup>1</sup>', 'die <sup>Anmerkung 1</sup>', '<sup>Anmerkung 1</sup>'],
  ])('finds %s in “%s” → “%s”', (reason, source, target, value) => {
    expect(reasons(source, target)[0]).toEqual([reason, value]);
  });

  it.each([
    ['de', 'Press <b>Save</b> or <i>Quit</i>.', '<i>Beenden</i> oder <b>Speichern</b> drücken.'],
    ['de', 'Press <b>Save</b>', '„<b>Speichern</b>“ drücken'],
    ['de', 'Settings of <b>{name}</b>', '<b>{name}</b>s Einstellungen'],
    ['fr', 'the <b>file</b> here', 'l’<b>fichier</b> ici'],
    ['ja', 'Press <b>Save</b> now', '今すぐ<b>保存</b>を押す'],
    ['th', 'Press <b>Save</b> now', 'กด<b>บันทึก</b>ตอนนี้'],
    ['zh', 'Open <b>{name}</b> now', '现在打开<b>{name}</b>吧'],
    ['ko', 'Press <b>Save</b> now', '지금 <b>저장</b>을 누르세요'],
    ['fi', 'Open <b>Nokia</b> now', 'Avaa <b>Nokia</b>lla nyt'],
    ['he', 'Go to <b>home</b> now', 'לך ל<b>בית</b> עכשיו'],
    ['de', '<i class="icon"></i> Save <b>all</b>', 'Alles <b>sichern</b> <i class="icon"></i>'],
    ['de', 'First<br>second <b>x</b>', 'Erstens<br>zweitens <b>x</b>'],
    [
      'de',
      '<a href="/x"><img src="/a.png"></a> <b>x</b>',
      '<b>x</b> <a href="/x"><img src="/a.png"></a>',
    ],
    ['de', '<b>S</b>ave', '<b>S</b>peichern'],
    ['de', 'Hello <b>you</b>!', '<b>Hallo du!</b>'],
    ['fr', 'the 1<sup>st</sup> of May', 'le 1<sup>er</sup> mai'],
    ['de', '<b>A</b> and <b>B</b>', 'A und B'],
  ])('finds nothing in %s: “%s” → “%s”', (locale, source, target) => {
    expect(reasons(source, target, locale)).toEqual([]);
  });

  const tag = fc.constantFrom('b', 'i', 'a', 'sup', 'Link', '0');
  const words = fc.constantFrom('Speichern', 'jetzt', 'die Datei', '{name}', 'drücken, bitte');
  const elements = fc.uniqueArray(fc.tuple(tag, words), {
    minLength: 1,
    maxLength: 5,
    selector: ([name]) => name,
  });
  const element = ([name, text]: readonly [string, string]): string => `<${name}>${text}</${name}>`;

  it('finds nothing in a translation that keeps the texts and spaces of its elements in any order', () => {
    fc.assert(
      fc.property(elements, words, fc.nat(), (list, more, seed) => {
        const source = list.map((one) => `word ${element(one)}`).join(' ');
        const moved = list.map((_, index) => list[(index + seed) % list.length]!);
        expect(reasons(source, moved.map((one) => `${element(one)} ${more}`).join(', '))).toEqual(
          [],
        );
      }),
    );
  });

  it('finds an element that lost its text, and an element that lost a space', () => {
    fc.assert(
      fc.property(elements, fc.nat(), fc.boolean(), (list, seed, isEmptied) => {
        const at = seed % list.length;
        const source = `word ${list.map(element).join(' word ')} word`;
        const [name, text] = list[at]!;
        const spoiled = isEmptied ? `${text} <${name}></${name}>` : `${element(list[at]!)}worte`;
        const target = list.map((one, index) => (index === at ? spoiled : element(one)));
        const [reason, value] = isEmptied
          ? ['no_text', `<${name}></${name}>`]
          : ['space_lost', `</${name}>`];
        const written = target.join(' wort ').replace(/worte wort /, 'worte ');
        expect(
          reasons(source, `wort ${written}${isEmptied || at < list.length - 1 ? ' wort' : ''}`),
        ).toEqual([[reason, value]]);
      }),
    );
  });

  it('compares 4,000 nested or adjacent elements within the time limit of a test', () => {
    const nested = `${'<b>.'.repeat(4_000)}x${'</b>'.repeat(4_000)}`;
    const flat = 'a<b>1</b>'.repeat(4_000);
    expect(reasons(nested, nested)).toEqual([]);
    expect(reasons(flat, flat)).toEqual([]);
  });
});

describe('verifyMessage', () => {
  it('compares the elements of each ICU form', () => {
    const options = { format: 'icu', sourceLocale: 'en', targetLocale: 'de' } as const;
    const source = '{n, plural, one {<b>#</b> file} other {<b>#</b> files}}';
    const target = '{n, plural, one {# Datei<b></b>} other {<b>#</b> Dateien}}';
    expect(verifyMessage(source, target, options)).toMatchObject([
      { code: 'tag_content', severity: 'warning', params: { reason: 'no_text' } },
    ]);
  });
});
