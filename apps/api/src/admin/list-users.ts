import { type AccountRow, listAccounts } from '../domain/people/index.ts';
import { visible } from '../logger.ts';
import type { AdminCommand } from './admin-command.ts';

const PAGE = 500;

function stateOf({ deactivated_at, email_verified_at }: AccountRow): string {
  if (deactivated_at !== null) return 'disabled';
  return email_verified_at === null ? 'unconfirmed' : 'active';
}

export const listUsers: AdminCommand = {
  name: 'list',
  operands: [],
  options: {},
  summary: 'lists the accounts with their organizations and roles',
  async run({ db, print }) {
    print(['email', 'name', 'created', 'state', 'organizations'].join('\t'));
    for (let after: string | null = null; ; ) {
      const accounts = await listAccounts(db, after, PAGE);
      for (const account of accounts) {
        const fields = [
          account.email,
          account.name,
          account.created_at.toISOString().slice(0, 10),
          stateOf(account),
          account.memberships,
        ];
        print(fields.map((field) => visible(field).replaceAll('\n', ' ')).join('\t'));
      }
      after = accounts.at(-1)?.id ?? null;
      if (accounts.length < PAGE) return;
    }
  },
};
