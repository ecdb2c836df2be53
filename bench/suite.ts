/** Some rows of the page of benchmarks, a section of it. */
export interface Suite {
  readonly name: string;
  readonly title: string;
  /** The measured value, and its comparison. */
  readonly about: string;
  rows(): AsyncGenerator<Row>;
}

/** One measured claim. With `against`, ours in relation to the same by other means in the same run. */
export interface Row {
  readonly name: string;
  /** Unit of the figures, such as `ms` or `requests/s`. */
  readonly unit: string;
  readonly ours: readonly number[];
  readonly against?: { readonly name: string; readonly figures: readonly number[] };
  /**
   * Goal for the ratio of medians; without `against`, for the median itself. With a budget, a median of ours within it
   * meets the goal too, with any ratio. Some figures have no goal.
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

/** The value that is compared with the goal. */
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

/** Runs both sides in turn, so that what else the machine does meets both. */
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

/** The growth of cost with size, 1 if in proportion: the slope of a line through the logarithms. */
export function growthExponent(points: readonly { size: number; cost: number }[]): number {
  const logs = points.map(({ size, cost }) => ({ x: Math.log(size), y: Math.log(cost) }));
  const mean = (of: 'x' | 'y') => logs.reduce((sum, point) => sum + point[of], 0) / logs.length;
  const [x, y] = [mean('x'), mean('y')];
  const covariance = logs.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0);
  return covariance / logs.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
}
