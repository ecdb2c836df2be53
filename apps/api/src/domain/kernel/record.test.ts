import { describe, expect, it } from 'vitest';
import { membersOf, recordOf } from './record.ts';

const SESSION = recordOf('session', { id: 'id', since: 'created_at', userAgent: 'user_agent' }, [
  'user_id',
]);

describe('a record', () => {
  it('lists the columns of its members and its other columns', () => {
    expect(SESSION.columns).toEqual(['id', 'created_at', 'user_agent', 'user_id']);
  });

  it('passes only its members to a response, with times as strings', () => {
    const row = { id: 'a', created_at: new Date(0), user_agent: null, user_id: 'b' };
    expect(membersOf(SESSION, row)).toEqual({
      id: 'a',
      since: '1970-01-01T00:00:00.000Z',
      userAgent: null,
    });
  });
});
