import type { OpenCell } from './open-cell.ts';

/** Adapts a copied message to the plural categories of the cell's locale. */
export const mapText = async ({ format, locale }: OpenCell, text: string): Promise<string> =>
  (await import('@parlance/messages/forms')).mapCategories(text, format, locale);
