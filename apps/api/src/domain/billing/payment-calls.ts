import type { Deps, Payments } from '../../deps.ts';
import { Failure, fail } from '../../errors.ts';
import { PaymentError } from '../../providers/payment/payment-provider.ts';

export function requirePayments({ payments }: Pick<Deps, 'payments'>): Payments {
  return (
    payments ??
    fail(
      'payments_unavailable',
      'No payment provider is configured on this server. Ask its operator for credits.',
    )
  );
}

const WORDS = {
  unreachable:
    'The payment provider did not respond. Try again: a repeated request neither charges nor grants twice.',
  rejected:
    'The payment provider rejected this server. Ask its operator, who finds the reason in the log.',
} as const;

/**
 * Calls the payment provider.
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
      fail(
        'payments_unavailable',
        'This server does not accept events of the payment provider. Set PAYPAL_WEBHOOK_ID to accept them.',
      );
    }
    throw new Failure('payment_failed', WORDS[error.kind], { cause: error });
  }
}
