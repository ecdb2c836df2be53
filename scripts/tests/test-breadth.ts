/** True in `npm run test:surface`, which checks all combinations. `npm test` checks each rule once. */
export const isWhole = process.env.TEST_BREADTH === 'all';

/** Returns all cases in `npm run test:surface`, and only matching cases in `npm test`. */
export function inBreadth<Case>(
  all: readonly Case[],
  isSample: (one: Case, at: number) => boolean,
): Case[] {
  const cases = isWhole ? [...all] : all.filter(isSample);
  if (cases.length === 0) throw new Error('no case is in the sample');
  return cases;
}
