import type { Money } from '@parlance/contracts';

/** Returns an amount in the notation of a language. */
export const moneyText = ({ value, currency }: Money, language: string): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency }).format(Number(value));
