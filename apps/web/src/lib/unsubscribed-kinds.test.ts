import { expect, it } from 'vitest';
import { unsubscribeToken } from '../../../api/src/domain/talk/notification/unsubscribe-token.ts';
import { unsubscribedKinds } from './unsubscribed-kinds.ts';

it('unsubscribedKinds reads the kinds from a token of the service, and reads none from another text', () => {
  const userId = '01900000-0000-7000-8000-000000000001';
  const kinds = ['mention', 'sent_back', 'reminder'] as const;
  const token = unsubscribeToken({ userId, kinds }, Buffer.from('secret'));
  expect(unsubscribedKinds(token)).toEqual(kinds);
  for (const other of ['', 'abc', '%%%.x', btoa('id unknown')])
    expect(unsubscribedKinds(other)).toEqual([]);
});
