import { foldText } from '@parlance/messages';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../scripts/tests/test-runs.ts';
import type { DescribedProject } from '../../../test/app/describe-project.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { replaceText } from '../../domain/content/message/replace-text.ts';
import { containsText, isLike } from './contains-text.ts';

let given: DescribedProject;
describeProject(
  (described) => {
    given = described;
  },
  { works: false },
);

const LETTERS = [
  ...'sSſßẞﬅtfFﬀﬁﬃiIıİσςΣάΆᾳιαûÛuéンﾝガカアｱＡａ가ㄱﾡ \u00a0\u202f\u3000\'’"“«.*[]\\^-(|',
];
const lineOf = (characters: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...characters), { maxLength }).map((some) => some.join(''));

/** Generates a text and a part. The part often is in the text. */
const pairOf = (characters: readonly string[]) =>
  fc.oneof(
    fc.tuple(lineOf(characters, 8), lineOf(characters, 3)),
    lineOf(characters, 3).map((part) => [`ab${part}cd`.normalize('NFC'), part] as const),
  );

const isEach = (
  pairs: readonly (readonly [string, string])[],
  condition: (text: string, part: string) => ReturnType<typeof containsText>,
) =>
  sql<{ found: boolean[] }>`select array[${sql.join(
    pairs.map(([text, part]) => condition(text, part)),
  )}]::boolean[] as found`
    .execute(given.app.db)
    .then(({ rows }) => rows[0]!.found);

describe('containsText', () => {
  it('agrees with foldText on texts of all character classes that folding merges', async () => {
    const pairs = fc.array(pairOf(LETTERS), { minLength: 40, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(pairs, async (texts) => {
        const found = await isEach(texts, (text, part) => containsText(sql`${text}::text`, part));
        for (const [at, [text, part]] of texts.entries()) {
          const isFound = foldText(text).includes(foldText(part));
          expect({ text, part, isFound: found[at] }).toEqual({ text, part, isFound });
        }
        const same = await isEach(texts, (text, part) => isLike([sql`${text}::text`], [part]));
        expect(same).toEqual(texts.map(([text, part]) => foldText(text) === foldText(part)));
      }),
      { numRuns: testRuns(10), endOnFailure: true },
    );
  });

  it('finds every match of foldText, even if combining marks are separate', async () => {
    const marked = [...LETTERS, 'ｶﾞ', 'i\u0307', 'u\u0302'];
    const pairs = fc.array(pairOf(marked), { minLength: 40, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(pairs, async (texts) => {
        const there = texts.filter(([text, part]) => foldText(text).includes(foldText(part)));
        const found = await isEach(there, (text, part) => containsText(sql`${text}::text`, part));
        expect(there.filter((_, index) => !found[index])).toEqual([]);
      }),
      { numRuns: testRuns(10), endOnFailure: true },
    );
  });

  it('finds a text in NFD', async () => {
    const pairs = ['İstanbul', 'Êtes-vous sûr', 'ガイド', 'ΰᾳ'].map(
      (text) => [text.normalize('NFD'), text.toUpperCase()] as const,
    );
    expect(await isEach(pairs, (text, part) => containsText(sql`${text}::text`, part))).toEqual(
      pairs.map(() => true),
    );
  });

  it('returns null for a missing text', async () => {
    const { rows } = await sql`select ${containsText(sql`null::text`, 'missing')} as found`.execute(
      given.app.db,
    );
    expect(rows).toEqual([{ found: null }]);
  });
});

describe('a text that differs only in case or form', () => {
  const SAME = [
    ['Τέλος', ['ΤΈΛΟΣ', 'τέλος', 'τέλοσ']],
    ['Işık ve ISPARTA', ['ışık', 'IŞIK', 'işik', 'ısparta', 'isparta']],
    ['Straße', ['STRASSE', 'strasse', 'STRAẞE', 'stras']],
    ['ﾌｧｲﾙ ﾀﾞｳﾝ', ['ファイル', 'ダウン']],
    ['Ｐａｒｉｓ', ['paris']],
    ['Êtes-vous sûr\u202f?', ['sûr ?', 'SÛR\u00a0?']],
    ['L’élément «\u00a0a\u00a0»', ["L'élément", '" a "']],
  ] as const;

  it('matches a search for a part or for a whole word, and does not match a search with case:', async () => {
    const { tenant, projectId } = given;
    const content = Object.fromEntries(SAME.map(([text], index) => [`key${index}`, text]));
    await tenant.client.i18n.projects.import({ projectId, locale: 'en', content });
    const search = async (query: string) => {
      const { data } = await tenant.client.i18n.rows.list({ projectId, locales: ['en'], query });
      return data.map(({ key }) => key);
    };
    for (const [at, [text, parts]] of SAME.entries()) {
      for (const part of parts) {
        const quoted = `"${part.replaceAll('"', '\\"')}"`;
        expect(await search(quoted), part).toEqual([`key${at}`]);
        expect(await search(`case: ${quoted}`), part).toEqual(
          text.includes(part) ? [`key${at}`] : [],
        );
      }
    }
    expect(await search('word: strasse')).toEqual(['key2']);
    expect(await search('word: stras')).toEqual([]);
    expect(await search('word: ışik')).toEqual(['key1']);
  });

  it('matches a search after an edit, and after a restore of an earlier version', async () => {
    const { tenant, projectId } = given;
    const { i18n } = tenant.client;
    await i18n.projects.import({ projectId, locale: 'en', content: { edited: 'Plain words' } });
    const [key] = (await i18n.keys.list({ projectId, keyPrefix: 'edited' })).data;
    const isFound = async (query: string) =>
      (await i18n.rows.list({ projectId, locales: ['en'], query })).data.some(
        (row) => row.key === 'edited',
      );
    const keyId = key!.id;
    const put = (text: string) => i18n.values.put({ projectId, keyId, localeCode: 'en', text });
    await put('Große Ｗörter');
    expect([await isFound('GROSSE'), await isFound('wörter')]).toEqual([true, true]);
    await put('plain again');
    expect(await isFound('GROSSE')).toBe(false);
    const [last] = (await i18n.changes.list({ projectId, limit: 1 })).data;
    await i18n.changes.revert({ projectId, changeId: last!.id });
    expect([await isFound('GROSSE'), await isFound('plain')]).toEqual([true, false]);
  });

  it('conflicts with the glossary term that it equals', async () => {
    const { tenant, projectId } = given;
    for (const [term, parts] of [SAME[0], SAME[2], SAME[4]]) {
      await tenant.client.i18n.glossary.create({ projectId, term, doNotTranslate: true });
      const again = tenant.client.i18n.glossary.create({
        projectId,
        term: parts[0],
        doNotTranslate: true,
      });
      await expect(again).rejects.toMatchObject({ code: 'conflict' });
    }
  });

  it('matches in a replacement only as whole characters', () => {
    const replace = (text: string, find: string) =>
      replaceText(text, { find, replaceWith: '_' }, 1e6);
    expect(replace('Τέλος ΤΈΛΟΣ', 'τέλος')).toEqual({ text: '_ _' });
    expect(replace('Straße STRASSE', 'strasse')).toEqual({ text: '_ _' });
    expect(replace('Straße', 'stras')).toEqual({ text: 'Straße' });
    expect(replace('sûr\u202f? SÛR ?', 'sûr ?')).toEqual({ text: '_ _' });
    expect(replace('L’a.b', "l'a.b")).toEqual({ text: '_' });
    expect(replace('ﾌｧｲﾙ', 'ファイル')).toEqual({ text: '_' });
  });
});
