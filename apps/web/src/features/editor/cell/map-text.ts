import type { OpenCell } from './open-cell.ts';

/** Gives a copied message the plural categories of the locale of a cell. */
export const mapText = async ({ format, locale }: OpenCell, text: string): Promise<string> =>
  (await import('@parlance/messages/forms')).mapCategories(text, format, locale);
