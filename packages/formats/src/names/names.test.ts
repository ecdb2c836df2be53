import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { FormatError } from '../format.ts';
import { elementName, MAX_NESTED_DEPTH, memberName, NameTree } from './names.ts';

type Tree = Map<string, Tree | Tree[] | string> | (Tree | string | null)[];

/** Builds the tree of a JSON file. Rejects duplicate members. */
function build(tree: NameTree): { root: Tree; depth: number } {
  const open: Tree[] = [];
  let root: Tree | undefined;
  let depth = 0;
  const put = (key: string | null, value: Tree | string | null) => {
    const parent = open.at(-1);
    if (parent === undefined) root = value as Tree;
    else if (Array.isArray(parent)) {
      expect(key).toBeNull();
      parent.push(value);
    } else {
      expect(parent.has(key!)).toBe(false);
      parent.set(key!, value as Tree);
    }
  };
  for (const step of tree.walk()) {
    if (step.kind === 'end') open.pop();
    else if (step.kind === 'leaf') put(step.key, tree.names[step.index]!);
    else if (step.kind === 'null') put(step.key, null);
    else {
      const value: Tree = step.kind === 'object' ? new Map() : [];
      put(step.key, value);
      open.push(value);
      depth = Math.max(depth, open.length);
    }
  }
  expect(open).toHaveLength(0);
  return { root: root!, depth };
}

function flatten(root: Tree, separator: string): [string, string][] {
  const leaves: [string, string][] = [];
  const visit = (value: Tree | string | null, name: string | null) => {
    if (value === null) return;
    if (typeof value === 'string') leaves.push([name!, value]);
    else if (Array.isArray(value))
      for (const [n, item] of value.entries()) visit(item, elementName(name!, n));
    else for (const [key, item] of value) visit(item as Tree, memberName(name, key, separator));
  };
  visit(root, null);
  return leaves;
}

function nest(names: readonly string[], separator: string | null): NameTree {
  const tree = new NameTree(separator);
  for (const name of names) tree.add(name);
  return tree;
}

function toPlain(value: Tree | string | null): unknown {
  if (typeof value === 'string' || value === null) return value;
  if (Array.isArray(value)) return value.map(toPlain);
  return [...value].map(([key, item]) => [key, toPlain(item as Tree)]);
}

function shape(names: readonly string[], separator: string | null = '.'): string {
  const plain = (value: Tree | string | null): string => {
    if (typeof value === 'string') return '1';
    if (value === null) return 'null';
    if (Array.isArray(value)) return `[${value.map(plain).join(',')}]`;
    return `{${[...value].map(([key, item]) => `${key}:${plain(item as Tree)}`).join(',')}}`;
  };
  return plain(build(nest(names, separator)).root);
}

const hostileSegment = fc.constantFrom(
  '',
  'a',
  'b',
  '0',
  '1',
  '10',
  '[0]',
  '[1]',
  'a[0]',
  'a[1]',
  'a[2]',
  'a[0][0]',
  'a[0][1]',
  'a[1][0]',
  'a[00]',
  'a[]',
  'a[-1]',
  ']',
  '[',
  'a[1',
  '__proto__',
  'constructor',
  'toString',
  'é',
  '😀',
);

function namesFor(separator: string): fc.Arbitrary<string[]> {
  const name = fc.oneof(
    { weight: 6, arbitrary: fc.array(hostileSegment, { minLength: 1, maxLength: 5 }) },
    { weight: 1, arbitrary: fc.array(hostileSegment, { minLength: 55, maxLength: 70 }) },
    {
      weight: 1,
      arbitrary: fc.array(fc.string({ unit: 'binary', maxLength: 4 }), { minLength: 1 }),
    },
  );
  return fc.uniqueArray(
    name.map((segments) => segments.join(separator)),
    { maxLength: 25 },
  );
}

const separators = fc.constantFrom('.', ':', '/', '..', '[', ']', '][', '0', 'a', '[0]', '_one_');

describe('NameTree', () => {
  it('round-trips any set of names with any separator', () => {
    fc.assert(
      fc.property(
        separators.chain((separator) => fc.tuple(fc.constant(separator), namesFor(separator))),
        ([separator, names]) => {
          const { root, depth } = build(nest(names, separator));
          const leaves = flatten(root, separator);
          for (const [joined, name] of leaves) expect(joined).toBe(name);
          expect(leaves.map(([name]) => name).sort()).toEqual([...names].sort());
          expect(depth).toBeLessThanOrEqual(MAX_NESTED_DEPTH);
        },
      ),
      { numRuns: testRuns(600) },
    );
  });

  it('builds the same tree again from the names in reading order', () => {
    fc.assert(
      fc.property(
        separators.chain((separator) => fc.tuple(fc.constant(separator), namesFor(separator))),
        ([separator, names]) => {
          const first = build(nest(names, separator)).root;
          const again = flatten(first, separator).map(([name]) => name);
          expect(toPlain(build(nest(again, separator)).root)).toEqual(toPlain(first));
        },
      ),
      { numRuns: testRuns(200) },
    );
  });

  it('keeps the order of a file whose names are already grouped', () => {
    const names = ['b.y', 'b.x', '10', '2', 'a.z.q', 'a.z.p', 'a.c[0]', 'a.c[1]', 'c'];
    const leaves = flatten(build(nest(names, '.')).root, '.');
    expect(leaves.map(([name]) => name)).toEqual(names);
  });

  it('groups members in the order of first appearance', () => {
    expect(shape(['a.x', 'b', 'a.y'])).toBe('{a:{x:1,y:1},b:1}');
  });

  it('leaves the rest of longer names joined if a name is both a leaf and a prefix', () => {
    expect(shape(['apps.error', 'apps.error.parser', 'apps.error.net.dns', 'apps.ok'])).toBe(
      '{apps:{error:1,error.parser:1,error.net.dns:1,ok:1}}',
    );
    expect(shape(['a.b.c', 'a.b.d', 'a'])).toBe('{a:1,a.b.c:1,a.b.d:1}');
  });

  it('creates arrays for the indices 0..n-1 in order, including nested arrays and arrays of objects', () => {
    expect(shape(['m.items[0].label', 'm.items[0].icon', 'm.items[1].label'])).toBe(
      '{m:{items:[{label:1,icon:1},{label:1}]}}',
    );
    expect(shape(['g[0][0]', 'g[0][1]', 'g[1][0]', 'g[2]'])).toBe('{g:[[1,1],[1],1]}');
  });

  it('has nulls for missing elements, such as the first month name of Rails', () => {
    expect(shape(['months[1]', 'months[2]'])).toBe('{months:[null,1,1]}');
    expect(shape(['a[0]', 'a[2].b', 'a[4]'])).toBe('{a:[1,null,{b:1},null,1]}');
  });

  it('keeps indices in the member name if an array would be read back differently', () => {
    expect(shape(['a[1]', 'a[0]'])).toBe('{a[1]:1,a[0]:1}');
    expect(shape(['a[1]'])).toBe('{a[1]:1}');
    expect(shape(['a[0]', 'a[4]'])).toBe('{a[0]:1,a[4]:1}');
    expect(shape(['a[0][0]', 'a[2][0]'])).toBe('{a[0][0]:1,a[2][0]:1}');
    expect(shape(['a[00]', 'a[]'])).toBe('{a[00]:1,a[]:1}');
    expect(shape(['a', 'a[0]'])).toBe('{a:1,a[0]:1}');
    expect(shape(['a.b', 'a[0]'])).toBe('{a:{b:1},a[0]:1}');
    expect(shape(['a[0]', 'a[0].b'])).toBe('{a[0]:1,a[0].b:1}');
    expect(shape(['[0]', '[1]', 'x.[0]'])).toBe('{[0]:1,[1]:1,x:{[0]:1}}');
  });

  it('never splits names if the separator is null', () => {
    expect(shape(['a.b', 'a', 'c[0]'], null)).toBe('{a.b:1,a:1,c[0]:1}');
  });

  it('nests no deeper than readers allow, including arrays of arrays', () => {
    for (const name of [
      `a${'.b'.repeat(500)}`,
      `a${'[0]'.repeat(500)}`,
      `a${'.b[0][0]'.repeat(99)}`,
    ]) {
      const { root, depth } = build(nest([name], '.'));
      expect(depth).toBeLessThanOrEqual(MAX_NESTED_DEPTH);
      expect(flatten(root, '.')).toEqual([[name, name]]);
    }
  });

  it('rejects a name that is added twice', () => {
    const tree = nest(['a.b'], '.');
    expect(() => tree.add('a.b')).toThrow(FormatError);
  });

  it('nests names of thousands of parts and an array of 100,000 elements within the time limit of a test', () => {
    const names: string[] = [];
    for (let i = 0; i < 2000; i++)
      names.push(`${'.'.repeat(2000)}${i}`, `a${'[0]'.repeat(600)}${i}]`);
    for (let i = 0; i < 100_000; i++) names.push(`list[${i}]`);
    let steps = 0;
    for (const _ of nest(names, '.').walk()) steps += 1;
    expect(steps).toBeGreaterThan(104_000);
  });
});
