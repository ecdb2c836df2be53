import type { Money } from '@parlance/contracts';

export interface NewProviderOrder {
  /** Idempotency key: repeated calls with the same key create one order. */
  readonly requestId: string;
  /** The provider returns it with the order and with every payment for the order. */
  readonly customId: string;
  readonly amount: Money;
  /** Description for the buyer. */
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

/** State of an order at the provider. */
export interface ProviderOrder {
  readonly id: string;
  readonly status: 'created' | 'approved' | 'completed' | 'voided';
  /** URL at which the buyer approves the order. Null after the approval. */
  readonly approveUrl: string | null;
  readonly customId: string | null;
  readonly captures: readonly ProviderCapture[];
  readonly refunds: readonly ProviderRefund[];
}

/** Result of a capture. */
export type CaptureOutcome =
  /** The order in its present state: captured now or earlier, or ended otherwise. */
  | { readonly kind: 'captured'; readonly order: ProviderOrder }
  /** The buyer has to approve the order, or approve it again with another payment method. */
  | { readonly kind: 'not_approved' | 'instrument_declined' }
  /** The order no longer exists. */
  | { readonly kind: 'expired' }
  /** The payment was permanently declined, with the provider's reason. */
  | { readonly kind: 'refused'; readonly reason: string };

/** A delivered event with everything that its signature covers. */
export interface SignedEvent {
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The unchanged bytes of the request body. */
  readonly body: Buffer;
}

/** Subject of an event: the order, its payment or neither. */
export interface VerifiedEvent {
  readonly type: string;
  readonly orderId: string | null;
  readonly captureId: string | null;
}

/** Takes payments. Every method may throw {@link PaymentError}. */
export interface PaymentProvider {
  createOrder(order: NewProviderOrder): Promise<ProviderOrder & { approveUrl: string }>;
  /** Returns the order. Null if the provider does not know it or no longer stores it. */
  getOrder(orderId: string): Promise<ProviderOrder | null>;
  captureOrder(orderId: string, requestId: string): Promise<CaptureOutcome>;
  /** Returns the event, or null if its signature is invalid. @throws PaymentError `webhook_unconfigured` */
  verifyEvent(event: SignedEvent): Promise<VerifiedEvent | null>;
}

/**
 * - `unreachable`: no response, or a temporary failure. The requested change may have happened.
 * - `rejected`: the provider rejects the service itself: credentials, account or a malformed request.
 * - `webhook_unconfigured`: events cannot be verified.
 */
export type PaymentErrorKind = 'unreachable' | 'rejected' | 'webhook_unconfigured';

/** Thrown if the service and the provider cannot communicate. The message contains no secret. */
export class PaymentError extends Error {
  override readonly name = 'PaymentError';
  readonly kind: PaymentErrorKind;

  constructor(kind: PaymentErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
