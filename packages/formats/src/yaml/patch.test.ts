import { describe, expect, it } from 'vitest';
import { collectPatch, TEST_LIMITS } from '../conformance-io.ts';
import type { PatchOptions } from '../format.ts';
import { yaml } from '../yaml.ts';

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

describe('patch of YAML', () => {
  it('keeps comments, order, quotes, blank lines and line ends', async () => {
    const base =
      '# Texts\r\nz: Zett  # last letter\r\n\r\na:\r\n    b: \'B\'\r\n    "c" : "C"\r\n    d: {e: E, f: [G, H]}\r\n';
    const texts = { z: 'Zet', 'a.b': "B's", 'a.c': 'Ä "c"', 'a.d.e': 'EE', 'a.d.f[1]': 'I' };
    const { file, report } = await patch(base, texts);
    expect(file).toBe(
      '# Texts\r\nz: Zet  # last letter\r\n\r\na:\r\n    b: \'B\'\'s\'\r\n    "c" : "Ä \\"c\\""\r\n    d: {e: EE, f: [G, I]}\r\n',
    );
    expect(report).toMatchObject({ replaced: 5, kept: 1, refused: [] });
  });

  it('writes plain texts plain only where every reader takes them for the same text', async () => {
    const base = 'a: x\nb: x\nc: x\nd: x\ne: 12\nf: x\n';
    const texts = { a: 'no', b: 'a: b', c: 'a #b', d: '- x', e: '13', f: '13' };
    const { file } = await patch(base, texts);
    expect(file).toBe('a: "no"\nb: "a: b"\nc: "a #b"\nd: "- x"\ne: 13\nf: "13"\n');
  });

  it('keeps blocks with their header where they can hold the text', async () => {
    const base = 'a: |-  # note\n  one\n  two\n\nb: >\n  folded\n  text\nc: |\n    four\nd: x\n';
    const { file } = await patch(base, { a: 'eins\n\nzwei', b: 'gefaltet\n', c: 'vier' });
    expect(file).toBe('a: |-  # note\n  eins\n\n  zwei\n\nb: >\n  gefaltet\nc: "vier"\nd: x\n');
  });

  it('inserts behind the text that precedes, indented as its neighbours', async () => {
    const base =
      'de:\n    # menu\n    menu:\n        open: Öffnen # verb\n\n    # other\n    z: Z\n';
    const texts = {
      'menu.open': 'Öffnen',
      'menu.save': 'Sichern',
      'menu.sub.x': 'X',
      z: 'Z',
      w: 'W',
    };
    const { file, report } = await patch(base, texts);
    expect(file).toBe(
      'de:\n    # menu\n    menu:\n        open: Öffnen # verb\n        save: "Sichern"\n        sub:\n            x: "X"\n\n    # other\n    z: Z\n    w: "W"\n',
    );
    expect(report).toMatchObject({ inserted: 3, replaced: 0, refused: [] });
  });

  it('inserts into sequences, braces and a file without a final line break', async () => {
    const base = 'list:\n- a\n- b\nflow: {x: X}\nlast: L';
    const texts = {
      'list[0]': 'a',
      'list[1]': 'b',
      'list[2]': 'c',
      'flow.x': 'X',
      'flow.y': 'Y',
      last: 'L',
      m: 'M',
    };
    const { file } = await patch(base, texts);
    expect(file).toBe('list:\n- a\n- b\n- "c"\nflow: {x: X, "y": "Y"}\nlast: L\nm: "M"');
  });

  it('fills a null, and refuses one that a tag demands', async () => {
    const { file, report } = await patch('a:\nb: ~\nc: !!null ""\n', { a: 'A', b: 'B', c: 'C' });
    expect(file).toBe('a: "A"\nb: "B"\nc: !!null ""\n');
    expect(report.refused).toMatchObject([{ path: 'c', code: 'no_place' }]);
  });

  it('cuts what is missing with its lines, and leaves names as they are', async () => {
    const base = 'a:\n  b: B # b\n  c: |\n    C\nd: D\nlist:\n- x: X\n  y: Y\n';
    const { file, report } = await patch(base, { d: 'D', 'list[0].y': 'Y' }, { missing: 'remove' });
    expect(file).toBe('a: {}\nd: D\nlist:\n- x: null\n  y: Y\n');
    expect(report.removed).toBe(3);
    const two = await patch('de:\n  a: A\nz: Z\n', { 'de.a': 'A' }, { missing: 'remove' });
    expect(two.file).toBe('de:\n  a: A\nz: null\n');
  });
});
