import { loadPageTexts } from './setup.ts';

/** Loads the texts of problems in the language of the app: they come with the first problem. */
export async function loadProblemTexts(): Promise<void> {
  await Promise.all([import('./problems.ts'), loadPageTexts()]);
}
