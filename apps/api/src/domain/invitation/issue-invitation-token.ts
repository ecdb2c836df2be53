import type { Db } from '../../db/client.ts';
import { hashToken, mintToken } from '../token.ts';
import { type InvitationRef, putInvitationToken } from './invitation.store.ts';

/** Returns a new token of an invitation, of which only the hash is stored. One of before is void. */
export async function issueInvitationToken(tx: Db, ref: InvitationRef): Promise<string> {
  const token = mintToken();
  await putInvitationToken(tx, ref, hashToken(token));
  return token;
}
