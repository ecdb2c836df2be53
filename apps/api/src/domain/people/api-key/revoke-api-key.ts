import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { actorOf, audit, ownerOf, type Principal } from '../../kernel/index.ts';
import { type ApiKeyRow, revokeApiKey as revokeApiKeyRow } from './api-key.store.ts';

/**
 * Revokes an API key. Requests with the key fail from now on.
 * @throws `not_found`
 */
export async function revokeApiKey(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  principal: Principal,
  key: { apiKeyId: string; userId?: string },
  address: string,
): Promise<ApiKeyRow> {
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    const row = await revokeApiKeyRow(tx, ownerOf(principal), key, now);
    if (!row) fail('not_found', 'The API key does not exist.');
    if (row.revoked_at?.getTime() !== now.getTime()) return row;
    await audit(tx, {
      organizationId: principal.organizationId,
      at: now,
      actor: actorOf(principal),
      action: 'api_key.revoke',
      target: { type: 'api_key', id: row.id, name: row.name },
      address,
    });
    return row;
  });
}
