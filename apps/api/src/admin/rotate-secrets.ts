import { findFingerprint, fingerprintOf, replaceFingerprint } from '../domain/kernel/index.ts';
import { resealWebhooks } from '../domain/talk/index.ts';
import { fail } from '../errors.ts';
import type { AdminCommand } from './admin-command.ts';

const webhooksOf = (count: number): string => `${count} webhook${count === 1 ? '' : 's'}`;

export const rotateSecrets: AdminCommand = {
  name: 'rotate-secrets',
  operands: [],
  options: { discard: { type: 'boolean' } },
  summary: 'encrypts secrets with the current key; --discard deletes webhooks whose key is lost',
  async run({ db, readKeys, print }, { options }) {
    const { current, previous, source } = readKeys();
    if (current === null) fail('service_unavailable', 'There is no key: set SECRET_KEY.');
    const discards = options.discard === true;
    await db.transaction().execute(async (tx) => {
      const before = await findFingerprint(tx);
      await replaceFingerprint(tx, fingerprintOf(current));
      const keys = [current, ...(previous ? [previous] : [])] as [Buffer, ...Buffer[]];
      const { resealed, unchanged, unreadable } = await resealWebhooks(tx, keys, { discards });
      if (unreadable.length > 0 && !discards) {
        fail(
          'service_unavailable',
          `The secrets of ${webhooksOf(unreadable.length)} are encrypted with another key. Set SECRET_KEY_PREVIOUS to it, or delete these webhooks with --discard. Nothing was changed.`,
        );
      }
      if (before !== null && !discards) requireKnown(before, { current, previous, source });
      const isSame = before?.equals(fingerprintOf(current)) === true;
      if (isSame && resealed === 0 && unreadable.length === 0) {
        print(
          `The secrets of ${webhooksOf(unchanged)} are encrypted with ${source} already. Nothing was changed.`,
        );
        return;
      }
      print(`Encrypted the secrets of ${webhooksOf(resealed)} with ${source}.`);
      for (const id of unreadable) print(`Deleted the webhook ${id}.`);
      print(
        'Restart processes that were started without this key: until then they cannot deliver webhooks and chat messages.',
      );
    });
  },
};

/**
 * Refuses a key if the database has another one that is not the key before it. Processes that run
 * with the key of the database would otherwise refuse to start again.
 */
function requireKnown(
  ofDatabase: Buffer,
  { current, previous, source }: { current: Buffer; previous: Buffer | null; source: string },
): void {
  const isKnown = [current, previous].some(
    (key) => key !== null && fingerprintOf(key).equals(ofDatabase),
  );
  if (isKnown) return;
  fail(
    'service_unavailable',
    `The database has another key than ${source}. Set SECRET_KEY to the new key and SECRET_KEY_PREVIOUS to the key of the database, or pass --discard if that key is lost. Nothing was changed.`,
  );
}
