import { describe, expect, it } from 'vitest';
import { matchesEtag } from './etag.ts';

describe('matchesEtag', () => {
  it('matches one tag of a list, weak or strong, and matches any tag with an asterisk', () => {
    for (const header of ['"a"', 'W/"a"', '"x", "a"', '"x",W/"a" ', '*']) {
      expect(matchesEtag(header, ['"a"', '"b"']), header).toBe(true);
    }
  });

  it('does not match a missing header, another tag or a part of a tag', () => {
    for (const header of [undefined, '', '"x"', 'a', '"a']) {
      expect(matchesEtag(header, ['"a"', '"b"']), header).toBe(false);
    }
  });
});
