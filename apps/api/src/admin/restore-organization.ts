import { restoreOrganization } from '../domain/people/index.ts';
import type { AdminCommand } from './admin-command.ts';
import { findAccount } from './find-account.ts';
import { worksAgain } from './works-again.ts';

export const restoreOrganizationCommand: AdminCommand = {
  name: 'restore-organization',
  operands: ['organization', 'email'],
  options: { keys: { type: 'boolean' }, 'keys-of': { type: 'string', value: 'email' } },
  summary:
    'brings an organization back that ended with an account, with another owner; --keys also its API keys, --keys-of those of one member',
  async run(context, { operands: [organization, email], options }) {
    const user = await findAccount(context, email!);
    const maker = options['keys-of'];
    const keysOf = typeof maker === 'string' ? (await findAccount(context, maker)).id : null;
    const { name, wasArchived, keys } = await restoreOrganization(context, {
      userId: user.id,
      organization: organization!,
      ...((options.keys === true || keysOf !== null) && { keysOf }),
    });
    context.print(
      wasArchived
        ? `"${name}" is back, and ${user.email} is an owner of it.`
        : `"${name}" is not archived.`,
    );
    const asksForKeys = options.keys === true || keysOf !== null;
    if (asksForKeys && keys.length === 0) context.print('No API key of it has ended.');
    for (const key of keys) context.print(worksAgain(key));
  },
};
