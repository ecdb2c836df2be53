import type { Money } from '@parlance/contracts';

/** Maximum number of decimal places in an amount of money. */
const DIGITS = 4;

/**
 * Parses a decimal amount of money into units of 1/10,000. Returns null if the text is not a
 * decimal.
 */
function partsOf(value: string): bigint | null {
  const match = /^(\d{1,15})(?:\.(\d{1,4}))?$/.exec(value);
  return match && BigInt(match[1]! + (match[2] ?? '').padEnd(DIGITS, '0'));
}

export function isSameMoney(a: Money, b: Money): boolean {
  const parts = partsOf(a.value);
  return a.currency === b.currency && parts !== null && parts === partsOf(b.value);
}

/**
 * Returns the number of credits that `part` of the price buys: `whole × part ÷ price`, rounded up.
 */
export function shareOf(whole: number, part: Money, price: Money): number {
  const parts = partsOf(part.value);
  const total = partsOf(price.value);
  if (parts === null || total === null || total === 0n || part.currency !== price.currency) {
    return whole;
  }
  const share = (BigInt(whole) * parts + total - 1n) / total;
  return Math.min(whole, Number(share));
}
