import { authSignUp } from '@parlance/contracts';
import { Type } from 'typebox';
import { replacePassword } from '../domain/people/index.ts';
import type { AdminCommand } from './admin-command.ts';
import { findAccount } from './find-account.ts';
import { PASSWORD_OPTIONS, readPassword } from './read-password.ts';
import { requireValid } from './require-valid.ts';

export const resetPassword: AdminCommand = {
  name: 'reset-password',
  operands: ['email'],
  options: PASSWORD_OPTIONS,
  summary: 'sets a new password, confirms the address and ends all sessions',
  async run(context, input) {
    const user = await findAccount(context, input.operands[0]!);
    const { password, isGenerated } = await readPassword(context, input);
    requireValid(Type.Pick(authSignUp.body, ['password']), { password });
    await replacePassword(context, user.id, password);
    context.print(`Set a new password for ${user.email} and ended all sessions.`);
    if (isGenerated) context.print(`Password: ${password}`);
  },
};
