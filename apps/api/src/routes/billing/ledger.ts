import { billingLedger } from '@parlance/contracts';
import { listLedger, refreshAccount } from '../../domain/billing/index.ts';
import { pageQueryOf } from '../../domain/kernel/index.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentLedgerRow } from './ledger.present.ts';

export const billingLedgerRoute = route(billingLedger, async ({ deps, principal, query }) => {
  const page = pageQueryOf(query);
  // Before the first page is read, adds entries that are due, such as the monthly grant.
  if (page.after === null) await refreshAccount(deps, principal.organizationId);
  return listAnswer(await listLedger(deps.db, principal.organizationId, page), presentLedgerRow);
});
