import type { CreditPack } from '@parlance/contracts';

/**
 * Number of decimal places of each currency that PayPal supports (developer.paypal.com, REST
 * reference, currency codes).
 */
const CURRENCY_DIGITS: ReadonlyMap<string, number> = new Map([
  ...'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD ILS MXN MYR NOK NZD PHP PLN SEK SGD THB USD'
    .split(' ')
    .map((currency) => [currency, 2] as const),
  ...'HUF JPY TWD'.split(' ').map((currency) => [currency, 0] as const),
]);

const WANTED =
  'a JSON list such as [{"id":"small","name":"100,000 credits","credits":100000,"amount":"5.00","currency":"EUR"}]';
const MAX_CREDITS = 1_000_000_000_000;
const MAX_PACKS = 50;

/**
 * Parses the variable `CREDIT_PACKS`.
 * @throws Error that describes the expected value
 */
export function parseCreditPacks(value: string): CreditPack[] {
  const packs = readList(value).map(readPack);
  const ids = new Set(packs.map(({ id }) => id));
  if (ids.size < packs.length) throw new Error(`${WANTED}, with unique ids`);
  return packs;
}

function readList(value: string): unknown[] {
  let list: unknown;
  try {
    list = JSON.parse(value);
  } catch {
    throw new Error(WANTED);
  }
  if (!Array.isArray(list) || list.length > MAX_PACKS) throw new Error(WANTED);
  return list;
}

const MEMBERS = ['id', 'name', 'credits', 'amount', 'currency'];

function readPack(item: unknown, index: number): CreditPack {
  const refuse = (what: string): never => {
    throw new Error(`${WANTED}; in entry ${index + 1} ${what}`);
  };
  if (typeof item !== 'object' || item === null) return refuse('is not an object');
  const { id, name, credits, amount, currency, ...others } = item as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return refuse(`${unknown} is not one of ${MEMBERS.join(', ')}`);
  if (typeof id !== 'string' || !/^[\w-]{1,100}$/.test(id)) {
    return refuse('id must be letters, digits, hyphens and underscores');
  }
  if (typeof name !== 'string' || name.trim() === '' || name.length > 127) {
    return refuse('name must be a string of 1 to 127 characters');
  }
  if (!Number.isInteger(credits) || Number(credits) < 1 || Number(credits) > MAX_CREDITS) {
    return refuse('credits must be a positive whole number');
  }
  const digits = typeof currency === 'string' ? CURRENCY_DIGITS.get(currency) : undefined;
  if (digits === undefined) return refuse('currency is not supported by PayPal');
  const pattern = digits === 0 ? /^\d{1,9}$/ : /^\d{1,7}\.\d{2}$/;
  if (typeof amount !== 'string' || !pattern.test(amount) || Number(amount) === 0) {
    return refuse(`amount must be a string such as "${digits === 0 ? '500' : '5.00'}"`);
  }
  return {
    id,
    name,
    credits: Number(credits),
    amount: { value: amount, currency: String(currency) },
  };
}

export const DEFAULT_CREDIT_PACKS = JSON.stringify([
  { id: 'small', name: '250,000 credits', credits: 250_000, amount: '5.00', currency: 'USD' },
  { id: 'medium', name: '1,000,000 credits', credits: 1_000_000, amount: '18.00', currency: 'USD' },
  { id: 'large', name: '5,000,000 credits', credits: 5_000_000, amount: '80.00', currency: 'USD' },
]);
