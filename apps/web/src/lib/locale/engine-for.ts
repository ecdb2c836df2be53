import type { TranslationEngine } from '@parlance/contracts';

/** Returns the engine that translates a pair: the one that is named, or else the first of the server that can. */
export const engineFor = (
  engines: readonly TranslationEngine[] | undefined,
  named: string | null = null,
): TranslationEngine | undefined =>
  engines?.find(
    ({ name, position, pair }) =>
      (named === null ? position !== null : name === named) &&
      (pair?.status === 'ready' || pair?.status === 'loadable'),
  );
