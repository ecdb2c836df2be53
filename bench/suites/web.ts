import type { Page } from 'playwright-core';
import { EDITOR_KEYS, EDITOR_LOCALES, fillEditorProject } from '../editor-project.ts';
import { startServer } from '../server.ts';
import { type Row, type Suite, timed } from '../suite.ts';
import {
  fetchBare,
  openWebPage,
  showBareList,
  typeTimed,
  type WebPage,
  wheelOver,
} from '../web-page.ts';
import { createProject } from '../workspace.ts';

const RUNS = 5;
const SHOWN = EDITOR_LOCALES.slice(1, 6).join(',');
const SCROLL_MS = 5_000;
const SAVES = 20;
const ROW_HEIGHT = 56;
const TYPED = 'a text that a person types into the cell of a row';

export const web: Suite = {
  name: 'web',
  title: 'Web app',
  about:
    `The editor in Chromium on a project of ${EDITOR_KEYS.toLocaleString('en')} keys in ` +
    `${EDITOR_LOCALES.length} locales, five of them shown. The baselines run in the same page: a bare fetch of ` +
    'the same data, and a bare list that draws as many cells at each scroll.',
  async *rows() {
    const server = await startServer({ env: { RATE_LIMITS: 'off' } });
    try {
      const project = await createProject(server);
      await fillEditorProject(server.databaseUrl, project);
      await server.settled();
      const web = await openWebPage(server);
      try {
        yield* editorRows(web, project.id);
      } finally {
        await web.close();
      }
    } finally {
      await server.stop();
    }
  },
};

const textOf = (page: Page, row: number) =>
  page.locator(`[role=row][aria-rowindex="${row + 2}"] [role=rowheader] bdi`);

async function* editorRows(web: WebPage, projectId: string): AsyncGenerator<Row> {
  const { page, organization } = web;
  const editor = `${organization}/p/${projectId}/editor?l=${SHOWN}`;
  const api = `/v1/i18n/projects/${projectId}`;
  const data = [`${api}/row-index?locales=${SHOWN}`, `${api}/rows?locales=${SHOWN}&limit=200`];
  const open = async (): Promise<void> => {
    await page.goto(editor);
    await textOf(page, 0).waitFor();
  };
  await open();
  const opened = await repeat(() => timed(open));
  const bare = await repeat(() => fetchBare(page, data));
  yield withBudget('open the editor, warm cache', opened, 1_000, 'the same data fetched', bare);

  await focusRow(page, 0);
  let at = 0;
  const jumps = await repeat(() => {
    const row = 50_000 + 7_919 * at++;
    return timed(async () => {
      await page.keyboard.press('g');
      await page.getByLabel('Row number or name of a key').fill(String((row % EDITOR_KEYS) + 1));
      await page.keyboard.press('Enter');
      await textOf(page, row % EDITOR_KEYS).waitFor();
    });
  });
  const oneWindow = await repeat(() => fetchBare(page, data.slice(1)));
  yield withBudget('jump to any row', jumps, 250, 'a window of rows fetched', oneWindow);
  await open();
  yield* cellRows(page);

  await open();
  let reads = 0;
  page.on('request', (request) => {
    if (request.url().includes('/rows?')) reads++;
  });
  yield {
    name: 'most DOM nodes while the scrollbar is dragged from end to end',
    unit: 'nodes',
    ours: [await dragScrollbar(page)],
    goal: { atMost: 4_000 },
  };
  yield {
    name: 'requests for rows while the scrollbar is dragged from end to end',
    unit: 'requests',
    ours: [reads],
    goal: { atMost: 12 },
  };
  await dragScrollbar(page);
  const first = await web.heapMb();
  yield {
    name: 'heap after the scrollbar was dragged',
    unit: 'MB',
    ours: [first],
    goal: { atMost: 150 },
  };
  await dragScrollbar(page);
  yield {
    name: 'heap after the scrollbar was dragged, second pass',
    unit: 'MB',
    ours: [await web.heapMb()],
    against: { name: 'first pass', figures: [first] },
    goal: { atMost: 1.05 },
  };
  const frames = await wheelOver(page, '[role=grid]', SCROLL_MS);
  await showBareList(page);
  const bareFrames = await wheelOver(page, '#list', SCROLL_MS);
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
    [bareFrames.gap],
  );
}

/** Opening, typing, and saving in cells. */
async function* cellRows(page: Page): AsyncGenerator<Row> {
  const text = page.locator('.cm-content');
  await focusRow(page, 0);
  yield {
    name: 'open a cell',
    unit: 'ms',
    ours: await repeat(async () => {
      const ms = await timed(async () => {
        await page.keyboard.press('Enter');
        await text.waitFor();
      });
      await page.keyboard.press('Escape');
      await text.waitFor({ state: 'detached' });
      return ms;
    }),
    goal: { atMost: 150 },
  };
  await page.keyboard.press('Enter');
  await text.waitFor();
  yield {
    name: 'key press to paint, 95th percentile',
    unit: 'ms',
    ours: [percentile(await typeTimed(page, TYPED.repeat(4)))],
    goal: { atMost: 24 },
  };
  await page.keyboard.press('Escape');
  await text.waitFor({ state: 'detached' });
  const saves: number[] = [];
  page.on('requestfinished', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/values')) {
      saves.push(request.timing().responseEnd - request.timing().requestStart);
    }
  });
  for (let save = 0; save < SAVES; save++) {
    await page.keyboard.press('Enter');
    await text.waitFor();
    await page.keyboard.type(' x');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await text.waitFor({ state: 'detached' });
  }
  await page.waitForTimeout(1_000);
  if (saves.length < SAVES / 2)
    throw new Error(`only ${saves.length} of ${SAVES} texts were saved`);
  yield {
    name: 'save of a text, 95th percentile',
    unit: 'ms',
    ours: [percentile(saves)],
    goal: { atMost: 100 },
  };
}

const focusRow = (page: Page, row: number): Promise<void> =>
  page.locator(`[data-row="${row}"][data-column="2"]`).click();

/** Drags the scrollbar from the first to the last row. @returns most DOM nodes on the way */
const dragScrollbar = (page: Page): Promise<number> =>
  page.getByRole('grid').evaluate(
    async (grid, end) => {
      let most = 0;
      for (let step = 1; step <= 40; step++) {
        grid.scrollTop = (end * step) / 40;
        await new Promise(requestAnimationFrame);
        most = Math.max(most, document.querySelectorAll('*').length);
      }
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      grid.scrollTop = 0;
      return most;
    },
    (EDITOR_KEYS + 1) * ROW_HEIGHT,
  );

async function repeat(run: () => Promise<number>): Promise<number[]> {
  const figures: number[] = [];
  for (let at = 0; at < RUNS; at++) figures.push(await run());
  return figures;
}

const percentile = (figures: readonly number[]): number =>
  [...figures].sort((a, b) => a - b)[Math.floor(figures.length * 0.95)]!;

/** A budget in ms is met by the median, or by at most 1.5 times the baseline of the run. */
const withBudget = (
  name: string,
  ours: readonly number[],
  budget: number,
  baseline: string,
  figures: readonly number[],
): Row => ({
  ...{ name, unit: 'ms', ours, against: { name: baseline, figures } },
  goal: { atMost: 1.5, budget },
});
