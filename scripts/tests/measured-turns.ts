/** The longest turn of the event loop of a service that did some work. */
export interface MeasuredTurn {
  /** CPU time of the turn, in runs of a loop of about 10 ms that were measured before and after it. */
  loops: number;
  /** CPU time of the loop, in µs. */
  calibrationUs: number;
}

/** The meta data of a test that measures turns. */
export interface TurnMeta {
  turns?: readonly MeasuredTurn[];
}

/** Number of turns that the last lines of a run name. */
const LONGEST = 5;

/** Returns the lines that tell how far the turns of a run are from their limit. */
export function describeTurns(turns: readonly (MeasuredTurn & { name: string })[]): string[] {
  if (turns.length === 0) return [];
  const loopsMs = turns.map(({ calibrationUs }) => calibrationUs / 1000);
  const [least, most] = [Math.min(...loopsMs), Math.max(...loopsMs)].map((ms) => ms.toFixed(1));
  return [
    ...turns
      .toSorted((a, b) => b.loops - a.loops)
      .slice(0, LONGEST)
      .map(({ loops, name }) => `${loops.toFixed(1).padStart(6)} loops in a turn of ${name}`),
    `event loop: ${turns.length} turns measured, with loops of ${least} to ${most} ms`,
  ];
}
