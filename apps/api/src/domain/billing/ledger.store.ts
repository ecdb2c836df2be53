import type { Db } from '../../db/client.ts';
import type { LedgerType } from '../../db/schema.generated.ts';
import { type OwnerRef, type Page, type PageQuery, pageOf } from '../kernel/index.ts';
import { REFUND_REFERENCE } from './payment-order.store.ts';

export interface LedgerRow {
  id: string;
  at: Date;
  type: LedgerType;
  credits: number;
  units: number;
  balance_after: number;
  reference_type: string;
  reference_id: string;
  description: string;
}

/** Lists the rows of the ledger. The row that was committed last comes first. */
export async function listLedger(
  db: Db,
  organizationId: OwnerRef,
  page: PageQuery,
): Promise<Page<LedgerRow>> {
  let query = db
    .selectFrom('ledger')
    .where('organization_id', '=', organizationId)
    .select([
      'id',
      'at',
      'type',
      'credits',
      'units',
      'balance_after',
      'reference_type',
      'reference_id',
      'description',
    ]);
  if (page.after !== null) {
    const after = page.after;
    query = query.where('sequence', '<', (eb) =>
      eb
        .selectFrom('ledger')
        .where('organization_id', '=', organizationId)
        .where('id', '=', after)
        .select('sequence'),
    );
  }
  const rows = await query
    .orderBy('sequence', 'desc')
    .limit(page.limit + 1)
    .execute();
  return pageOf(rows, page.limit, (row) => row.id);
}

/** Returns the given refunds that already have a row in the ledger. */
export async function findRefundEntries(
  tx: Db,
  organizationId: OwnerRef,
  refundIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('ledger')
    .where('organization_id', '=', organizationId)
    .where('type', '=', 'refund')
    .where('reference_type', '=', REFUND_REFERENCE)
    .where('reference_id', '=', (eb) => eb.fn.any(eb.val([...refundIds])))
    .select('reference_id')
    .execute();
  return new Set(rows.map((row) => row.reference_id));
}
