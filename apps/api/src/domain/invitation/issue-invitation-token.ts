import type { Db } from '../../db/client.ts';
import { hashToken, mintToken } from '../token.ts';
import { type InvitationRef, putInvitationToken } from './invitation.store.ts';

/** Returns a new token for an invitation and stores its hash. Earlier tokens are void. */
export async function issueInvitationToken(tx: Db, ref: InvitationRef): Promise<string> {
  const token = mintToken();
  await putInvitationToken(tx, ref, hashToken(token));
  return token;
}
