import type { Money } from '@parlance/contracts';

export interface NewProviderOrder {
  /** Idempotency key. Repeated calls with the same key create only one order. */
  readonly requestId: string;
  /**
   * Id of the order in this service. The provider returns this id with the order and with every
   * payment for the order.
   */
  readonly customId: string;
  readonly amount: Money;
  /** Description of the purchase, which the buyer sees. */
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

/** An order as the payment provider stores it. */
export interface ProviderOrder {
  readonly id: string;
  readonly status: 'created' | 'approved' | 'completed' | 'voided';
  /** URL at which the buyer approves the order. Null after the approval. */
  readonly approveUrl: string | null;
  readonly customId: string | null;
  readonly captures: readonly ProviderCapture[];
  readonly refunds: readonly ProviderRefund[];
}

/** Result of an attempt to capture the payment for an order. */
export type CaptureOutcome =
  /**
   * The payment is captured, or the order has ended in another way. `order` is the current state of
   * the order.
   */
  | { readonly kind: 'captured'; readonly order: ProviderOrder }
  /** The buyer must approve the order, or approve it again with another payment method. */
  | { readonly kind: 'not_approved' | 'instrument_declined' }
  /** The order has expired. The payment provider may have deleted it. */
  | { readonly kind: 'expired' }
  /** The payment was permanently declined. `reason` comes from the provider. */
  | { readonly kind: 'refused'; readonly reason: string };

/** An event that the payment provider delivered, with all data that its signature covers. */
export interface SignedEvent {
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Body of the request, exactly as received. */
  readonly body: Buffer;
}

/** The object that an event is about: an order, a payment for an order, or something else. */
export interface VerifiedEvent {
  readonly type: string;
  readonly orderId: string | null;
  readonly captureId: string | null;
}

/** A payment provider. All methods may throw a {@link PaymentError}. */
export interface PaymentProvider {
  createOrder(order: NewProviderOrder): Promise<ProviderOrder & { approveUrl: string }>;
  getOrder(orderId: string): Promise<ProviderOrder | null>;
  captureOrder(orderId: string, requestId: string): Promise<CaptureOutcome>;
  /**
   * Verifies the signature of an event. Returns null if the signature is invalid.
   * @throws PaymentError `webhook_unconfigured`
   */
  verifyEvent(event: SignedEvent): Promise<VerifiedEvent | null>;
}

/**
 * Kind of a payment error. `unreachable`: no response, or a temporary failure; the provider may
 * still have made the change. `rejected`: the provider rejects the service itself, for example its
 * credentials. `webhook_unconfigured`: events cannot be verified.
 */
export type PaymentErrorKind = 'unreachable' | 'rejected' | 'webhook_unconfigured';

/** Thrown if the communication with the payment provider fails. The message contains no secrets. */
export class PaymentError extends Error {
  override readonly name = 'PaymentError';
  readonly kind: PaymentErrorKind;

  constructor(kind: PaymentErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
