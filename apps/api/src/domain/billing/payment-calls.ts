import type { Deps, Payments } from '../../deps.ts';
import { Failure, fail } from '../../errors.ts';
import { PaymentError } from '../../providers/payment/payment-provider.ts';

/** @throws `payments_unavailable` */
export function requirePayments({ payments }: Pick<Deps, 'payments'>): Payments {
  return (
    payments ?? fail('payments_unavailable', 'This server has no payment provider configured.')
  );
}

const WORDS = {
  unreachable: 'The payment provider did not answer. Ask again: nothing is paid or granted twice.',
  rejected: 'The payment provider refuses this server; its operator finds the reason in the log.',
} as const;

/**
 * Calls the payment provider, in the words of the catalog where it fails.
 *
 * @throws `payment_failed`, `payments_unavailable`
 */
export async function callProvider<Result>(
  { log }: Pick<Deps, 'log'>,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    log.error({ reason: error.message, kind: error.kind }, 'payment provider failed');
    if (error.kind === 'webhook_unconfigured') {
      fail('payments_unavailable', 'This server takes no events of the payment provider.');
    }
    throw new Failure('payment_failed', WORDS[error.kind], { cause: error });
  }
}
