import { describe, expect, it } from 'vitest';
import { globOf } from './glob.ts';

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
    ['{', []],
  ])('matches whole paths with %s', (pattern, found) => {
    expect(PATHS.filter(globOf(pattern))).toEqual(found);
  });
});
