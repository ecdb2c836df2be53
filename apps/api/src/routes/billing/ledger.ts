import { billingLedger } from '@parlance/contracts';
import { refreshAccount } from '../../domain/billing/current-credits.ts';
import { listLedger } from '../../domain/billing/ledger.store.ts';
import { pageQueryOf } from '../../domain/paging.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentLedgerRow } from './ledger.present.ts';

export const billingLedgerRoute = route(billingLedger, async ({ deps, principal, query }) => {
  const page = pageQueryOf(query);
  // Before the first page is read, adds entries that are due, such as the monthly grant.
  if (page.after === null) await refreshAccount(deps, principal.organizationId);
  return listAnswer(await listLedger(deps.db, principal.organizationId, page), presentLedgerRow);
});
