import type { LedgerRow as LedgerItem } from '@parlance/contracts';
import type { LedgerRow } from '../../domain/billing/index.ts';

export const presentLedgerRow = (row: LedgerRow): LedgerItem => ({
  id: row.id,
  at: row.at.toISOString(),
  type: row.type,
  credits: row.credits,
  units: row.units,
  balanceAfter: row.balance_after,
  reference: { type: row.reference_type, id: row.reference_id },
  description: row.description,
});
