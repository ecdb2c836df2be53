import { makeOwner } from '../domain/people/index.ts';
import type { AdminCommand } from './admin-command.ts';
import { findAccount } from './find-account.ts';

export const promote: AdminCommand = {
  name: 'promote',
  operands: ['email', 'organization'],
  options: {},
  summary: 'makes an account an owner of an organization (slug or id), and a member if necessary',
  async run(context, { operands: [email, organization] }) {
    const user = await findAccount(context, email!);
    const { name, slug } = await makeOwner(context, {
      userId: user.id,
      organization: organization!,
    });
    context.print(`${user.email} is an owner of "${name}" (${slug}).`);
  },
};
