import type { Db } from '../../../db/client.ts';
import { audit, type OwnerRef } from '../../kernel/index.ts';
import type { UserRow } from './user.store.ts';

/** Writes to the audit log that an operator has restored an organization for a user. */
export const auditRestoration = (
  tx: Db,
  { id, name }: { id: OwnerRef; name: string },
  { user, now }: { user: UserRow; now: Date },
): Promise<void> =>
  audit(tx, {
    organizationId: id,
    at: now,
    actor: { type: 'user', id: user.id, name: user.name },
    action: 'organization.restore',
    target: { type: 'organization', id, name },
    address: null,
    details: { reason: 'admin_command' },
  });
