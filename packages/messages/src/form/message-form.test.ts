import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { tokenizeLeaf } from '../icu/icu-leaf.ts';
import { parseIcu } from '../syntax/icu.ts';
import { type FormPath, hoistForms, leavesOf } from '../syntax/icu-forms.ts';
import { stylesInsideIcu } from '../token/tokenize.ts';
import { formGroups, sourceOfLine } from './form-lines.ts';
import { tokenizeLine } from './line-text.ts';
import { mapCategories } from './map-categories.ts';
import {
  addOption,
  blankForm,
  linePaths,
  type MessageForm,
  partsOfLine,
  pathOf,
  printForm,
  readForm,
  removeOption,
  setLine,
  textOfLine,
} from './message-form.ts';
import { verifyLine } from './verify-line.ts';

const form = (text: string): MessageForm => {
  const read = readForm(text, 'icu');
  if (!read) throw new Error(`no form: ${text}`);
  return read;
};
const linesOf = (text: string, locale: string, source: string | null = null) =>
  formGroups(form(text), {
    locale,
    sourceLocale: 'en',
    source: source === null ? null : form(source),
  }).flatMap(({ lines }) => lines);
const textsOf = (text: string) =>
  linePaths(form(text)).map((path) => textOfLine(partsOfLine(form(text), path)!));

const FILES = '{n, plural, one {# file} other {# files}}';

const space = fc.constantFrom('', ' ', '\n  ', '\t');
const gap = fc.constantFrom(' ', '\n  ');
const words = fc
  .array(
    fc.constantFrom(
      'a',
      ' file ',
      "it's ",
      "''",
      "'{'",
      "'#'",
      '#',
      'ä',
      '<b>',
      '{name}',
      '{d, date}',
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(''));

/** Generates messages with nested selectors and varying white space. `depth` limits the nesting. */
function messages(depth: number): fc.Arbitrary<string> {
  const text = depth === 0 ? words : fc.oneof(words, messages(depth - 1));
  const plural = fc
    .record({
      name: fc.constantFrom(`n${depth}`, `count${depth}`),
      kind: fc.constantFrom('plural', 'selectordinal'),
      offset: fc.constantFrom('', ' offset:1'),
      keys: fc.subarray(['=0', '=1', '=12', 'zero', 'one', 'two', 'few', 'many']),
    })
    .map(({ name, kind, offset, keys }) => ({ head: `{${name}, ${kind},${offset}`, keys }));
  const select = fc
    .subarray(['female', 'male', 'neuter'])
    .map((keys) => ({ head: `{g${depth}, select,`, keys }));
  return fc
    .record({
      selector: fc.oneof(plural, select),
      texts: fc.array(text, { minLength: 9, maxLength: 9 }),
      before: words,
      after: words,
      layout: fc.tuple(gap, space, space),
    })
    .map(({ selector: { head, keys }, texts, before, after, layout: [between, inner, tail] }) => {
      const options = [...keys, 'other'].map((key, index) => `${key}${inner}{${texts[index]}}`);
      return `${before}${head}${between}${options.join(between)}${tail}}${after}`;
    });
}

describe('the form of an ICU message', () => {
  it('prints an unchanged message byte for byte', () => {
    let forms = 0;
    fc.assert(
      fc.property(fc.oneof(messages(1), messages(2)), (text) => {
        const read = readForm(text, 'icu');
        if (!read) return;
        forms++;
        expect(printForm(read)).toBe(text);
        for (const path of linePaths(read)) {
          const same = setLine(read, path, textOfLine(partsOfLine(read, path)!));
          expect(printForm(same)).toBe(text);
        }
      }),
      { numRuns: testRuns(300) },
    );
    expect(forms).toBeGreaterThan(20);
  });

  it('changes only the bytes of one branch if the surrounding text does not change', () => {
    fc.assert(
      fc.property(messages(1), fc.nat(), (text, pick) => {
        const read = readForm(text, 'icu');
        if (!read) return;
        const paths = linePaths(read);
        const path = paths[pick % paths.length]!;
        const { before, text: branch, after } = partsOfLine(read, path)!;
        const changed = setLine(read, path, [...before, 'NEW', ...after].join(''));
        const printed = printForm(changed);
        const at = printed.indexOf('NEW');
        expect(printed.slice(0, at) + branch + printed.slice(at + 3)).toBe(text);
        expect(textOfLine(partsOfLine(changed, path)!)).toBe([...before, 'NEW', ...after].join(''));
      }),
    );
  });

  it('keeps all other lines when the whole text of one line is replaced, including the text around the selector', () => {
    fc.assert(
      fc.property(messages(1), fc.nat(), (text, pick) => {
        const read = readForm(text, 'icu');
        if (!read) return;
        const paths = linePaths(read);
        const path = paths[pick % paths.length]!;
        const changed = setLine(read, path, 'all of it is new');
        for (const other of linePaths(changed)) {
          const line = textOfLine(partsOfLine(changed, other)!);
          const earlier = textOfLine(partsOfLine(read, other)!);
          expect(line).toBe(String(other) === String(path) ? 'all of it is new' : earlier);
        }
        expect(Array.isArray(parseIcu(printForm(changed)))).toBe(true);
      }),
    );
  });

  it('shows in each line the words that a reader sees', () => {
    const styles = stylesInsideIcu('icu');
    let compared = 0;
    const wordsOf = (tokens: readonly { type: string; source: string; text?: string }[]) =>
      tokens.map((token) => (token.type === 'text' ? token.text : token.source)).join('');
    fc.assert(
      fc.property(messages(1), (text) => {
        const read = readForm(text, 'icu');
        const nodes = parseIcu(text);
        if (!read || !Array.isArray(nodes)) return;
        const leaves = leavesOf(
          hoistForms(nodes, {
            choicesOf: ({ forms }) => [...forms].map((key) => ({ key, seed: key, sample: null })),
            categoryOf: () => 'other',
            maxLeaves: 1_000,
          }),
        );
        for (const path of linePaths(read)) {
          const { dimensions } = partsOfLine(read, path)!;
          const at = (path: FormPath) =>
            path.map(({ dimension, choice }) => `${dimension.key} ${choice.key}`).join();
          const leaf = leaves.find((leave) => at(leave.path) === at(pathOf(dimensions, path)));
          if (!leaf) continue;
          compared++;
          const line = textOfLine(partsOfLine(read, path)!);
          const tokens = tokenizeLine(line, { dimensions, keys: path }, 'icu');
          expect(wordsOf(tokens)).toBe(wordsOf(tokenizeLeaf(leaf, styles).tokens));
        }
      }),
      { numRuns: testRuns(300) },
    );
    expect(compared).toBeGreaterThan(30);
  });

  it('adds the text outside of a selector to each line, quoted for its new position', () => {
    expect(textsOf('Delete {n, plural, one {# file} other {# files}}?')).toEqual([
      'Delete # file?',
      'Delete # files?',
    ]);
    expect(textsOf('Item #1: {n, plural, other {# files}}')).toEqual(["Item '#'1: # files"]);
    expect(
      textsOf('{n, plural, other {# of {g, select, female {her files} other {their files}}}}'),
    ).toEqual(['{n, number} of her files', '{n, number} of their files']);
  });

  it('keeps the text outside of a selector in place until a line changes it', () => {
    const text = 'Delete {n, plural, one {# file} other {# files}}?';
    const inside = setLine(form(text), ['one'], 'Delete # document?');
    expect(printForm(inside)).toBe('Delete {n, plural, one {# document} other {# files}}?');
    const outside = setLine(form(text), ['one'], 'Remove # file?');
    expect(printForm(outside)).toBe('{n, plural, one {Remove # file?} other {Delete # files?}}');
  });

  it.each([
    ['a text without a selector', 'Hello {name}'],
    ['two selectors side by side', `${FILES} in ${FILES}`],
    ['selectors three deep', '{a, select, other {{b, select, other {{n, plural, other {#}}}}}}'],
    ['a message with a fault', '{n, plural, one {# file}'],
    [
      'a `#` that an inner select could not show',
      '{n, plural, offset:1 other {# {g, select, other {x}}}}',
    ],
  ])('does not exist for %s', (_, text) => {
    expect(readForm(text, 'icu')).toBeNull();
  });

  it('adds and removes exact numbers in order, with the layout of the message', () => {
    const added = addOption(addOption(form(FILES), ['=1']), ['=0']);
    expect(printForm(added)).toBe('{n, plural, =0 {} =1 {} one {# file} other {# files}}');
    expect(printForm(removeOption(removeOption(added, ['=0']), ['=1']))).toBe(FILES);
    const tight = addOption(form('{n,plural,other{#}}'), ['=0']);
    expect(printForm(tight)).toBe('{n,plural, =0{}other{#}}');
    expect(printForm(removeOption(form('{n,plural,offset:1 =1{a}other{#}}'), ['=1']))).toBe(
      '{n,plural,offset:1 other{#}}',
    );
    expect(removeOption(form(FILES), ['other'])).toEqual(form(FILES));
  });

  it('adds an option when its text gets the first character, and removes the option when its text is emptied', () => {
    const written = setLine(form(FILES), ['few'], '# x');
    expect(printForm(written)).toBe('{n, plural, one {# file} few {# x} other {# files}}');
    expect(printForm(setLine(written, ['few'], ''))).toBe(FILES);
    const own = setLine(form(FILES), ['one'], '');
    expect(printForm(own)).toBe('{n, plural, one {} other {# files}}');
    const deep = form(
      '{g, select, female {{n, plural, other {her #}}} other {{n, plural, other {#}}}}',
    );
    const male = setLine(deep, ['male', 'one'], 'his');
    expect(printForm(male)).toBe(
      '{g, select, female {{n, plural, other {her #}}} male {{n, plural, one {his} other {}}} other {{n, plural, other {#}}}}',
    );
    expect(printForm(setLine(male, ['male', 'one'], ''))).toBe(printForm(deep));
  });

  it('escapes an apostrophe at the end of a branch so that it does not quote the brace', () => {
    expect(printForm(setLine(form(FILES), ['other'], "the users'"))).toBe(
      "{n, plural, one {# file} other {the users''}}",
    );
    expect(printForm(setLine(form(FILES), ['other'], "a '}'"))).toBe(
      "{n, plural, one {# file} other {a '}'}}",
    );
  });

  it('starts a translation from the selectors of its source, and prints nothing without a text', () => {
    const source = form('Hi {g, select, female {her {n, plural, =0 {none} other {#}}} other {x}}');
    const blank = blankForm(source);
    expect(printForm(blank)).toBe('');
    const written = setLine(blank, ['other'], 'y');
    expect(printForm(written)).toBe('{g, select, other {y}}');
    expect(printForm(setLine(written, ['other'], ''))).toBe('');
  });
});

describe('the lines of an ICU form', () => {
  it.each([
    ['ar', ['zero', 'one', 'two', 'few', 'many', 'other']],
    ['ru', ['one', 'few', 'many', 'other']],
    ['ja', ['one', 'other']],
    ['cy', ['zero', 'one', 'two', 'few', 'many', 'other']],
    ['en', ['one', 'other']],
  ])('match the message and the categories of %s', (locale, expected) => {
    const lines = linesOf(FILES, locale);
    expect(lines.map(({ keys }) => keys[0])).toEqual(expected);
    expect(lines.filter(({ isPresent }) => isPresent)).toHaveLength(2);
    expect(lines.find(({ keys }) => keys[0] === 'one')!.isNeeded).toBe(locale !== 'ja');
  });

  it('include exact numbers and options of the source that the translation lacks', () => {
    const lines = linesOf(FILES, 'de', '{n, plural, =0 {none} one {# file} other {# files}}');
    expect(lines.map(({ keys, isPresent }) => [keys[0], isPresent])).toEqual([
      ['=0', false],
      ['one', true],
      ['other', true],
    ]);
    const select = linesOf(
      '{g, select, male {er} other {sie}}',
      'de',
      '{g, select, female {she} other {they}}',
    );
    expect(select.map(({ keys, isPresent, isNeeded }) => [keys[0], isPresent, isNeeded])).toEqual([
      ['male', true, false],
      ['female', false, true],
      ['other', true, true],
    ]);
  });

  it('have sample numbers from which the offset is subtracted', () => {
    const lines = linesOf('{n, plural, offset:1 =0 {x} =1 {y} one {#} other {#}}', 'en');
    expect(lines.map(({ sample }) => sample)).toEqual([-1, 0, 1, 2]);
  });

  it('correspond to the source line with the same options, or else to the source line `other`', () => {
    const source = form(
      'For {g, select, female {her {n, plural, one {file} other {# files}}} other {x}}',
    );
    const languages = { locale: 'ru', sourceLocale: 'en', source };
    const target = form('{g, select, female {{n, plural, one {a} few {b} other {c}}} other {d}}');
    const sources = formGroups(target, languages).flatMap(({ lines }) =>
      lines.map((line) => [line.keys.join(' '), sourceOfLine(line, languages)]),
    );
    expect(sources).toEqual([
      ['female one', 'For her file'],
      ['female few', 'For her # files'],
      ['female many', 'For her # files'],
      ['female other', 'For her # files'],
      ['other', 'For x'],
    ]);
  });

  it('get separate findings with positions and fixes', () => {
    const [place] = linesOf(FILES, 'de');
    const options = { format: 'icu', sourceLocale: 'en', targetLocale: 'de' } as const;
    expect(verifyLine('# file of {name}', '# Datei von {nam}', place!, options)).toMatchObject([
      { code: 'placeholder_missing', value: '{name}', fix: { text: '# Datei von {name}' } },
      { code: 'placeholder_unknown', value: '{nam}', at: { start: 12, end: 17, side: 'target' } },
    ]);
    expect(verifyLine('# files', 'Dateien', { ...place!, keys: ['other'] }, options)).toMatchObject(
      [{ code: 'placeholder_missing', value: '#' }],
    );
    expect(verifyLine('# file', 'Datei', { ...place!, keys: ['one'] }, options)).toEqual([]);
  });
});

describe('a message with the categories of another language', () => {
  it.each([
    ['ja', '{n, plural, other {# files}}'],
    ['en', FILES],
    ['ru', '{n, plural, one {# file} few {# files} many {# files} other {# files}}'],
    [
      'ar',
      '{n, plural, zero {# files} one {# file} two {# files} few {# files} many {# files} other {# files}}',
    ],
    [
      'cy',
      '{n, plural, zero {# files} one {# file} two {# files} few {# files} many {# files} other {# files}}',
    ],
  ])('gets the text of the same category, or else of `other`: %s', (locale, expected) => {
    expect(mapCategories(FILES, 'icu', locale)).toBe(expected);
  });

  it('keeps exact numbers, offsets and selects, at any depth', () => {
    expect(
      mapCategories(
        'x {g, select, other {{n, plural, offset:1 =0 {a} one {b} other {c}}}} y',
        'icu',
        'ja',
      ),
    ).toBe('x {g, select, other {{n, plural, offset:1 =0 {a} other {c}}}} y');
    expect(mapCategories("don't {name", 'icu', 'ar')).toBe("don't {name");
    expect(mapCategories('%d files', 'printf', 'ar')).toBe('%d files');
  });

  it('does not change when its categories are mapped again', () => {
    fc.assert(
      fc.property(messages(2), fc.constantFrom('ar', 'ru', 'ja', 'cy', 'en'), (text, locale) => {
        const once = mapCategories(text, 'icu', locale);
        expect(mapCategories(once, 'icu', locale)).toBe(once);
      }),
      { numRuns: testRuns(100) },
    );
  });

  it('does not change if it has too many forms', () => {
    let deep = '#';
    for (let level = 0; level < 9; level++) deep = `{n${level}, plural, other {${deep}}}`;
    expect(mapCategories(deep, 'icu', 'ar')).toBe(deep);
  });
});
