import type { Page } from 'playwright-core';
import { EDITOR_KEYS } from '../editor-project.ts';
import { showBareList, type WebPage, wheelOver } from '../servers/web-page.ts';
import type { Row } from '../suite.ts';
import { withBudget } from './web-rows.ts';

const SCROLL_MS = 5_000;
const ROW_HEIGHT = 56;
const END = (EDITOR_KEYS + 1) * ROW_HEIGHT;
/** Number of rows in one window, which the list loads with one request. */
const WINDOW_ROWS = 200;
/** Pause after each scroll step in milliseconds. It is longer than the grid's delay before it loads visible rows. */
const REST_MS = 120;

/** Measures the scrollbar, the wheel, and scrolling through every row of the project. */
export async function* scrollRows(web: WebPage): AsyncGenerator<Row> {
  const { page } = web;
  let reads = 0;
  page.on('request', (request) => {
    if (request.url().includes('/rows?')) reads++;
  });
  yield {
    name: 'most DOM nodes while the scrollbar is dragged from end to end',
    unit: 'nodes',
    ours: [await scroll(page, 40, 0)],
    goal: { atMost: 4_000 },
  };
  yield {
    name: 'requests for rows while the scrollbar is dragged from end to end',
    unit: 'requests',
    ours: [reads],
    goal: { atMost: 12 },
  };
  reads = 0;
  const heaps: number[] = [];
  const windows = EDITOR_KEYS / WINDOW_ROWS;
  for (let pass = 0; pass < 2; pass++) {
    await scroll(page, windows, REST_MS);
    heaps.push(await web.heapMb());
  }
  if (reads < windows) throw new Error(`only ${reads} of ${windows} windows were read`);
  yield {
    name: 'heap after every row was in sight',
    unit: 'MB',
    ours: heaps.slice(0, 1),
    goal: { atMost: 150 },
  };
  yield {
    name: 'heap after every row was in sight, second pass',
    unit: 'MB',
    ours: heaps.slice(1),
    against: { name: 'first pass', figures: heaps.slice(0, 1) },
    goal: { atMost: 1.05 },
  };
  const { frames, workMs } = await turnWheel(web, '[role=grid]');
  await showBareList(page);
  const bare = await turnWheel(web, '#list');
  yield withBudget(
    'work of the main thread for a frame while the wheel turns, mean',
    [workMs],
    8,
    'a bare list',
    [bare.workMs],
  );
  yield {
    name: 'longest task while the wheel turns',
    unit: 'ms',
    ours: [frames.longestTask],
    goal: { atMost: 50 },
  };
  yield withBudget(
    'time between two frames while the wheel turns, 95th percentile',
    [frames.gap],
    25,
    'a bare list',
    [bare.frames.gap],
  );
}

/** Turns the wheel over a list. Returns the frames, and the mean work per frame in ms. */
async function turnWheel(web: WebPage, selector: string) {
  const before = await web.workedMs();
  const frames = await wheelOver(web.page, selector, SCROLL_MS);
  return { frames, workMs: ((await web.workedMs()) - before) / frames.count };
}

/** Scrolls from the first row to the last and back. Returns the maximum number of DOM nodes on the way. */
const scroll = (page: Page, steps: number, restMs: number): Promise<number> =>
  page.getByRole('grid').evaluate(
    async (grid, [end, count, rest]) => {
      let most = 0;
      for (let step = 1; step <= count; step++) {
        grid.scrollTop = (end * step) / count;
        await new Promise(requestAnimationFrame);
        if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
        most = Math.max(most, document.querySelectorAll('*').length);
      }
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      grid.scrollTop = 0;
      return most;
    },
    [END, steps, restMs] as const,
  );
