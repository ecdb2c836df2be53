import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { createRandom, type Random } from '../../test/adversary/random.ts';
import { inventSyntax } from '../../test/code/invent-syntax.ts';
import { analyzeMessage } from '../analysis/analyze.ts';
import { runSteps } from '../token/steps.ts';
import { verifyMessage } from '../verify/verify-message.ts';
import { findPositions, patternOfShape } from './code-positions.ts';
import { learnCodeShapes, mayHaveCodePositions } from './code-shapes.ts';

const OPTIONS = { format: 'auto', sourceLocale: 'en', targetLocale: 'de' } as const;
const learn = (texts: readonly string[]): readonly string[] =>
  runSteps(learnCodeShapes(texts, 'auto'));

const shuffled = <T>(items: readonly T[], random: Random): T[] =>
  items
    .map((item) => ({ item, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

/** Returns the words that an engine would get, or null if the text is not sent to engines. */
function wordsFor(text: string, shapes: readonly string[]): string | null {
  const { leaves, findings, positions } = analyzeMessage(text, OPTIONS);
  const isHeld = positions.some(({ shape }) => shapes.includes(shape));
  if (isHeld || findings.some(({ code }) => code === 'unknown_syntax')) return null;
  return leaves
    .flatMap(({ tokens }) => tokens)
    .map((token) => (token.type === 'text' ? token.text : '\ufffc'))
    .join('');
}

/** Nouns for prose with signs: enough texts of each kind to learn a shape. */
const NOUNS = ['file', 'folder', 'team', 'link', 'page', 'user', 'note', 'image'];
const PROSE: readonly ((noun: string, at: number) => string)[] = [
  (noun) => `Choose [Save] to keep the ${noun}`,
  (noun) => `Name of the ${noun} [optional]`,
  (noun) => `[beta] Share the ${noun}`,
  (noun) => `A ${noun} [see below] is kept`,
  (noun) => `The ${noun} is *not* there, and **never** was`,
  (noun) => `Is the _${noun}_ here — or there - or –nowhere–?`,
  (noun) => `The “${noun}” and the '${noun}' and «${noun}»`,
  (noun, at) => `~${at} km to the ${noun}, <${at} min, ${at}×${at}, x^2 = ${at}`,
  (noun) => `e.g. a ${noun}, i.e. no. 5, etc.`,
  (noun) => `Tag the ${noun} with #${noun} or #news`,
  (noun) => `File > ${noun} > Save, or Ctrl+S`,
  (noun) => `&Open ${noun}, S&ave ${noun}`,
  (noun) => `NOTE: the ${noun} is gone`,
  (noun) => `Each ${noun}(s) on|off|auto, and/or a (small) one :) :D :p`,
  (noun) => `C:\\temp\\${noun} at 10:30, ratio 4:3`,
  (noun) => `Great ${noun}! Really!! (Yes!)`,
  (noun) => `It is ${noun}=new, 1+1=2, C++ and C#`,
  (noun) => `Ask @${noun} about user@example.com`,
  (noun) => `I <3 this ${noun}`,
  (noun) => `:count ${noun}|:count ${noun}s`,
];

describe('learnCodeShapes', () => {
  it('prevents code of an invented syntax from reaching an engine as words', () => {
    for (let seed = 0; seed < testRuns(150); seed++) {
      const random = createRandom(seed);
      const { texts, codes, signs } = inventSyntax(random);
      const prose = NOUNS.map((noun, index) => random.pick(PROSE)(noun, index)).filter(
        (text) => ![...signs].some((sign) => text.includes(sign)),
      );
      const shapes = learn([...prose, ...texts]);
      for (const [at, text] of texts.entries()) {
        const words = wordsFor(text, shapes);
        if (words?.includes(codes[at]!)) expect([seed, text, shapes]).toEqual('held back');
      }
    }
  });

  it('finds shapes with patterns that match exactly the code of the shape', () => {
    for (let seed = 0; seed < testRuns(150); seed++) {
      const random = createRandom(seed);
      const { texts } = inventSyntax(random);
      const prose = PROSE.flatMap((make) => NOUNS.map(make));
      const all = [...texts, ...prose].map((text) => ({ text, positions: findPositions(text) }));
      const own = new Set(all.slice(0, texts.length).flatMap(({ positions }) => positions));
      for (const shape of new Set([...own].map((position) => position.shape))) {
        const pattern = new RegExp(patternOfShape(shape), 'gu');
        for (const { text, positions } of all) {
          const found = positions.filter((position) => position.shape === shape);
          const matched = [...text.matchAll(pattern)].map(
            ({ 0: whole, groups }) => groups?.code ?? whole.trim(),
          );
          expect([seed, shape, text, matched]).toEqual([
            seed,
            shape,
            text,
            found.map(({ source }) => source),
          ]);
        }
      }
    }
  });

  it('returns the same shapes for any order of the texts', () => {
    for (let seed = 0; seed < testRuns(30); seed++) {
      const random = createRandom(seed);
      const texts = [...inventSyntax(random).texts, ...inventSyntax(random).texts];
      expect(learn(shuffled(texts, random))).toEqual(learn(texts));
    }
  });

  it('finds no code in prose with brackets and symbols, whether a project has one kind of such prose or all kinds', () => {
    const others = NOUNS.flatMap((noun) => [`Open a ${noun}`, noun]);
    for (const prose of PROSE) expect(learn([...NOUNS.map(prose), ...others])).toEqual([]);
    expect(learn(PROSE.flatMap((prose) => NOUNS.map(prose)))).toEqual([]);
  });

  it('treats brackets as prose if further texts enclose the same word in brackets', () => {
    const texts = NOUNS.map((noun) => `Open the [${noun}] now`);
    const menus = NOUNS.map((noun) => `Press [Save] for the ${noun}`);
    expect(learn(texts)).toEqual(['[…]']);
    expect(learn([...texts, ...menus])).toEqual([]);
  });

  it('requires three different texts with a shape', () => {
    const texts = ['Hello ~name~', 'Bye ~name~', 'Open ~file~ now'];
    expect(learn(texts.slice(0, 2))).toEqual([]);
    expect(learn([texts[0]!, ...texts.slice(0, 2)])).toEqual([]);
    expect(learn(texts)).toEqual(['~…~']);
  });

  it('treats a leading keyword as code only if most texts start with a keyword', () => {
    const texts = NOUNS.map((noun) => `TITLE: the ${noun}`);
    expect(learn(texts)).toEqual(['…: ']);
    expect(learn([...texts, ...NOUNS, ...NOUNS.map((noun) => `Open a ${noun}`)])).toEqual([]);
  });

  it('finds no code in a project of the format plain', () => {
    const texts = NOUNS.map((noun) => `Open ~${noun}~ now`);
    expect(runSteps(learnCodeShapes(texts, 'plain'))).toEqual([]);
    expect(mayHaveCodePositions(texts[0]!, 'plain')).toBe(false);
    expect(mayHaveCodePositions(texts[0]!, 'auto')).toBe(true);
  });
});

describe('a translation of learned code', () => {
  const codePatterns = ['~…~', '<<…'].map(patternOfShape);
  const valuesOf = (source: string, target: string) =>
    verifyMessage(source, target, { ...OPTIONS, codePatterns })
      .filter(({ code }) => code === 'unknown_syntax')
      .map(({ value }) => value);

  it.each([
    ['Hello ~name~ in <<city', 'In <<city, hallo ~name~'],
    ['Open ~a~ or ~b~', 'Öffne ~b~ oder ~a~'],
    ['Hello [name]', 'Hallo [Name]'],
  ])('causes no finding if it keeps the code: %j as %j', (source, target) => {
    expect(valuesOf(source, target)).toEqual([]);
  });

  it('causes a finding in an ICU message only if a code is missing or unknown in all forms together', () => {
    const icu = (one: string, other: string) => `{n, plural, one {${one}} other {# ${other}}}`;
    const source = icu('One file', 'files of ~name~');
    const valuesIn = (target: string) =>
      verifyMessage(source, target, { ...OPTIONS, format: 'icu', codePatterns })
        .filter(({ code }) => code === 'unknown_syntax')
        .map(({ value }) => value);
    expect(valuesIn(icu('Eine Datei', 'Dateien von ~name~'))).toEqual([]);
    expect(valuesIn(icu('Eine Datei', 'Dateien von ~nombre~'))).toEqual(['~name~', '~nombre~']);
    expect(analyzeMessage(source, { ...OPTIONS, format: 'icu' }).positions).toMatchObject([
      { shape: '~…~' },
    ]);
  });

  it.each([
    ['Hello ~name~', 'Hallo ~nombre~', ['~name~', '~nombre~']],
    ['Hello ~name~ in <<city', 'Hallo ~name~ in city', ['<<city']],
    ['Hello ~name~', 'Hallo ~name~ ~name~', ['~name~']],
    ['Hello', 'Hallo ~name~', ['~name~']],
  ])('causes a finding if it changes the code: %j as %j', (source, target, values) => {
    expect(valuesOf(source, target)).toEqual(values);
  });
});
