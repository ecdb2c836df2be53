import type { Capture, CheckoutOrder, CreditPack } from '@parlance/contracts';
import type { PaymentOrderRow } from '../../domain/billing/index.ts';

export const presentCheckout = (order: PaymentOrderRow, pack: CreditPack): CheckoutOrder => ({
  orderId: order.provider_order_id,
  status: order.status,
  approveUrl: order.approve_url,
  pack,
  amount: { value: order.amount_value, currency: order.amount_currency },
});

export const presentCapture = (order: PaymentOrderRow, balance: number | null): Capture => ({
  orderId: order.provider_order_id,
  status: order.status,
  creditsGranted: order.status === 'completed' ? order.credits : 0,
  balance,
});
