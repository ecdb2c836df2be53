import type { Db } from '../../../db/client.ts';
import { hashToken, mintToken } from '../../kernel/index.ts';
import { type InvitationRef, putInvitationToken } from './invitation.store.ts';

/** Creates a token for an invitation. Earlier tokens of the invitation become invalid. */
export async function issueInvitationToken(tx: Db, ref: InvitationRef): Promise<string> {
  const token = mintToken();
  await putInvitationToken(tx, ref, hashToken(token));
  return token;
}
