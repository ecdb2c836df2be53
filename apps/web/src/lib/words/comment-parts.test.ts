import { describe, expect, it } from 'vitest';
import { partsOfComment, withIds, withNames } from './comment-parts.ts';

const ADA = { userId: '01900000-0000-7000-8000-000000000001', name: 'Ada' };
const ADA_KING = { userId: '01900000-0000-7000-8000-000000000002', name: 'Ada King' };
const GONE = { userId: '01900000-0000-7000-8000-000000000003', name: null };

describe('partsOfComment', () => {
  it('finds addresses without trailing punctuation and mentions of known people', () => {
    const text = `See https://example.com/a?b=(c). @[${ADA.userId}], @[${GONE.userId}] @[nobody]`;
    expect(partsOfComment(text, [ADA, GONE])).toEqual([
      { kind: 'text', text: 'See ' },
      { kind: 'link', text: 'https://example.com/a?b=(c' },
      { kind: 'text', text: '). ' },
      { kind: 'mention', name: 'Ada' },
      { kind: 'text', text: ', ' },
      { kind: 'mention', name: null },
      { kind: 'text', text: ' @[nobody]' },
    ]);
  });

  it('creates no link for other schemes, markup or an address without a host', () => {
    for (const text of ['javascript:alert(1)', '<a href="x">', 'https://', 'https://.'])
      expect(partsOfComment(text, [])).toEqual([{ kind: 'text', text }]);
  });

  it('keeps the mention of an unknown person as typed', () => {
    const text = `@[${ADA.userId}]`;
    expect(partsOfComment(text, [])).toEqual([{ kind: 'text', text }]);
  });
});

describe('the text of a comment', () => {
  it('contains names for its author and ids for the service', () => {
    const sent = `@[${ADA_KING.userId}] and @[${ADA.userId}]: look`;
    expect(withNames(sent, [ADA, ADA_KING])).toBe('@Ada King and @Ada: look');
    expect(withIds('@Ada King and @Ada: look', [ADA, ADA_KING])).toBe(sent);
    expect(withIds('@Bob and Ada', [ADA])).toBe('@Bob and Ada');
  });
});
