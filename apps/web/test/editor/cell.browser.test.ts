import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { hasChromium, untilCalm } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { type GridCommand, SHORTCUTS } from '../../src/features/editor/shortcuts/shortcuts.ts';
import { expectNoFaults } from '../support/axe.ts';
import {
  enter,
  field,
  inField,
  inRows,
  inState,
  leaveCell,
  openCell,
  openEditor,
  selectCell,
  TEXTS,
  textOf,
} from './editor.ts';

/** Returns the names of the cells of a row in the browser's accessibility tree. */
async function spokenCells(page: Page, key: string): Promise<unknown[]> {
  const devTools = await page.context().newCDPSession(page);
  const { nodes } = await devTools.send('Accessibility.getFullAXTree');
  const cells = new Set(['rowheader', 'gridcell']);
  const parent = nodes.find(({ role, name }) => role?.value === 'rowheader' && name?.value === key);
  return nodes
    .filter(({ role, parentId }) => parentId === parent?.parentId && cells.has(role?.value))
    .map(({ name }) => name?.value);
}

describe.skipIf(!hasChromium)('the open cell, in a browser', () => {
  const site = openSite();

  it('saves a text with Enter, moves to the next row, and restores the text with an undo', async () => {
    const { page, problems, stored, writes } = await openEditor(site);
    await page.evaluate('new Promise((done) => requestIdleCallback(done))');
    await untilCalm(page);
    const late: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') late.push(request.url());
    });
    await openCell(page, 'save');
    await inField(page, 'German translation of save');
    await page.keyboard.type(' jetzt');
    // The page loaded the field and the checks while it was idle.
    expect(late).toEqual([]);
    await inState(page, 'save', 'draft');
    expect(writes).toEqual([]);
    await page.keyboard.press('Enter');
    await inState(page, 'save', 'clean');
    expect(await stored('save')).toBe('Die Datei speichern jetzt');
    await inField(page, 'German translation of tags');
    await leaveCell(page);
    await page.keyboard.press('Control+z');
    await eventually(async () => expect(await stored('save')).toBe('Die Datei speichern'));
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('fills a missing value from the menu of placeholders, by keyboard alone', async () => {
    const { page, problems, stored } = await openEditor(site);
    await openCell(page, 'greeting');
    await page.keyboard.type('Hallo {');
    await page.getByRole('option', { name: /\{name\}/ }).waitFor();
    await page.keyboard.press('1');
    await expect.poll(() => textOf(page)).toBe('Hallo {name}');
    await page.keyboard.press('Control+Enter');
    await inState(page, 'greeting', 'reviewed');
    expect(await stored('greeting')).toBe('Hallo {name}');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('keeps a text with an error as a draft, and saves it on demand', async () => {
    const { page, stored, writes, problems } = await openEditor(site, {
      values: { tags: '<b>{file}</b> öffnen' },
    });
    await openCell(page, 'tags');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Delete');
    await expect.poll(() => page.evaluate('getSelection().toString()')).toBe('<b>');
    await page.keyboard.press('Delete');
    await page
      .getByText('Tags do not match')
      .or(page.getByText('Tag is missing'))
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await inState(page, 'tags', 'blocked');
    expect(writes).toEqual([]);
    await openCell(page, 'tags');
    const inActions = () => page.locator('[data-open] button:focus').waitFor();
    await page.keyboard.press('F9');
    await inActions();
    await page.keyboard.press('Escape');
    await inField(page);
    await page.keyboard.press('F9');
    await inActions();
    while ((await page.evaluate('document.activeElement.textContent')) !== 'Save as needs review') {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await inState(page, 'tags', 'needs_review');
    expect(await stored('tags')).toBe('{file}</b> öffnen');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('fixes a finding with F8 and Enter, and dismisses another finding', async () => {
    const { page, stored, problems } = await openEditor(site, {
      values: { tags: '<b>{datei}</b> öffnen', title: 'Ein Titel.' },
    });
    await openCell(page, 'tags');
    await page.getByRole('list', { name: 'Findings' }).getByRole('listitem').first().waitFor();
    await page.keyboard.press('F8');
    await page.keyboard.press('Enter');
    await expect.poll(() => textOf(page)).toBe('<b>{file}</b> öffnen');
    await inField(page);
    await page.keyboard.press('Tab');
    await inState(page, 'tags', 'clean');
    expect(await stored('tags')).toBe('<b>{file}</b> öffnen');
    await openCell(page, 'title');
    const dismiss = page.getByRole('button', { name: 'Dismiss: Final punctuation differs' });
    await dismiss.click();
    await dismiss.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('runs the command that the list of keys shows for each key', async () => {
    const { page, context, problems } = await openEditor(site, { engine: 'pseudo' });
    const leave = () => page.keyboard.press('Escape');
    const activeRow = () => page.locator('[data-active]').getAttribute('data-row');
    const isSeen = async (what: Locator, close = leave) => {
      await what.first().waitFor();
      // Escape closes the opened element, which gets the focus with a delay.
      if (close === leave) {
        await inRows(page, 'detached');
        await page.locator('textarea[aria-label="Loading…"]').waitFor({ state: 'detached' });
      }
      await close();
      await what.first().waitFor({ state: 'detached' });
    };
    const inComposer = (label: string): Locator =>
      page.getByLabel(label, { exact: true }).and(page.locator('textarea:focus'));
    const leaveComposer = async () => {
      await page.keyboard.press('Escape');
      await inRows(page);
      await page.keyboard.press('p');
    };
    const effects: Readonly<Record<GridCommand, () => Promise<void>>> = {
      edit: () => isSeen(field(page)),
      nextWork: () => eventually(async () => expect(await activeRow()).toBe('2')),
      previousWork: () => eventually(async () => expect(await activeRow()).toBe('0')),
      reviewed: () => inState(page, 'save', 'reviewed'),
      review: () => inState(page, 'save', 'reviewed'),
      needsReview: () => inState(page, 'save', 'needs_review'),
      copySource: async () => {
        await inState(page, 'save', 'draft');
        await openCell(page, 'save');
        await expect.poll(() => textOf(page)).toBe(TEXTS.save);
        await page.getByRole('button', { name: 'Discard draft' }).click();
        await leaveCell(page);
      },
      history: () =>
        isSeen(page.getByRole('tab', { name: 'History', selected: true }), async () => {
          await selectCell(page, 'save');
          await page.keyboard.press('p');
        }),
      suggestions: () =>
        isSeen(page.getByRole('tab', { name: 'Suggestions', selected: true }), async () => {
          await selectCell(page, 'save');
          await page.keyboard.press('p');
        }),
      proposals: () =>
        isSeen(page.getByRole('tab', { name: 'Proposals', selected: true }), async () => {
          await selectCell(page, 'save');
          await page.keyboard.press('p');
        }),
      comments: () => isSeen(inComposer('New comment'), leaveComposer),
      question: () => isSeen(inComposer('New question'), leaveComposer),
      // If the cell has no comment, this shortcut moves the focus to the field for a new comment.
      threads: () => isSeen(inComposer('New comment'), leaveComposer),
      sendBack: () => isSeen(inComposer('Send back to the translator: why?'), leaveComposer),
      machine: () =>
        isSeen(page.getByRole('button', { name: /^Use 1: / }), async () => {
          await selectCell(page, 'save');
          await page.keyboard.press('p');
        }),
      suggestion: () =>
        isSeen(page.getByRole('tab', { name: 'Suggestions', selected: true }), async () => {
          await selectCell(page, 'save');
          await page.keyboard.press('p');
        }),
      query: () => page.locator('search input:focus').waitFor(),
      filter: () => isSeen(page.getByRole('menuitemcheckbox')),
      goTo: () => isSeen(page.getByLabel('Row number or name of a key')),
      newKey: () => isSeen(page.getByRole('dialog', { name: 'New key' })),
      editKey: () => isSeen(page.getByRole('dialog', { name: 'Key and source string' })),
      archivedKeys: () => isSeen(page.getByRole('dialog', { name: 'Archived keys' })),
      columns: () => isSeen(page.getByRole('menuitemcheckbox')),
      panel: () => isSeen(page.getByRole('tablist'), () => page.keyboard.press('p')),
      tree: () =>
        isSeen(page.getByRole('navigation', { name: 'Names of keys' }), () =>
          page.keyboard.press('t'),
        ),
      invisibles: () => page.getByText('Open texts hide invisible characters').waitFor(),
      density: () => page.locator('[role=grid]:not([data-density=normal])').waitFor(),
      select: () => page.getByText('1 row selected').waitFor(),
      selectDown: () => page.getByText('2 rows selected').waitFor(),
      selectUp: () => page.getByText('3 rows selected').waitFor(),
      selectAll: () => page.getByText('4 rows selected').waitFor(),
      clearSelection: () => page.getByText(/selected$/).waitFor({ state: 'detached' }),
      bulk: () => isSeen(page.getByRole('dialog')),
      fillEqual: () => page.getByText('No missing text has the same source').waitFor(),
      undo: () => page.getByText('The last save was undone').waitFor(),
      help: () => isSeen(page.getByRole('dialog')),
    };
    for (const { id, chords } of SHORTCUTS.filter(({ scope }) => scope === 'grid')) {
      await selectCell(page, 'save');
      await page.keyboard.press(chords[0]!.replace('Mod', 'Control'));
      await effects[id as GridCommand]();
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  it('runs the command of each chord, and runs no command during a composition or with AltGr', async () => {
    const { page, context, writes, problems } = await openEditor(site);
    await openCell(page, 'save');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('zwei');
    await expect.poll(() => textOf(page)).toBe('Die Datei speichern\nzwei');
    // Slowly typed text takes several steps to undo.
    await expect
      .poll(async () => {
        await page.keyboard.press('Control+z');
        return textOf(page);
      })
      .toBe('Die Datei speichern');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+b');
    await expect.poll(() => textOf(page)).toBe('Save the file');
    await page.keyboard.press('Control+.');
    await page.getByRole('listbox').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+End');
    const cdp = await context.newCDPSession(page);
    await cdp.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await field(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true });
    await cdp.send('Input.insertText', { text: '日本' });
    await expect.poll(() => textOf(page)).toBe('Die Datei speichern日本');
    await page.evaluate(`document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', modifierAltGraph: true, bubbles: true }))`);
    await inField(page, 'German translation of save');
    expect(writes).toEqual([]);
    await leaveCell(page);

    await openCell(page, 'save');
    await page.keyboard.press('Tab');
    await inField(page, 'French translation of save');
    await page.keyboard.press('Shift+Tab');
    await inField(page, 'German translation of save');
    await page.keyboard.press('Enter');
    await inField(page, 'German translation of tags');
    await leaveCell(page);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('describes rows, saves and findings to screen readers', async () => {
    const { page, problems } = await openEditor(site);
    await inState(page, 'save', 'translated');
    const row = page.locator('[role=row][aria-rowindex="3"]');
    expect(await row.ariaSnapshot()).toMatchInlineSnapshot(`
      "- row "save Save the file German Translated Die Datei speichern French Missing":
        - rowheader "save":
          - checkbox "Select save"
          - strong: save
        - gridcell "Save the file"
        - gridcell "German Translated Die Datei speichern":
          - img "German Translated": ✓
          - text: Die Datei speichern
        - gridcell "French Missing":
          - img "French": ○
          - emphasis: Missing"
    `);
    expect(await spokenCells(page, 'save')).toEqual([
      'save',
      'Save the file',
      'German Translated Die Datei speichern',
      'French Missing',
    ]);
    await openCell(page, 'tags');
    await page.keyboard.type('Ohne Datei');
    const group = page.getByRole('region', { name: 'German text of tags' });
    for (const text of [
      'Tag is missing',
      'Missing in the translation',
      '10 characters',
      'Draft, kept in this browser',
      'Nobody has translated a similar text yet.',
    ]) {
      await group.getByText(text).waitFor();
    }
    expect(await group.ariaSnapshot()).toMatchInlineSnapshot(`
      "- region "German text of tags":
        - text: English
        - code: en
        - text: German
        - code: de
        - paragraph: "Open <b>{file}</b> now"
        - textbox "German translation of tags"
        - status
        - text: Missing in the translation
        - button "Insert </b>":
          - code: </b>
        - list "Findings":
          - listitem:
            - strong: Placeholder is missing
            - 'button "Insert {file}"':
              - code: "{file}"
          - listitem:
            - strong: Tag is missing
            - button "Insert <b>":
              - code: <b>
        - status: Draft, kept in this browser
        - text: 10 characters
        - button "Discard draft"
        - button "Copy source"
        - button "Save as needs review"
        - button "Save"
        - heading "Earlier translations" [level=3]
        - paragraph: Nobody has translated a similar text yet.
        - list"
    `);
    await openCell(page, 'save');
    await page.keyboard.type('!');
    await page.keyboard.press('Tab');
    await inState(page, 'save', 'clean');
    await leaveCell(page);
    await row.getByRole('img', { name: '1 finding' }).waitFor();
    expect(await row.ariaSnapshot()).toMatchInlineSnapshot(`
      "- row "save Save the file German Translated Die Datei speichern! 1 finding French Missing":
        - rowheader "save":
          - checkbox "Select save"
          - strong: save
        - gridcell "Save the file"
        - gridcell "German Translated Die Datei speichern! 1 finding":
          - img "German Translated": ✓
          - text: Die Datei speichern!
          - img "1 finding": ⚠
        - gridcell "French Missing":
          - img "French": ○
          - emphasis: Missing"
    `);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('violates no accessibility rule with its text, menu, findings, a conflict or the list of drafts', async () => {
    const { page, write, problems } = await openEditor(site, {
      values: { tags: 'Jetzt {datei} öffnen ' },
    });
    await openCell(page, 'tags');
    await page.keyboard.type('{');
    await page.getByRole('listbox').waitFor();
    await expectNoFaults(page);
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await openCell(page, 'title');
    await page.keyboard.type('Meiner');
    await write('title', 'Ihrer');
    await page.keyboard.press('Enter');
    await inState(page, 'title', 'conflict');
    await enter(page, 'title');
    await page.getByText(/changed this text while you edited it/).waitFor();
    await expectNoFaults(page);
    await leaveCell(page);
    await page.getByRole('button', { name: /drafts?$/ }).click();
    await page.getByRole('heading', { name: 'Texts that are not saved' }).waitFor();
    await expectNoFaults(page);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
