/** A benchmark suite. Its rows form a section of the page of benchmarks. */
export interface Suite {
  readonly name: string;
  readonly title: string;
  /** The measured value, and the value it is compared with. */
  readonly about: string;
  rows(): AsyncGenerator<Row>;
}

/** One measured claim. `against` has the figures of an alternative that was measured in the same run. */
export interface Row {
  readonly name: string;
  /** Unit of the figures, such as `ms` or `requests/s`. */
  readonly unit: string;
  readonly ours: readonly number[];
  readonly against?: { readonly name: string; readonly figures: readonly number[] };
  /**
   * Goal for the ratio of medians, or for the median itself if there is no `against`. With a budget, a median within
   * the budget also meets the goal. Some figures have no goal.
   */
  readonly goal?:
    | { readonly atMost: number; readonly budget?: number }
    | { readonly atLeast: number };
}

export const medianOf = (figures: readonly number[]): number => {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** Returns the value that is compared with the goal. */
export const resultOf = ({ ours, against }: Row): number =>
  against ? medianOf(ours) / medianOf(against.figures) : medianOf(ours);

export function meetsGoal(row: Row): boolean {
  if (row.goal === undefined) return true;
  const result = resultOf(row);
  if ('atLeast' in row.goal) return result >= row.goal.atLeast;
  const { atMost, budget } = row.goal;
  return result <= atMost || (budget !== undefined && medianOf(row.ours) <= budget);
}

export async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

/** Alternates between both sides, so that other load on the machine affects both equally. */
export async function inTurn(
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<{ ours: number[]; theirs: number[] }> {
  const figures = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    figures.ours.push(await ours());
    figures.theirs.push(await theirs());
  }
  return figures;
}

/**
 * Returns the growth exponent of cost by size, 1 if proportional: the slope of a regression line through the
 * logarithms.
 */
export function growthExponent(points: readonly { size: number; cost: number }[]): number {
  const logs = points.map(({ size, cost }) => ({ x: Math.log(size), y: Math.log(cost) }));
  const mean = (of: 'x' | 'y') => logs.reduce((sum, point) => sum + point[of], 0) / logs.length;
  const [x, y] = [mean('x'), mean('y')];
  const covariance = logs.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0);
  return covariance / logs.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
}
