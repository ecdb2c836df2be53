import { reactivateUser } from '../domain/people/index.ts';
import type { AdminCommand } from './admin-command.ts';
import { worksAgain } from './works-again.ts';

export const enable: AdminCommand = {
  name: 'enable',
  operands: ['email'],
  options: { keys: { type: 'boolean' } },
  summary:
    'undoes disable: restores the account with its password, and the organizations that ended with it; --keys also their API keys',
  async run(context, { operands: [email], options }) {
    const { user, restored, left, keys, keysLeft } = await reactivateUser(context, {
      email: email!,
      keys: options.keys === true,
    });
    context.print(`Enabled ${user.email}. Its password is the same as before.`);
    for (const { name } of restored) context.print(`The organization "${name}" is back.`);
    for (const { name, slug } of left) {
      context.print(
        `It is no longer a member of "${name}". An owner can invite it, or promote ${user.email} ${slug} makes it an owner.`,
      );
    }
    for (const key of keys) context.print(worksAgain(key));
    for (const { organization, count, isOfOthers } of keysLeft) {
      const { name, slug } = organization;
      const [what, verb, them] =
        count === 1 ? ['1 API key', 'stays', 'it'] : [`${count} API keys`, 'stay', 'them'];
      const flags = isOfOthers ? '--keys' : `--keys-of ${user.email}`;
      context.print(
        `${what} of "${name}" ${verb} revoked: restore-organization ${slug} ${user.email} ${flags} restores ${them}.`,
      );
    }
  },
};
