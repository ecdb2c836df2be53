import { describe, expect, it } from 'vitest';
import { ownPath } from './own-path.ts';

const ORIGIN = 'https://parlance.example';

describe('ownPath', () => {
  it.each(['/', '/o/acme/p/1?l=de#row'])('returns the path %s of its own site', (path) => {
    expect(ownPath(path, ORIGIN)).toBe(path);
  });

  it.each(['//other.example/x', '/\\\\other.example', 'https://other.example', 'o/acme', 7])(
    'returns undefined for %s',
    (value) => {
      expect(ownPath(value, ORIGIN)).toBeUndefined();
    },
  );
});
