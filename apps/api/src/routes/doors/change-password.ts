import { doorsChangePassword } from '@parlance/contracts';
import { basePathOf } from '../../base-path.ts';
import { route } from '../../http/route.ts';

/** Password managers open this address (https://w3c.github.io/webappsec-change-password-url). */
export const doorsChangePasswordRoute = route(doorsChangePassword, async ({ deps: { site } }) => ({
  raw: null,
  status: 303,
  headers: { Location: `${basePathOf(site.publicUrl)}/account`, 'Cache-Control': 'no-store' },
}));
