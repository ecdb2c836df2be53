import { doorsChangePassword } from '@parlance/contracts';
import { basePathOf } from '../../base-path.ts';
import { route } from '../../http/route.ts';

/**
 * Serves the address that password managers open to change a password
 * (https://w3c.github.io/webappsec-change-password-url).
 */
export const doorsChangePasswordRoute = route(doorsChangePassword, async ({ deps: { site } }) => ({
  raw: '',
  status: 303,
  headers: {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    Location: `${basePathOf(site.publicUrl)}/account`,
  },
}));
