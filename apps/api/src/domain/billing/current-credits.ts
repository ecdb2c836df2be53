import type { Credits, Plan } from '@parlance/contracts';
import type { Deps } from '../../deps.ts';
import type { OwnerRef } from '../kernel/index.ts';
import { type AccountView, findEntitlement, viewAccount } from './credit-account.store.ts';
import { availableOf, type BillingDeps, isDue, withCurrentAccount } from './credit-account.ts';
import { endOfPeriod } from './month.ts';

const FEATURES = [
  'localization',
  'releases',
  'machine_translation',
  'translation_memory',
  'glossary',
  'api_keys',
  'organizations',
];

type ViewDeps = BillingDeps & Pick<Deps, 'db'>;

/**
 * Grants the credits of the month, removes expired credits, and then returns the credits of an
 * organization.
 */
export async function refreshCredits(deps: ViewDeps, organizationId: OwnerRef): Promise<Credits> {
  const account = await refreshAccount(deps, organizationId);
  const { payments, clock } = deps;
  return {
    balance: payments ? (account?.balance ?? 0) : null,
    reserved: account?.reserved ?? 0,
    included: account?.included ?? 0,
    purchased: account?.purchased ?? 0,
    resetsAt:
      payments && (await monthlyCreditsOf(deps, organizationId)) > 0
        ? endOfPeriod(clock.now()).toISOString()
        : null,
  };
}

export async function viewPlan(deps: ViewDeps, organizationId: OwnerRef): Promise<Plan> {
  if (!deps.payments) {
    return { id: 'self_hosted', name: 'Self-hosted', monthlyCredits: null, features: FEATURES };
  }
  const monthlyCredits = await monthlyCreditsOf(deps, organizationId);
  return { id: 'free', name: 'Free', monthlyCredits, features: FEATURES };
}

/**
 * Returns the number of credits that the organization can spend. Null if the server does not charge
 * for work.
 */
export async function refreshAvailableCredits(
  deps: ViewDeps,
  organizationId: OwnerRef,
): Promise<number | null> {
  const account = await refreshAccount(deps, organizationId);
  if (!deps.payments) return null;
  return account ? availableOf(account) : 0;
}

async function monthlyCreditsOf(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  organizationId: OwnerRef,
): Promise<number> {
  if (!payments) return 0;
  const entitlement = await findEntitlement(db, organizationId);
  return entitlement === 'personal' ? payments.monthlyCredits : 0;
}

/**
 * Grants due credits and removes expired credits. Returns null if the organization has never had
 * credits.
 */
export async function refreshAccount(
  deps: ViewDeps,
  organizationId: OwnerRef,
): Promise<AccountView | null> {
  const account = await viewAccount(deps.db, organizationId);
  if (!isDue(account, deps)) return account;
  await deps.db
    .transaction()
    .execute((tx) => withCurrentAccount(deps, tx, organizationId, async () => undefined));
  return viewAccount(deps.db, organizationId);
}
