import { describe, expect, it } from 'vitest';
import { globOf } from './glob.ts';
import { matcherOf } from './key-pattern.ts';

const PATHS = [
  'a.ts',
  'src/a.ts',
  'src/b.tsx',
  'src/deep/er/c.ts',
  'src.ts/x',
  'src/a-ts',
  '(x).ts',
];

describe('globOf', () => {
  it.each([
    ['src/a.ts', ['src/a.ts']],
    ['./src/a.ts', ['src/a.ts']],
    ['*.ts', ['a.ts', '(x).ts']],
    ['**/*.ts', ['a.ts', 'src/a.ts', 'src/deep/er/c.ts', '(x).ts']],
    ['src/**', ['src/a.ts', 'src/b.tsx', 'src/deep/er/c.ts', 'src/a-ts']],
    ['src/**/*.{ts,tsx}', ['src/a.ts', 'src/b.tsx', 'src/deep/er/c.ts']],
    ['src/?.ts', ['src/a.ts']],
    ['(x).ts', ['(x).ts']],
    ['{src,x}/{a,deep/*/c}.{t*,js}', ['src/a.ts', 'src/deep/er/c.ts']],
    ['src/{,b.}tsx', ['src/b.tsx']],
    ['{', []],
  ])('matches whole paths with the pattern %s', (pattern, found) => {
    expect(PATHS.filter(globOf(pattern))).toEqual(found);
  });

  it('matches a name of 2,000 characters with 50 wildcards within the time limit of a test', () => {
    const name = `${'a'.repeat(2_000)}!`;
    for (const pattern of [
      '*a'.repeat(50),
      '**/'.repeat(50),
      '**a'.repeat(50),
      '{a,*a}'.repeat(50),
    ]) {
      expect(globOf(pattern)(name), pattern).toBe(false);
      expect(matcherOf(`${pattern}.`)(name), pattern).toBe(false);
    }
    expect(globOf(`${'*a'.repeat(50)}*`)(name)).toBe(true);
  });
});
