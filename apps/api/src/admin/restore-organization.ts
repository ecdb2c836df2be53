import { restoreOrganization } from '../domain/user/restore-organization.ts';
import type { AdminCommand } from './admin-command.ts';
import { findAccount } from './find-account.ts';

export const restoreOrganizationCommand: AdminCommand = {
  name: 'restore-organization',
  operands: ['organization', 'email'],
  options: { keys: { type: 'boolean' } },
  summary:
    'brings an organization back that ended with an account, with another owner; --keys also its API keys',
  async run(context, { operands: [organization, email], options }) {
    const user = await findAccount(context, email!);
    const { name, wasArchived, keys } = await restoreOrganization(context, {
      userId: user.id,
      organization: organization!,
      withKeys: options.keys === true,
    });
    context.print(
      wasArchived
        ? `${name} is back, and ${user.email} is an owner of it.`
        : `${name} is not archived.`,
    );
    for (const key of keys) context.print(`The API key ${key} works again.`);
  },
};
