import { deactivateUser } from '../domain/user/deactivate-user.ts';
import { Failure, fail } from '../errors.ts';
import type { AdminCommand } from './admin-command.ts';
import { findAccount } from './find-account.ts';

export const disable: AdminCommand = {
  name: 'disable',
  operands: ['email'],
  options: { force: { type: 'boolean' } },
  summary: 'deactivates an account permanently, with its sessions and API keys',
  async run(context, { operands: [email], options }) {
    const user = await findAccount(context, email!);
    const force = options.force === true;
    await deactivateUser(context, {
      userId: user.id,
      address: null,
      reason: 'admin_command',
      force,
    }).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.code !== 'conflict') throw error;
      fail('conflict', `${error.message} To leave them without an owner, use --force.`);
    });
    context.print(`Disabled ${user.email}.`);
  },
};
