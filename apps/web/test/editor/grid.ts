/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';

export const rowAt = (page: Page, row: number) =>
  page.locator(`[role=row][aria-rowindex="${row + 2}"]`);

/** Waits until a row shows its key. Returns the name of the key. */
export async function nameAt(page: Page, row: number): Promise<string> {
  const name = rowAt(page, row).getByRole('rowheader').locator('bdi');
  await name.waitFor();
  return (await name.getAttribute('title'))!;
}

/** Moves to a row by its number. */
export async function goTo(page: Page, place: string): Promise<void> {
  await page.locator('[data-active]:focus').waitFor();
  await page.keyboard.press('g');
  await page.getByLabel('Row number or name of a key').fill(place);
  await page.keyboard.press('Enter');
}

/** Focuses the first target cell of a visible row. */
export const focusRow = (page: Page, row: number, column = 2) =>
  page.locator(`[data-row="${row}"][data-column="${column}"]`).click();

export const scrollTo = (page: Page, top: number) =>
  page.getByRole('grid').evaluate((grid, to) => {
    grid.scrollTop = to;
  }, top);

export const expectFocus = (cell: Locator) =>
  eventually(async () => {
    expect(await cell.evaluate((element) => element === document.activeElement)).toBe(true);
  });
