import type { Credits, Plan } from '@parlance/contracts';
import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { OwnerRef } from '../tenant.ts';
import { type AccountView, findEntitlement, viewAccount } from './credit-account.store.ts';
import { endOfPeriod } from './month.ts';
import { availableOf, type BillingDeps, isDue, withAccount } from './with-account.ts';

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

/** The state of an organization's credits, with everything that was due written first. */
export async function viewCredits(deps: ViewDeps, organizationId: OwnerRef): Promise<Credits> {
  const account = await freshAccount(deps, organizationId);
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

/** How much work an organization may still start, in credits; null where nothing is refused. */
export async function findAvailableCredits(
  deps: ViewDeps,
  organizationId: OwnerRef,
): Promise<number | null> {
  const account = await freshAccount(deps, organizationId);
  if (!deps.payments) return null;
  return account ? availableOf(account) : 0;
}

/**
 * What to reserve for work: what it costs at most, or, where less than that is available, what an
 * estimate says, which knows what is remembered and needs no engine.
 */
export async function unitsToReserve(
  { payments }: Pick<Deps, 'payments'>,
  db: Db,
  organizationId: OwnerRef,
  work: { readonly most: number; estimate(): Promise<number> },
): Promise<number> {
  if (!payments) return 0;
  const account = await viewAccount(db, organizationId);
  if (account && availableOf(account) >= work.most) return work.most;
  return Math.min(work.most, await work.estimate());
}

/** Included credits belong to the personal organization of a verified user only. */
async function monthlyCreditsOf(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  organizationId: OwnerRef,
): Promise<number> {
  if (!payments) return 0;
  const entitlement = await findEntitlement(db, organizationId);
  return entitlement === 'personal' ? payments.monthlyCredits : 0;
}

/** The account after everything that was due; null where nothing has ever touched it. */
export async function freshAccount(
  deps: ViewDeps,
  organizationId: OwnerRef,
): Promise<AccountView | null> {
  const account = await viewAccount(deps.db, organizationId);
  if (!isDue(account, deps)) return account;
  await deps.db
    .transaction()
    .execute((tx) => withAccount(deps, tx, organizationId, async () => undefined));
  return viewAccount(deps.db, organizationId);
}
