import fc from 'fast-check';
import { parseMessage } from 'messageformat';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { anyMf2 } from '../../test/any-mf2.ts';
import { verifyMessage } from '../verify/verify-message.ts';
import { formGroups, sourceOfLine } from './form-lines.ts';
import { tokenizeLine } from './line-text.ts';
import { mapCategories } from './map-categories.ts';
import {
  addOption,
  blankForm,
  type MessageForm,
  printForm,
  readForm,
  setLine,
} from './message-form.ts';

const FILES = '.input {$n :number}\n.match $n\none {{{$n} file}}\n* {{{$n} files}}';
const GENDERED =
  '.input {$g :string} .input {$n :number} .match $g $n male one {{He has one}} * * {{They have {$n}}}';

const formOf = (text: string): MessageForm => readForm(text, 'mf2')!;
const linesOf = (form: MessageForm, locale: string, source = form) =>
  formGroups(form, { locale, sourceLocale: 'en', source }).flatMap(({ lines }) => lines);

describe('the form of a message of MessageFormat 2', () => {
  it('has a line for each variant, and proposes those that the language needs', () => {
    const form = formOf(FILES);
    const lines = linesOf(form, 'ru');
    expect(lines.map(({ keys, text, isPresent }) => [keys.join(), text, isPresent])).toEqual([
      ['one', '{$n} file', true],
      ['few', '', false],
      ['many', '', false],
      ['other', '{$n} files', true],
    ]);
    expect(lines.map(({ sample }) => sample)).toEqual([21, 2, 5, 1.5]);
    expect(sourceOfLine(lines[1]!, { locale: 'ru', sourceLocale: 'en', source: form })).toBe(
      '{$n} files',
    );
  });

  it('keeps its declarations and the keys of MessageFormat 2 when it is printed with changed lines', () => {
    const filled = ['one', 'few', 'many', 'other'].reduce(
      (form, key) => setLine(form, [key], `{$n} ${key}`),
      blankForm(formOf(FILES)),
    );
    const text = printForm(addOptionWith(filled, '=0', 'none'));
    expect(text).toBe(
      '.input {$n :number}\n.match $n\n0 {{none}}\none {{{$n} one}}\nfew {{{$n} few}}\nmany {{{$n} many}}\n* {{{$n} other}}',
    );
    const options = { format: 'mf2', sourceLocale: 'en', targetLocale: 'ru' } as const;
    expect(verifyMessage(FILES, text, options)).toEqual([]);
  });

  it('groups the variants of two selectors, and writes every combination once one has changed', () => {
    const form = formOf(GENDERED);
    expect(
      formGroups(form, { locale: 'en', sourceLocale: 'en', source: form }).map(
        ({ keys, lines }) => [keys.join(), lines.map(({ text }) => text)],
      ),
    ).toEqual([
      ['male', ['He has one', 'They have {$n}']],
      ['other', ['They have {$n}', 'They have {$n}']],
    ]);
    const printed = printForm(setLine(form, ['other', 'one'], 'They have one'));
    expect(printed).toMatch(
      /match \$g \$n male one \{\{He has one\}\} male \* \{\{They have \{\$n\}\}\} \* one \{\{They have one\}\} \* \* \{\{They/,
    );
  });

  it('gives the text back code unit by code unit while no line changes, and stays valid when one does', () => {
    fc.assert(
      fc.property(anyMf2, fc.constantFrom('New', 'New {$n}', "it's", '.x'), (text, line) => {
        const form = readForm(text, 'mf2');
        if (!form) return;
        expect(printForm(form)).toBe(text);
        const { keys } = linesOf(form, 'pl')[0]!;
        const changed = printForm(setLine(form, keys, line));
        expect(() => parseMessage(changed)).not.toThrow();
        expect(changed).toContain(`{{${line}}}`);
      }),
      { numRuns: testRuns(200) },
    );
  });

  it('shows placeholders and markup of a line as tokens, which join to the line', () => {
    const [line] = linesOf(formOf(FILES), 'en');
    for (const text of ['{$n} {#b}files{/b} \\{x\\}', '.local', '{$n}', '', 'an open {']) {
      const tokens = tokenizeLine(text, line!, 'mf2');
      expect(tokens.map(({ source }) => source).join('')).toBe(text);
    }
    const kinds = tokenizeLine('{$n} {#b}x{/b}', line!, 'mf2').map(({ type }) => type);
    expect(kinds).toEqual(['placeholder', 'text', 'open', 'text', 'close']);
  });

  it('gets the categories of another language from mapCategories', () => {
    expect(mapCategories(FILES, 'mf2', 'ru')).toBe(
      '.input {$n :number}\n.match $n\none {{{$n} file}}\nfew {{{$n} files}}\nmany {{{$n} files}}\n* {{{$n} files}}',
    );
    expect(mapCategories(FILES, 'mf2', 'ja')).toBe(
      '.input {$n :number}\n.match $n\n* {{{$n} files}}',
    );
    expect(mapCategories(FILES, 'mf2', 'de')).toBe(FILES);
  });

  it('does not exist for a message without selectors, with three selectors or with a fault', () => {
    for (const text of [
      'Hello {$name}',
      `.input {$a :string} .input {$b :string} .input {$c :string} .match $a $b $c * * * {{x}}`,
      '.match',
    ]) {
      expect(readForm(text, 'mf2')).toBeNull();
    }
    expect(readForm(FILES, 'auto')).not.toBeNull();
  });
});

const addOptionWith = (form: MessageForm, key: string, text: string): MessageForm =>
  setLine(addOption(form, [key]), [key], text);
