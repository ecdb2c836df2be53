import type { Money } from '@parlance/contracts';

/** Returns an amount as a language writes it. */
export const moneyText = ({ value, currency }: Money, language: string): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency }).format(Number(value));
