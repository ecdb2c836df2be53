import type { CreditPack } from '@parlance/contracts';
import { newId } from '../../db/ids/uuid.ts';
import type { Deps } from '../../deps.ts';
import { failAt } from '../../errors.ts';
import { actorOf, audit, type Principal } from '../kernel/index.ts';
import { callProvider, requirePayments } from './payment-calls.ts';
import { insertPaymentOrder, type PaymentOrderRow } from './payment-order.store.ts';

/**
 * Creates an order for a pack of credits with the payment provider. The price comes from the
 * server's configuration.
 * @throws `payments_unavailable`, `validation_failed`, `payment_failed`
 */
export async function createCheckout(
  deps: Pick<Deps, 'db' | 'clock' | 'payments' | 'log'>,
  principal: Principal,
  packId: string,
  address: string,
): Promise<{ order: PaymentOrderRow; pack: CreditPack }> {
  const { provider, packs, returnUrl } = requirePayments(deps);
  const pack = packs.find(({ id }) => id === packId) ?? failPack(packs);
  const id = newId();
  const { organizationId } = principal;
  const made = await callProvider(deps, () =>
    provider.createOrder({
      requestId: id,
      customId: id,
      amount: pack.amount,
      description: pack.name,
      returnUrl: returnAddress(returnUrl, organizationId, 'approved'),
      cancelUrl: returnAddress(returnUrl, organizationId, 'cancelled'),
    }),
  );
  const now = deps.clock.now();
  const actor = actorOf(principal);
  const order = await deps.db.transaction().execute(async (tx) => {
    await audit(tx, {
      organizationId,
      at: now,
      actor,
      action: 'payment_order.create',
      target: { type: 'payment_order', id: made.id, name: pack.name },
      address,
      details: { packId, amount: pack.amount, credits: pack.credits },
    });
    return insertPaymentOrder(tx, {
      organizationId,
      id,
      providerOrderId: made.id,
      pack,
      approveUrl: made.approveUrl,
      actor,
      now,
    });
  });
  return { order, pack };
}

function failPack(packs: readonly CreditPack[]): never {
  return failAt('/packId', `must be one of ${packs.map(({ id }) => id).join(', ')}`);
}

/**
 * Returns the URL to which the provider sends the buyer back. The URL contains the organization,
 * because the buyer may belong to several organizations.
 */
function returnAddress(
  returnUrl: string,
  organizationId: string,
  outcome: 'approved' | 'cancelled',
): string {
  const url = new URL(returnUrl);
  url.searchParams.set('checkout', outcome);
  url.searchParams.set('organization', organizationId);
  return url.href;
}
