import { describe, expect, it } from 'vitest';
import { measureFile } from './measure-file.ts';
import { type SizeExceptions, sizeFaults } from './size-faults.ts';

const NONE: SizeExceptions = { files: {}, functions: {}, cycles: [] };
const lines = (count: number): string => '  step();\n'.repeat(count);
const functionOf = (name: string, count: number): string =>
  `export function ${name}() {\n${lines(count - 2)}}\n`;

function faultsOf(sources: Record<string, string>, allowed = NONE): string[] {
  const files = Object.entries(sources).map(([path, source]) => measureFile(path, source));
  return sizeFaults(files, allowed);
}

describe('the check of sizes', () => {
  it('accepts files, functions and components up to their limits', () => {
    expect(
      faultsOf({
        'a.ts': lines(400),
        'b.ts': functionOf('run', 80),
        'c.tsx': `${functionOf('Page', 150)}${functionOf('usePage', 80)}`,
      }),
    ).toEqual([]);
  });

  it('names each file, function and component that exceeds its limit', () => {
    expect(
      faultsOf({
        'a.ts': lines(401),
        'b.ts': `const run = () => {\n${lines(79)}};\n`,
        'c.tsx': `const Page = memo(function Page() {\n${lines(149)}});\n`,
        'd.ts': `class Queue {\n  take() {\n${lines(79)}  }\n}\n`,
      }),
    ).toEqual([
      'a.ts has 401 lines. Split it.',
      'b.ts#run has 81 lines. Split it.',
      'c.tsx#Page has 151 lines. Split it.',
      'd.ts#take has 81 lines. Split it.',
    ]);
  });

  it('counts callbacks of tests only towards the size of their file', () => {
    expect(faultsOf({ 'a.test.ts': `describe('a', () => {\n${lines(200)}});\n` })).toEqual([]);
    expect(faultsOf({ 'a.test.ts': functionOf('setUp', 81) })).toHaveLength(1);
  });

  it('rejects an exception that grows, and asks to lower or remove one that is too high', () => {
    const sources = { 'a.ts': lines(450), 'b.ts': functionOf('run', 90) };
    const allowed = { files: { 'a.ts': 450 }, functions: { 'b.ts#run': 90 }, cycles: [] };
    expect(faultsOf(sources, allowed)).toEqual([]);
    expect(faultsOf({ 'a.ts': lines(449), 'b.ts': functionOf('run', 89) }, allowed)).toEqual([
      'a.ts has 449 lines: lower its 450 in exceptions.json.',
      'b.ts#run has 89 lines: lower its 90 in exceptions.json.',
    ]);
    expect(faultsOf({ 'a.ts': lines(451), 'b.ts': lines(1) }, allowed)).toEqual([
      'a.ts grew from 450 to 451 lines. Split it.',
      'b.ts#run is small enough: remove it from exceptions.json.',
    ]);
  });

  it('finds cycles of imports, including imports of types and re-exports', () => {
    const sources = {
      'one/a.ts': "import type { B } from './b.ts';\n",
      'one/b.ts': "export { c } from '../two/c.ts';\n",
      'two/c.ts': "const a = () => import('../one/a.ts');\n",
      'two/d.ts': "import { c } from './c.ts';\n",
    };
    const cycle = ['one/a.ts', 'one/b.ts', 'two/c.ts'];
    expect(faultsOf(sources)).toEqual([`These files import one another: ${cycle.join(', ')}.`]);
    expect(faultsOf(sources, { ...NONE, cycles: [cycle] })).toEqual([]);
    expect(faultsOf({ 'one/a.ts': '' }, { ...NONE, cycles: [cycle] })).toEqual([
      'No cycle any more, remove it from exceptions.json: one/a.ts …',
    ]);
  });
});
