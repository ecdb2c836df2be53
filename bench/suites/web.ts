import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { verifyWithFixes } from '../../packages/messages/src/index.ts';
import { EDITOR_KEYS, EDITOR_LOCALES, fillEditorProject } from '../editor-project.ts';
import { cellRows } from '../rows/cell-rows.ts';
import { liveRow } from '../rows/live-rows.ts';
import { scrollRows } from '../rows/scroll-rows.ts';
import { focusRow, nameOf, percentile, repeat, textOf, withBudget } from '../rows/web-rows.ts';
import { workRows } from '../rows/work-rows.ts';
import { onServer } from '../servers/server.ts';
import {
  fetchBare,
  largestPaint,
  openWebPage,
  pressUntil,
  type WebPage,
} from '../servers/web-page.ts';
import { type Row, type Suite, timed } from '../suite.ts';
import { createProject } from '../workspace.ts';

const SHOWN = EDITOR_LOCALES.slice(1, 6).join(',');
const CHECKS = 1_000;
const FIRST_NAME = nameOf(0);
/** The element with the number of rows. The page header has a status element too. */
const COUNT = 'main span[role=status]';

export const web: Suite = {
  name: 'web',
  title: 'Web app',
  about:
    `The editor in Chromium on a project of ${EDITOR_KEYS.toLocaleString('en')} keys in ` +
    `${EDITOR_LOCALES.length} locales, five of them shown. The baselines run in the same page: a bare fetch of ` +
    'the same data, a bare field, and a bare list that draws as many cells at each scroll.',
  rows: () =>
    onServer(async function* (server, client) {
      const project = await createProject(server);
      await fillEditorProject(server.databaseUrl, project);
      await server.settled();
      const web = await openWebPage(server);
      try {
        yield* signInRows(web);
        const editor = `${web.organization}/p/${project.id}/editor?l=${SHOWN}`;
        yield* openingRows(web, editor, `/v1/i18n/projects/${project.id}`);
        yield checkRow();
        yield* cellRows(web, () => open(web.page, editor));
        await open(web.page, editor);
        yield await liveRow(web, client, project.id);
        await open(web.page, editor);
        yield* scrollRows(web);
        yield* workRows(web, server);
      } finally {
        await web.close();
      }
    }),
};

async function open(page: Page, editor: string): Promise<void> {
  await page.goto(editor);
  await textOf(page, 0).waitFor();
}

/** Measures the first page of a visitor without a session or cache. */
async function* signInRows(web: WebPage): AsyncGenerator<Row> {
  const paints = await repeat(async () => {
    const page = await web.newVisitor();
    await page.goto(`${new URL(web.organization).origin}/sign-in`);
    const ms = await largestPaint(page);
    await page.context().close();
    return ms;
  });
  yield {
    name: 'sign-in page with an empty cache, largest paint',
    unit: 'ms',
    ours: paints,
    goal: { atMost: 600 },
  };
}

/** Measures opening the editor and jumping to rows. */
async function* openingRows(web: WebPage, editor: string, api: string): AsyncGenerator<Row> {
  const { page } = web;
  const data = [`${api}/row-index?locales=${SHOWN}`, `${api}/rows?locales=${SHOWN}&limit=200`];
  await open(page, editor);
  const opened = await repeat(() => timed(() => open(page, editor)));
  const bare = await repeat(() => fetchBare(page, data));
  yield withBudget('open the editor, warm cache', opened, 1_000, 'the same data fetched', bare);

  await focusRow(page, 0);
  let at = 0;
  const jumps = await repeat(async () => {
    const row = (50_000 + 7_919 * at++) % EDITOR_KEYS;
    await page.keyboard.press('g');
    await page.getByLabel('Row number or name of a key').fill(String(row + 1));
    return pressUntil(page, 'Enter', { selector: nameOf(row) });
  });
  const oneWindow = await repeat(() => fetchBare(page, data.slice(1)));
  yield withBudget('jump to any row', jumps, 250, 'a window of rows fetched', oneWindow);

  const rows = await page.evaluate(async (address) => (await fetch(address)).text(), data[1]!);
  yield {
    name: 'a window of 200 rows in 5 locales, gzip',
    unit: 'KB',
    ours: [gzipSync(rows).length / 1000],
    goal: { atMost: 60 },
  };

  yield* searchRows(page, api);
}

/**
 * Pastes a query and presses Enter before the automatic search starts. Returns the time in ms until its rows are shown.
 */
const enter = (page: Page, query: string, shown: { selector: string; text: string }) =>
  pressUntil(page, 'Enter', shown, () => page.getByRole('searchbox').fill(query));

/** Searches for phrases that each match one row, and compares with direct requests for such a row. */
async function* searchRows(page: Page, api: string): AsyncGenerator<Row> {
  let folder = 10_003;
  const nextPhrase = (): string => {
    folder += 4;
    return `"folder ${folder}"`;
  };
  const search = (shown: () => { selector: string; text: string }): Promise<number> =>
    enter(page, nextPhrase(), shown());
  const first = await repeat(() =>
    search(() => ({ selector: FIRST_NAME, text: `label${folder}` })),
  );
  const complete = await repeat(async () => {
    await enter(page, '', { selector: COUNT, text: ' rows' });
    await textOf(page, 1).waitFor();
    return search(() => ({ selector: COUNT, text: '1 row' }));
  });
  const bare = (path: string): Promise<number[]> =>
    repeat(() =>
      fetchBare(page, [`${api}/${path}locales=${SHOWN}&query=${encodeURIComponent(nextPhrase())}`]),
    );
  const [oneRow, index] = [await bare('rows?limit=1&'), await bare('row-index?')];
  yield withBudget('search a phrase, first row', first, 300, 'its first row fetched', oneRow);
  yield withBudget(
    'search a phrase, all rows counted',
    complete,
    1_000,
    'its index fetched',
    index,
  );
}

/** Measures the checks that the editor runs at each key press. */
function checkRow(): Row {
  const source = `Save {name} in folder 1, <b>then</b> send {count} files. `.repeat(6);
  const figures = Array.from({ length: CHECKS }, (_, index) => {
    const startedAt = performance.now();
    verifyWithFixes(source, `${source}${index}`, {
      format: 'icu',
      sourceLocale: 'en',
      targetLocale: 'de',
    });
    return performance.now() - startedAt;
  });
  return {
    name: 'checks of a text of 340 characters, 95th percentile',
    unit: 'ms',
    ours: [percentile(figures)],
    goal: { atMost: 5 },
  };
}
