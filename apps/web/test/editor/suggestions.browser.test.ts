/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { createProject } from '../../../api/test/app/build.ts';
import { hasChromium } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import {
  answerCall,
  createGate,
  createScriptedEngine,
  directoryOf,
} from '../../../api/test/engines/scripted-engine.ts';
import { expectNoFaults } from '../support/axe.ts';
import { cell, inState, openCell, openEditor, selectCell, textOf } from './editor.ts';

const TEXTS = {
  greeting: 'Hello {name}',
  save: 'Save the file',
  similar: 'Save the large file',
};

describe.skipIf(!hasChromium)('the suggestions of the editor, in a browser', () => {
  const engine = createScriptedEngine({ id: 'shouter' });
  const gate = createGate();
  const whisperer = createScriptedEngine({
    id: 'whisperer',
    async answer(call) {
      await gate.answer(call);
      return answerCall(call, (body) => body);
    },
  });
  const site = openSite(() => ({ overrides: { engines: directoryOf(engine, whisperer) } }));

  /** Opens the editor of a project beside another project with translations. */
  async function open() {
    const opened = await openEditor(site, { texts: TEXTS, values: {} });
    const { i18n } = opened.user.client;
    const { id: projectId } = await createProject(opened.user.client);
    const earlier = { hello: 'Hello {user}', store: 'Save the file' };
    await i18n.projects.import({ projectId, locale: 'en', content: earlier });
    const content = { hello: 'Hallo {user}', store: 'Datei sichern' };
    await i18n.projects.import({ projectId, locale: 'de', content });
    await i18n.glossary.create({
      projectId: opened.projectId,
      term: 'file',
      translations: { de: 'Datei' },
    });
    const { data } = await i18n.keys.list({ projectId: opened.projectId });
    const at = { projectId: opened.projectId, keyId: data[1]!.id, locale: 'de' };
    await eventually(async () =>
      expect((await i18n.keys.suggestions(at)).data.memory).toHaveLength(1),
    );
    return opened;
  }

  const panel = (page: Page) => page.getByRole('tabpanel');

  it('include earlier translations, which a number key inserts, and the difference of their source', async () => {
    const { page, problems, stored } = await open();
    await selectCell(page, 'greeting');
    await page.keyboard.press('s');
    await panel(page).getByText('98%').waitFor();
    await expectNoFaults(page);
    await selectCell(page, 'greeting');
    await page.keyboard.press('1');
    await inState(page, 'greeting', 'translated');
    expect(await stored('greeting')).toBe('Hallo {name}');
    await cell(page, 'similar').click();
    await panel(page).locator('ins', { hasText: 'large' }).waitFor();
    await panel(page).locator('mark', { hasText: 'file' }).waitFor();
    await panel(page).getByText('Datei', { exact: true }).waitFor();
    await page.keyboard.press('Control+z');
    await eventually(async () => expect(await stored('greeting')).toBeNull());
    expect(problems).toEqual([]);
  });

  it('come from an engine on demand, can be inserted, and need one request per row', async () => {
    const { page, problems, stored } = await open();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/suggestions')) asked.push(request.postData()!);
    });
    await selectCell(page, 'save');
    await page.keyboard.press('s');
    await panel(page).getByText('100%').waitFor();
    const calls = engine.calls.length;
    await panel(page).getByRole('button', { name: 'Ask shouter' }).click();
    await panel(page).getByText('SAVE THE Datei').waitFor();
    expect(engine.calls.length - calls).toBe(1);
    await panel(page).getByRole('button', { name: 'Use 2' }).click();
    await inState(page, 'save', 'translated');
    expect(await stored('save')).toBe('SAVE THE Datei');
    await cell(page, 'similar').click();
    await panel(page).locator('ins', { hasText: 'large' }).waitFor();
    await cell(page, 'save').click();
    await panel(page).getByText('SAVE THE Datei').waitFor();
    // The page sends one request for each of the two rows, and one request for the engine.
    expect(asked.filter((body) => body.includes('engines'))).toHaveLength(1);
    expect(asked).toHaveLength(3);
    expect(problems).toEqual([]);
  });

  it('come from all engines by one shortcut, each with its units as soon as it arrives', async () => {
    const { page, problems, stored } = await open();
    await selectCell(page, 'similar');
    await page.keyboard.press('m');
    const answer = (text: string) => panel(page).getByText(text, { exact: true });
    await answer('SAVE THE LARGE Datei').waitFor();
    await panel(page).getByText('shouter · 19 units').waitFor();
    expect(await answer('Save the large Datei').count()).toBe(0);
    gate.open();
    await answer('Save the large Datei').waitFor();
    await panel(page).getByText('whisperer · 19 units').waitFor();
    await selectCell(page, 'similar');
    await page.keyboard.press('m');
    await page.getByText('No engine is left to ask for this text').waitFor();
    await page.keyboard.press('3');
    await inState(page, 'similar', 'translated');
    expect(await stored('similar')).toBe('Save the large Datei');
    expect(problems).toEqual([]);
  });

  it('include translations of terms in the menu of the open text', async () => {
    const { page, problems } = await open();
    await openCell(page, 'similar');
    await page.keyboard.type('Große ');
    await page.keyboard.press('Control+.');
    await page.getByRole('option', { name: 'Datei' }).waitFor();
    await page.keyboard.type('Dat');
    await page.keyboard.press('Enter');
    await expect.poll(() => textOf(page)).toBe('Große Datei');
    // The glossary check runs in the browser before the text is saved.
    const finding = page.getByRole('list', { name: 'Findings' }).getByText('Glossary term');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Große Akte');
    await finding.waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Große Datei');
    await finding.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });
});
