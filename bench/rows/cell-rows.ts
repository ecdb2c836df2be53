import type { Page } from 'playwright-core';
import { pressUntil, showBareField, typeTimed, type WebPage } from '../servers/web-page.ts';
import type { Row } from '../suite.ts';
import { focusRow, percentile, repeat, withBudget } from './web-rows.ts';

const SAVES = 100;
const TYPED = 'a text that a person types into the cell of a row';
const FIELD = '.cm-content:focus';

const LENGTHS = [300, 5_000] as const;
/** Number of runs. A percentile of a single run varies by a frame. */
const KEY_RUNS = 3;

const textOfLength = (length: number): string =>
  `${TYPED} `.repeat(Math.ceil(length / TYPED.length)).slice(0, length);

/**
 * Types after existing text in a native field. Returns the duration of each key press. Runs before and after the
 * editor's measurement because times vary by a frame.
 */
async function typeBare(page: Page, length: number): Promise<number[]> {
  await showBareField(page);
  await page.keyboard.insertText(textOfLength(length));
  return typeTimed(page, TYPED.repeat(4));
}

/** Times of key presses in a native field without the editor. */
class BareKeys {
  /** Duration of each press in an empty field. */
  readonly presses: number[] = [];
  /** The 95th percentile of each run, by text length. */
  readonly percentiles = new Map<number, number[]>(LENGTHS.map((length) => [length, []]));

  async type(page: Page): Promise<void> {
    this.presses.push(...(await typeBare(page, 0)));
    for (const [length, figures] of this.percentiles) {
      figures.push(percentile(await typeBare(page, length)));
    }
  }
}

/** Measures opening, typing, saving and moving to the next cell. */
export async function* cellRows(web: WebPage, open: () => Promise<void>): AsyncGenerator<Row> {
  const { page } = web;
  const text = page.locator('.cm-content');
  const close = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await text.waitFor({ state: 'detached' });
  };
  const bare = new BareKeys();
  for (let run = 0; run < KEY_RUNS - 1; run++) await bare.type(page);
  await open();
  await focusRow(page, 0);
  const first = await pressUntil(page, 'Enter', { selector: FIELD });
  await close();
  yield {
    name: 'open a cell for the first time',
    unit: 'ms',
    ours: [first],
    goal: { atMost: 150 },
  };
  yield {
    name: 'open a cell',
    unit: 'ms',
    ours: await repeat(async () => {
      const ms = await pressUntil(page, 'Enter', { selector: FIELD });
      await close();
      return ms;
    }),
    goal: { atMost: 50 },
  };

  const pressed: Record<number, number[]> = {};
  for (const length of LENGTHS) {
    await page.keyboard.press('Enter');
    await text.waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(textOfLength(length));
    pressed[length] = await repeat(
      async () => percentile(await typeTimed(page, TYPED.repeat(4))),
      KEY_RUNS,
    );
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('short');
    await close();
  }
  await bare.type(page);
  for (const length of LENGTHS) {
    yield withBudget(
      `key press to paint in a text of ${length.toLocaleString('en')} characters, 95th percentile`,
      pressed[length]!,
      24,
      'a bare field with this text',
      bare.percentiles.get(length)!,
    );
  }

  yield* savingRows(page, bare.presses, open, close);
}

/** Measures saving a text and moving to the next cell. `open` shows the editor, `close` closes the open cell. */
async function* savingRows(
  page: Page,
  barePresses: readonly number[],
  open: () => Promise<void>,
  close: () => Promise<void>,
): AsyncGenerator<Row> {
  const text = page.locator('.cm-content');
  await open();
  await focusRow(page, 0);
  const saves: number[] = [];
  page.on('requestfinished', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/values')) {
      saves.push(request.timing().responseEnd - request.timing().requestStart);
    }
  });
  // The first rows are plural families.
  await focusRow(page, 10);
  await page.keyboard.press('Enter');
  await text.waitFor();
  const shown: number[] = [];
  for (let row = 10; row < 30; row++) {
    await page.keyboard.type(` new ${row}`);
    // Lets the page finish the work for the typed keys.
    await page.evaluate(
      () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 300 })),
    );
    const cell = {
      // Until the next cell opens, this position still contains the cell that is open now.
      selector: `[data-row="${row}"][data-column="2"]:not([data-open])`,
      text: `new ${row}`,
      // Measures the time of the page without the delivery of the input event.
      isFromHandler: true,
    };
    shown.push(await pressUntil(page, 'Enter', cell));
  }
  await close();
  const inBareField = 'a key press in a bare field';
  yield withBudget('text in its cell after it was left', shown, 16, inBareField, barePresses);
  await open();
  await focusRow(page, 0);
  await page.keyboard.press('Enter');
  await text.waitFor();
  const nexts: number[] = [];
  const forms = page.locator('[data-pair] :is(h2, h3)');
  for (let row = 0; row < SAVES; row++) {
    // Enter moves through the remaining empty plural forms first.
    if ((await forms.count()) > 0) {
      await close();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await text.first().waitFor();
      continue;
    }
    await page.keyboard.type(' x');
    nexts.push(
      await pressUntil(page, 'Enter', {
        selector: `:has([data-row="${row + 1}"][data-active]) ${FIELD}`,
      }),
    );
  }
  await close();
  await page.waitForTimeout(1_000);
  if (saves.length < SAVES / 2) {
    throw new Error(`only ${saves.length} of ${SAVES} texts were saved`);
  }
  yield { name: 'Enter to the next open cell', unit: 'ms', ours: nexts, goal: { atMost: 50 } };
  const bareSaves = [await saveBare(page, SAVES)];
  const bareCall = 'the same call alone';
  yield withBudget(
    'save of a text, 95th percentile',
    [percentile(saves)],
    100,
    bareCall,
    bareSaves,
  );
}

/** Saves texts with direct API calls from the page, one after the other. Returns the 95th percentile in ms. */
async function saveBare(page: Page, texts: number): Promise<number> {
  const figures = await page.evaluate(async (count) => {
    const project = `/v1/i18n/projects/${/\/p\/([^/?]+)/.exec(location.href)![1]}`;
    const list = await fetch(`${project}/values?locale=de&state=translated&limit=${count}`);
    const { data } = (await list.json()) as { data: { id: string; text: string }[] };
    const times: number[] = [];
    for (const { id, text } of data) {
      const startedAt = performance.now();
      const answer = await fetch(`${project}/values/${id}`, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ text: `${text} y` }),
      });
      await answer.text();
      if (!answer.ok) throw new Error(`a bare save was answered with ${answer.status}`);
      times.push(performance.now() - startedAt);
    }
    return times;
  }, texts);
  if (figures.length < texts / 2) throw new Error(`only ${figures.length} texts were saved`);
  return percentile(figures);
}
