import fc from 'fast-check';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { collectPatch, rejection, TEST_LIMITS } from '../../test/conformance/io.ts';
import { FormatError, type PatchOptions } from '../format.ts';
import { yaml } from './yaml.ts';

const defaults: PatchOptions = {
  keySeparator: '.',
  sourceLocaleTag: 'en',
  localeTags: ['de'],
  shape: 'nested',
  limits: TEST_LIMITS,
  missing: 'keep',
};

async function patch(
  base: string,
  texts: Record<string, string>,
  options: Partial<PatchOptions> = {},
) {
  const rows = Object.entries(texts).map(([name, text]) => ({
    name,
    values: [{ localeTag: 'de', text }],
  }));
  const { bytes, report } = await collectPatch(yaml, Buffer.from(base), rows, {
    ...defaults,
    ...options,
  });
  return { file: bytes.toString(), report };
}

describe('a patch of a YAML file', () => {
  it('keeps comments, blank lines, line ends, a root locale and the style of each scalar', async () => {
    const base =
      '# top\r\nde:\r\n    a:   plain # note\r\n\r\n    b: \'single\'\r\n    c: "double"\r\n    n: 3\r\n';
    const texts = { a: 'other text', b: "it's", c: 'x\ny', n: '4' };
    const { file, report } = await patch(base, texts);
    expect(file).toBe(
      "# top\r\nde:\r\n    a:   other text # note\r\n\r\n    b: 'it''s'\r\n    c: \"x\\ny\"\r\n    n: 4\r\n",
    );
    expect(report).toMatchObject({ replaced: 4, refused: [] });
  });

  it('quotes a text that the style of the file cannot express', async () => {
    const texts = { a: 'no', b: 'x: y', c: '1.10', d: "a\n'b'" };
    const { file } = await patch("a: x\nb: x\nc: x\nd: 'x'\n", texts);
    expect(file).toBe('a: "no"\nb: "x: y"\nc: "1.10"\nd: "a\\n\'b\'"\n');
  });

  it('keeps folded block scalars with any number of line breaks between their lines', async () => {
    const breaks = fc.array(fc.constantFrom('\n', '\n\n', '\n\n\n', '\n\n\n\n'), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(breaks, fc.constantFrom('>-', '>', '|', '|-'), async (between, mark) => {
        const text = `${between.map((one, index) => `line ${index}${one}`).join('')}end`;
        const { file } = await patch(`a: ${mark}\n  old\n  text\nb: y\n`, { a: text, b: 'y' });
        expect(load(file)).toEqual({ a: text, b: 'y' });
        expect(file).toContain(`a: ${mark[0]}-\n`);
      }),
    );
  });

  it('changes, removes and adds entries next to keys that are block scalars', async () => {
    const base = '---\nz: c\n? |-\n  a\n  b\n: d\n? >-\n  folded\n\n  key\n: |-\n  e\n';
    const keys = ['z', 'a\nb', 'folded\nkey'];
    for (const present of [[], [0], [1], [2], [0, 1], [1, 2], [0, 2], [0, 1, 2]]) {
      const texts = Object.fromEntries(present.map((at) => [keys[at]!, `new ${at}`]));
      const wanted = { ...texts, 'c\nd': 'more', y: 'last' };
      const { file, report } = await patch(base, wanted, { missing: 'remove', shape: 'flat' });
      expect(report.refused).toEqual([]);
      expect(load(file)).toEqual(wanted);
    }
  });

  it('writes block scalars as block scalars if they can express the text', async () => {
    const base = 'a: | # note\n   one\n   two\nb: >-\n  folded\n  line\n\nc: |\n  x\nd: y\n';
    const texts = { a: 'three\n\n four', b: 'first\nsecond', c: ' starts with a space\n', d: 'y' };
    const { file } = await patch(base, texts);
    expect(file).toBe(
      'a: |- # note\n   three\n\n    four\nb: >-\n  first\n\n  second\n\nc: " starts with a space\\n"\nd: y\n',
    );
    const again = await patch(file, texts);
    expect(again.report).toMatchObject({ replaced: 0, inserted: 0 });
  });

  it('inserts texts into the deepest mapping of a name, with the indentation and quotes of its neighbors', async () => {
    const base =
      "de:\n    a:\n        b: 'B' # b\n        d: 'D'\n    e: {f: F}\n    l:\n    - x\n";
    const texts = { 'a.b': 'B', 'a.c': 'C', 'a.d': 'D', 'e.g': 'G', 'l[0]': 'x', 'l[1]': 'z' };
    const { file, report } = await patch(base, texts);
    expect(file).toBe(
      "de:\n    a:\n        b: 'B' # b\n        c: 'C'\n        d: 'D'\n    e: {f: F, \"g\": \"G\"}\n    l:\n    - x\n    - z\n",
    );
    expect(report).toMatchObject({ inserted: 3, refused: [] });
  });

  it('removes texts with their lines, and replaces elements with null to keep the indices', async () => {
    const base = 'a: A\n# of b\nb: B\nc:\n  - x\n  - y\nd: {e: E, f: F}\ng:\n  h: H\n';
    const { file, report } = await patch(
      base,
      { b: 'B', 'c[1]': 'y', 'd.f': 'F' },
      { missing: 'remove' },
    );
    expect(file).toBe('# of b\nb: B\nc:\n  - null\n  - y\nd: {f: F}\ng: {}\n');
    expect(report.removed).toBe(4);
    const flow = await patch('a: {b: B, }\nc: C\n', { c: 'C' }, { missing: 'remove' });
    expect(flow.file).toBe('a: {}\nc: C\n');
    const dash = await patch(
      'l:\n- a: A\n  b: B\n  c: C\n',
      { 'l[0].c': 'C' },
      { missing: 'remove' },
    );
    expect(dash.file).toBe('l:\n- c: C\n');
  });

  it('replaces nulls with texts, and rejects texts without a place in the file', async () => {
    const { file } = await patch('a: ~\nb:\nc: !!null null\n', { a: 'A', b: 'B', c: 'C' });
    expect(file).toBe('a: "A"\nb: "B"\nc: "C"\n');
    const refused = await patch('a:\n  b: B\nl:\n  -\n', { a: 'A', 'l[0]': 'x' });
    expect(refused.file).toBe('a:\n  b: B\nl:\n  -\n');
    expect(refused.report.refused.map(({ path }) => path)).toEqual(['l[0]', 'a']);
  });

  it('inserts the lines of an inner mapping before the lines of the outer mapping', async () => {
    const { file } = await patch('a:\n  b: B\n', { 'a.b': 'B', c: 'C', 'a.d': 'D' });
    expect(file).toBe('a:\n  b: B\n  d: D\nc: C\n');
  });

  it('keeps the text of a block scalar at the end of a file without a line end', async () => {
    for (const mark of ['|', '|-', '|+', '>']) {
      const base = `a: ${mark}\n  x`;
      const { file } = await patch(base, { b: 'B' });
      expect(load(file)).toEqual({ ...(load(base) as object), b: 'B' });
    }
  });

  it('rejects a base with anchors or aliases', async () => {
    const error = await rejection(patch('a: &x A\nb: *x\n', { a: 'B' }));
    expect(error).toBeInstanceOf(FormatError);
  });

  it('keeps the blank lines of a block when the next entry is removed', async () => {
    const base = 'a: |+\n  A\n\nb: B\n\n\nc: C\n';
    const { file } = await patch(base, { a: 'A\n\n', c: 'C' }, { missing: 'remove' });
    expect(file).toBe('a: |+\n  A\n\nc: C\n');
  });

  it('writes null for a removed list element that is a member, if a language code would otherwise be the only root key', async () => {
    const alone = 'en:\n  title: Title\n"a[1]": One\n';
    const base = `${alone}b:\n  - Two\n`;
    const partial = {
      separator: '.',
      arrays: new Map([['a', false]]),
      families: new Set<string>(),
    };
    const options = { missing: 'remove', prunes: true, partial } as const;
    expect((await patch(alone, { 'en.title': 'Titel' }, options)).file).toBe(
      'en:\n  title: Titel\n"a[1]": null\n',
    );
    expect((await patch(base, { 'en.title': 'Titel', 'b[0]': 'Zwei' }, options)).file).toBe(
      'en:\n  title: Titel\nb:\n  - Zwei\n',
    );
  });

  it('keeps the elements of an array as members if a language code would otherwise be the only root key', async () => {
    const base = 'en:\n  title: Title\n"a[0]": One\n"a[1]": Two\n';
    const partial = { separator: '.', arrays: new Map([['a', true]]), families: new Set<string>() };
    const texts = { 'en.title': 'Titel', 'a[0]': 'Eins', 'a[1]': 'Zwei' };
    const { file, report } = await patch(base, texts, { partial });
    expect(file).toBe('en:\n  title: Titel\n"a[0]": Eins\n"a[1]": Zwei\n');
    expect(report).toMatchObject({ replaced: 3, inserted: 0, refused: [] });
    const beside = await patch(`${base}b:\n  c: C\n`, texts, { partial });
    expect(beside.file).toBe('en:\n  title: Titel\na:\n  - Eins\n  - Zwei\nb:\n  c: C\n');
  });
});
