/** The longest turn of the event loop of a service during some work. */
export interface MeasuredTurn {
  /** CPU time of the turn, in units of a calibration loop of about 10 ms that is measured before and after it. */
  loops: number;
  /** CPU time of the calibration loop, in µs. */
  calibrationUs: number;
}

/** Metadata of a test that measures turns. */
export interface TurnMeta {
  turns?: readonly MeasuredTurn[];
}

/** Number of turns to report at the end of a run. */
const LONGEST = 5;

/** Returns lines that compare the longest turns of a run with their limit. */
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
