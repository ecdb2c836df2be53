import type { Money } from '@parlance/contracts';

export interface NewProviderOrder {
  /** Repeating a call with the same one makes one order. */
  readonly requestId: string;
  /** Comes back with the order and everything that is paid for it. */
  readonly customId: string;
  readonly amount: Money;
  /** Shown to the buyer. */
  readonly description: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
}

export interface ProviderCapture {
  readonly id: string;
  readonly status: 'completed' | 'pending' | 'declined' | 'partially_refunded' | 'refunded';
  readonly amount: Money;
}

export interface ProviderRefund {
  readonly id: string;
  readonly isCompleted: boolean;
  readonly amount: Money;
}

/** An order as the provider has it. */
export interface ProviderOrder {
  readonly id: string;
  readonly status: 'created' | 'approved' | 'completed' | 'voided';
  /** Where the buyer approves; null once that is done. */
  readonly approveUrl: string | null;
  readonly customId: string | null;
  readonly captures: readonly ProviderCapture[];
  readonly refunds: readonly ProviderRefund[];
}

/** What came of asking for the money. */
export type CaptureOutcome =
  /** The order as it is now: captured, captured before, or ended otherwise. */
  | { readonly kind: 'captured'; readonly order: ProviderOrder }
  /** The buyer has to approve first, or anew with another means of payment. */
  | { readonly kind: 'not_approved' | 'instrument_declined' }
  /** There is no such order any more. */
  | { readonly kind: 'expired' }
  /** Refused for good; the provider's own name of the reason. */
  | { readonly kind: 'refused'; readonly reason: string };

/** A delivered event with everything that its signature covers. */
export interface SignedEvent {
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The bytes as they came. */
  readonly body: Buffer;
}

/** What an event is about: it names the order, or its payment, or neither. */
export interface VerifiedEvent {
  readonly type: string;
  readonly orderId: string | null;
  readonly captureId: string | null;
}

/** Takes payments. Every method may throw {@link PaymentError}. */
export interface PaymentProvider {
  createOrder(order: NewProviderOrder): Promise<ProviderOrder & { approveUrl: string }>;
  /** Null: the provider has no such order (any more). */
  getOrder(orderId: string): Promise<ProviderOrder | null>;
  captureOrder(orderId: string, requestId: string): Promise<CaptureOutcome>;
  /** Null where the signature is not the provider's. @throws PaymentError `webhook_unconfigured` */
  verifyEvent(event: SignedEvent): Promise<VerifiedEvent | null>;
}

/**
 * - `unreachable`: no answer, or one that says to try later; what was asked for may have happened.
 * - `rejected`: the provider refuses the service itself: credentials, account, a malformed request.
 * - `webhook_unconfigured`: events cannot be verified.
 */
export type PaymentErrorKind = 'unreachable' | 'rejected' | 'webhook_unconfigured';

/** A fault between the service and the provider; the message holds no secret. */
export class PaymentError extends Error {
  override readonly name = 'PaymentError';
  readonly kind: PaymentErrorKind;

  constructor(kind: PaymentErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
