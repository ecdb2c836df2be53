import type { OpenCell } from './open-cell.ts';

/** Adapts the plural categories of a copied message to the language of the cell. */
export const mapText = async ({ format, locale }: OpenCell, text: string): Promise<string> =>
  (await import('@parlance/messages/forms')).mapCategories(text, format, locale);
