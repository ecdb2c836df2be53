import { deactivateUser } from '../domain/user/deactivate-user.ts';
import type { AdminCommand } from './admin-command.ts';
import { findAccount } from './find-account.ts';

export const disable: AdminCommand = {
  name: 'disable',
  operands: ['email'],
  options: {},
  summary: 'deactivates an account permanently, with its sessions and API keys',
  async run(context, { operands: [email] }) {
    const user = await findAccount(context, email!);
    await deactivateUser(context, { userId: user.id, address: null, reason: 'admin_command' });
    context.print(`Disabled ${user.email}.`);
  },
};
