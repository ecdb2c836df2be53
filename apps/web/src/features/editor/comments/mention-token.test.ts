import { describe, expect, it } from 'vitest';
import { mentionAt, withOwnName } from './mention-token.ts';

const ADA = { userId: '1', name: 'Ada King' };
const at = (text: string, caret = text.length) => mentionAt(text, caret, [ADA]);

describe('mentionAt', () => {
  it('finds the part of a name before the caret, including several words', () => {
    expect(at('Hello @')).toEqual({ start: 6, q: '' });
    expect(at('@Grace Ho')).toEqual({ start: 0, q: 'Grace Ho' });
    expect(at('(@gr) yes', 4)).toEqual({ start: 1, q: 'gr' });
  });

  it('finds nothing in an email address, after a line break, or after a name that was already chosen', () => {
    for (const text of ['name@example', '@Grace\nhopper', '@ 5', '@Ada King, look', 'no'])
      expect(at(text)).toBeNull();
    expect(at('@a very long sentence without a name')).toBeNull();
  });
});

it('a mention gets a number if another person has the same name', () => {
  const other = { userId: '2', name: 'Ada King' };
  expect(withOwnName(other, [ADA])).toEqual({ userId: '2', name: 'Ada King (2)' });
  expect(withOwnName(ADA, [ADA])).toEqual(ADA);
});
