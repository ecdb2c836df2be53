import type { Page } from 'playwright-core';
import type { Row } from '../suite.ts';

const RUNS = 5;

/** Returns the selector of a row's name, which exists once the row is loaded. */
export const nameOf = (row: number): string =>
  `[role=row][aria-rowindex="${row + 2}"] [role=rowheader] bdi`;

export const textOf = (page: Page, row: number) => page.locator(nameOf(row));

/** Focuses the cell of the first translation in a row. */
export const focusRow = (page: Page, row: number): Promise<void> =>
  page.locator(`[data-row="${row}"][data-column="2"]`).click();

export async function repeat(run: () => Promise<number>, runs = RUNS): Promise<number[]> {
  const figures: number[] = [];
  for (let index = 0; index < runs; index++) figures.push(await run());
  return figures;
}

/** Returns the 95th percentile by nearest rank. */
export const percentile = (figures: readonly number[]): number =>
  [...figures].sort((a, b) => a - b)[Math.ceil(figures.length * 0.95) - 1]!;

/** Adds a budget in ms. The budget is met if the median is within it, or within 1.5 times the baseline of the run. */
export const withBudget = (
  name: string,
  ours: readonly number[],
  budget: number,
  baseline: string,
  figures: readonly number[],
): Row => ({
  name,
  unit: 'ms',
  ours,
  against: { name: baseline, figures },
  goal: { atMost: 1.5, budget },
});
