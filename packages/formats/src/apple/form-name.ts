import { type Category, isCategory } from '../plural/plural-categories.ts';

/**
 * Splits the name of a plural form, such as `files.few`. Returns null if the name does not end in a
 * plural category.
 */
export function formOf(name: string): { family: string; category: Category } | null {
  const dot = name.lastIndexOf('.');
  const category = name.slice(dot + 1);
  return dot !== -1 && isCategory(category) ? { family: name.slice(0, dot), category } : null;
}
