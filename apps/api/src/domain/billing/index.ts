export { captureOrder } from './capture-order.ts';
export { createCheckout } from './create-checkout.ts';
export {
  chargeCredits,
  reserveCredits,
  unitsToReserve,
  withCurrentAccount,
  withReservation,
} from './credit-account.ts';
export {
  refreshAccount,
  refreshAvailableCredits,
  refreshCredits,
  viewPlan,
} from './current-credits.ts';
export { type LedgerRow, listLedger } from './ledger.store.ts';
export { requirePayments } from './payment-calls.ts';
export type { PaymentOrderRow } from './payment-order.store.ts';
export { reconcileLater } from './reconcile-order.ts';
export type { WorkRef, WorkReference } from './reservation.store.ts';
export { takePaymentEvent } from './take-payment-event.ts';
export {
  type Amounts,
  type EngineAmounts,
  MEMORY,
  mainEngine,
  noAmounts,
  sumAmounts,
} from './usage/amounts.ts';
export { dayRangeOf, daysEnding, lastDays } from './usage/day-range.ts';
export { meterUsage } from './usage/meter-usage.ts';
export {
  sumUnits,
  sumUsage,
  type UsageGroup,
  type UsageSumsRow,
  usagePageQueryOf,
} from './usage/usage.store.ts';
