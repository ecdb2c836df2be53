import { doorsSecurity } from '@parlance/contracts';
import { fail } from '../../errors.ts';
import { plainText } from '../../http/answer/plain-text.ts';
import { route } from '../../http/route.ts';

/** Time after which the file expires (RFC 9116 §2.5.5). Readers fetch the file again before that. */
const VALID_MS = 90 * 24 * 60 * 60_000;

export const doorsSecurityRoute = route(doorsSecurity, async ({ deps: { site, clock } }) => {
  const { securityContact, publicUrl } = site;
  if (securityContact === null) {
    fail(
      'not_found',
      'The operator of this service names no contact: SECURITY_CONTACT is not set.',
    );
  }
  const expires = new Date(clock.now().getTime() + VALID_MS).toISOString();
  return plainText([
    `Contact: ${securityContact}`,
    `Expires: ${expires}`,
    `Canonical: ${publicUrl}/.well-known/security.txt`,
  ]);
});
