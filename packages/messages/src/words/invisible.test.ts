import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { repairTokens } from '../repair/repair.ts';
import { sourceOf, textToken } from '../token/token.ts';
import { tokenize } from '../token/tokenize.ts';
import { verifyWithFixes } from '../verify/verify-with-fixes.ts';
import { nameOf } from './invisible.ts';

const CONTROLS = [
  '\u200b',
  '\u00ad',
  '\ufeff',
  '\u2060',
  '\u200e',
  '\u202e',
  '\u202a',
  '\u2066',
  '\u200d',
];

const repair = (source: string, answer: string, targetLocale: string): string =>
  sourceOf(
    repairTokens(tokenize(source, 'auto'), [textToken(answer)], {
      sourceLocale: 'en',
      targetLocale,
    }),
  );

const verify = (source: string, target: string, targetLocale: string) =>
  verifyWithFixes(source, target, { format: 'auto', sourceLocale: 'en', targetLocale });

describe('invisible characters that the source lacks', () => {
  it('disappear from engine output, and cause a warning with a fix in a stored text', () => {
    const word = fc.constantFrom('Datei', 'öffnen', 'jetzt', 'Ordner', 'ab');
    const part = fc.tuple(word, fc.constantFrom(...CONTROLS, '', ''));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
        const target = `Datei ${parts.flat().join('')}x`;
        const plain = target.replace(/[^ -~öÖ]/gu, '');
        expect(repair('Open the file', target, 'de')).toBe(plain);
        const found = verify('Open the file', target, 'de');
        const chars = new Set(target.match(/[^ -~öÖ]/gu));
        expect(found.map(({ value }) => value)).toEqual([...chars].map(nameOf));
        for (const { code, severity, fix, at } of found) {
          expect([code, severity]).toEqual(['invisible_characters', 'warning']);
          expect(fix?.text).toBe(plain);
          expect(chars).toContain(target.slice(at!.start, at!.end));
        }
      }),
      { numRuns: testRuns(100) },
    );
  });

  it.each([
    ['th', 'เปิด\u200bไฟล์'],
    ['km', 'បើក\u200bឯកសារ'],
    ['ja', 'ファイルを\u200b開く'],
    ['fa', 'می\u200cخواهم'],
    ['hi', 'क्\u200dष'],
    ['ml', 'ന്\u200dറെ'],
    ['he', 'קובץ \u200e(A)\u200f'],
    ['ar', 'ملف \u2068A\u2069'],
    ['de', 'Familie 👨\u200d👩\u200d👧'],
    ['de', 'Herz ❤\ufe0f\u200d🔥'],
  ])('stay if the language or an emoji needs them: %s %j', (locale, text) => {
    expect(verify('Open the file', text, locale)).toEqual([]);
    expect(repair('Open the file', text, locale)).toBe(text);
  });

  it('stay if the source has them', () => {
    expect(verify('Open\u200bfile', 'Datei\u200böffnen', 'de')).toEqual([]);
    expect(repair('Open\u200bfile', 'Datei\u200böffnen', 'de')).toBe('Datei\u200böffnen');
  });

  it('include overrides of the text direction in every language', () => {
    for (const locale of ['de', 'ar', 'he']) {
      expect(verify('A file', '\u202eA B', locale).map(({ value }) => value)).toEqual(['U+202E']);
    }
  });
});

describe('straight quotation marks of the source', () => {
  const codes = (source: string, target: string) =>
    verify(source, target, 'de').map(({ code }) => code);

  it.each([
    ['Click "Save" to continue', 'Klicken Sie auf Speichern, um fortzufahren'],
    ['Open "{name}" now', 'Öffne {name} jetzt'],
    ['Say "yes"!', "Sag's doch, ja!"],
  ])('cause a finding if they are missing: %s as %s', (source, target) => {
    expect(codes(source, target)).toEqual(['quotes_missing']);
  });

  it.each([
    ['Click "Save"', 'Klicken Sie auf „Speichern“'],
    ['Click "Save"', 'Cliquez sur « Enregistrer »'],
    ['Click "Save"', '「保存」をクリック'],
    ['Click "Save"', "Klicken Sie auf 'Speichern'"],
    ['Click "Save"', 'Klicken Sie auf ‚Speichern‘'],
    ['A 5" screen and a 7" screen', 'Ein Bildschirm von 5 Zoll und einer von 7'],
    ['See <a href="/x">it</a>', 'Sieh <a href="/x">es</a>'],
    ['One " only', 'Nur eines'],
  ])(
    'cause no finding if another form replaces them, or if they are not quotation marks: %s as %s',
    (source, target) => {
      expect(codes(source, target)).toEqual([]);
    },
  );
});
