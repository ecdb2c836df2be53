import type { Project } from '@parlance/contracts';
import type { Page } from 'playwright-core';
import type { BenchServer } from '../servers/server.ts';
import { pressUntil, type WebPage } from '../servers/web-page.ts';
import { type Row, timed } from '../suite.ts';
import { createProject, importFile } from '../workspace.ts';
import { focusRow, repeat, textOf } from './web-rows.ts';

const KEYS = 10_000;
const RUNS = 3;
const STATE = 'Reviewed';
const TOAST = '[role=alertdialog]';

const contentOf = (text: (n: number) => string): string =>
  JSON.stringify(
    Object.fromEntries(Array.from({ length: KEYS }, (_, n) => [`task.${n}`, text(n)])),
  );
const SOURCE = contentOf((n) => `Task ${n} opens in a window of its own`);
const TARGET = contentOf((n) => `Aufgabe ${n} öffnet ein Fenster`);

/** Measures work in the editor other than typing: bulk changes with undo, and suggestions of the translation memory. */
export async function* workRows(web: WebPage, server: BenchServer): AsyncGenerator<Row> {
  const translated = await createProject(server);
  const open = await createProject(server);
  await importFile(server, translated, 'en', 'json', SOURCE);
  await importFile(server, translated, 'de', 'json', TARGET);
  await importFile(server, open, 'en', 'json', SOURCE);
  await server.client.i18n.locales.create({ projectId: open.id, code: 'de' });
  await server.settled();
  yield* bulkRows(web, translated);
  yield* suggestionRows(web, server, open);
}

async function openEditor({ page, organization }: WebPage, project: Project): Promise<void> {
  await page.goto(`${organization}/p/${project.id}/editor?l=de&view=grid`);
  await textOf(page, 0).waitFor();
  await focusRow(page, 0);
}

async function* bulkRows(web: WebPage, project: Project): AsyncGenerator<Row> {
  const { page } = web;
  await openEditor(web, project);
  const undone: number[] = [];
  const changed = await repeat(async () => {
    await prepareChange(page);
    const shown = { selector: TOAST, text: '10,000 texts were changed' };
    const figure = await pressUntil(page, 'Enter', shown);
    await closeToasts(page);
    await focusRow(page, 0);
    undone.push(await pressUntil(page, 'Control+z', { selector: TOAST, text: 'was undone' }));
    await closeToasts(page);
    return figure;
  }, RUNS);
  const values = KEYS.toLocaleString('en');
  yield {
    name: `bulk change of the state of ${values} values in the editor`,
    unit: 'ms',
    ours: changed,
    goal: { atMost: 3_000 },
  };
  yield {
    name: `undo of a bulk change of ${values} values in the editor`,
    unit: 'ms',
    ours: undone,
    goal: { atMost: 3_000 },
  };
}

/** Selects all rows and the state that an undo restores, and leaves the focus on the button. */
async function prepareChange(page: Page): Promise<void> {
  await focusRow(page, 0);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('b');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('State').selectOption({ label: STATE });
  await dialog.getByLabel(/^Type /).fill(String(KEYS));
  const button = dialog.getByRole('button', { name: /^Change .* texts?$/ });
  await button.focus();
  await button.and(page.locator(':enabled:focus')).waitFor();
}

async function closeToasts(page: Page): Promise<void> {
  const toasts = page.locator(TOAST);
  while ((await toasts.count()) > 0) await toasts.first().getByRole('button').last().click();
}

async function* suggestionRows(
  web: WebPage,
  { client }: BenchServer,
  project: Project,
): AsyncGenerator<Row> {
  const { page } = web;
  const { data: rows } = await client.i18n.rows.list({
    projectId: project.id,
    locales: ['de'],
    limit: 200,
  });
  const suggestionsOf = (row: number) =>
    client.i18n.keys.suggestions({ projectId: project.id, keyId: rows[row]!.keyId, locale: 'de' });
  while ((await suggestionsOf(0)).data.memory.length === 0) await page.waitForTimeout(500);
  let asked = 0;
  yield {
    name: `suggestions from a memory of ${KEYS.toLocaleString('en')} texts`,
    unit: 'ms',
    ours: await repeat(() => timed(() => suggestionsOf(++asked)), 15),
    goal: { atMost: 100 },
  };
  const answered = new Set<string>();
  page.on('requestfinished', (request) => {
    const [, keyId] = /\/keys\/([^/]+)\/suggestions/.exec(request.url()) ?? [];
    if (keyId !== undefined) answered.add(keyId);
  });
  await openEditor(web, project);
  await page.keyboard.press('s');
  let row = 0;
  const panel = (of: number) => ({ selector: '[role=tabpanel]', text: `Aufgabe ${of} ` });
  await page.locator(panel(0).selector, { hasText: panel(0).text }).waitFor();
  const shown = await repeat(async () => {
    await focusRow(page, row);
    // The editor prefetches suggestions for the next row.
    while (!answered.has(rows[row + 1]!.keyId)) await page.waitForTimeout(20);
    return pressUntil(page, 'ArrowDown', panel(++row));
  }, 15);
  yield {
    name: 'next row with its suggestions',
    unit: 'ms',
    ours: shown,
    goal: { atMost: 100 },
  };
}
