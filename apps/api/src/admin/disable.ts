import { deactivateUser } from '../domain/people/index.ts';
import { Failure, fail } from '../errors.ts';
import type { AdminCommand } from './admin-command.ts';
import { findAccount } from './find-account.ts';

export const disable: AdminCommand = {
  name: 'disable',
  operands: ['email'],
  options: { force: { type: 'boolean' }, erase: { type: 'boolean' } },
  summary:
    'deactivates an account with its sessions and API keys; --erase also removes its name and address permanently',
  async run(context, { operands: [email], options }) {
    const user = await findAccount(context, email!);
    const [force, erases] = [options.force === true, options.erase === true];
    const { archived } = await deactivateUser(context, {
      userId: user.id,
      address: null,
      reason: 'admin_command',
      leavesOrphans: force,
      force,
      erases,
    }).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.code !== 'conflict') throw error;
      fail('conflict', `${error.message} To do so, use --force.`);
    });
    context.print(
      erases
        ? `Erased ${user.email}. This account cannot be restored.`
        : `Disabled ${user.email}. To undo this, run enable ${user.email}.`,
    );
    for (const { name, slug, id } of archived) {
      // The slug of a personal organization contains the person's name, so an erasure replaces it.
      context.print(
        `Archived the organization "${name}": restore-organization ${erases ? id : slug} <email> gives it to another account.`,
      );
    }
  },
};
