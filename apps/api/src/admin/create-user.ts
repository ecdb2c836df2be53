import { authSignUp } from '@parlance/contracts';
import { createVerifiedUser, hashPassword } from '../domain/people/index.ts';
import type { AdminCommand } from './admin-command.ts';
import { PASSWORD_OPTIONS, readPassword } from './read-password.ts';
import { requireValid } from './require-valid.ts';

export const createUser: AdminCommand = {
  name: 'create-user',
  operands: ['email'],
  options: { name: { type: 'string' }, ...PASSWORD_OPTIONS },
  summary: 'creates an account with a confirmed address',
  makesDatabase: true,
  async run(context, input) {
    const { db, clock, print } = context;
    const email = input.operands[0]!;
    const name = String(input.options.name ?? email.split('@')[0]);
    const { password, isGenerated } = await readPassword(context, input);
    requireValid(authSignUp.body, { email, name, password });
    const passwordHash = await hashPassword(password);
    const now = clock.now();
    await db
      .transaction()
      .execute((tx) => createVerifiedUser(tx, { email, name, passwordHash, now }));
    print(`Created the account ${email}.`);
    if (isGenerated) print(`Password: ${password}`);
  },
};
