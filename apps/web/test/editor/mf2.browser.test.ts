import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { createProject } from '../../../api/test/app/build.ts';
import type { TestUser } from '../../../api/test/app/seed.ts';
import { hasChromium } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { openSignedIn } from '../support/page.ts';
import { cell, DESKTOP, field, inField, ready } from './editor.ts';

const SOURCE =
  '.input {$n :number}\n.match $n\none {{Delete {$n} {#b}file{/b}}}\n* {{Delete {$n} {#b}files{/b}}}';
const GERMAN =
  '.input {$n :number}\n.match $n\none {{{$n} {#b}Datei{/b} löschen}}\n* {{{$n} {#b}Dateien{/b} löschen}}';
const RUSSIAN =
  '.input {$n :number}\n.match $n\none {{Удалить {$n} {#b}файл{/b}}}\nfew {{Удалить {$n} {#b}файла{/b}}}\nmany {{Удалить {$n} {#b}файлов{/b}}}\n* {{Удалить {$n} {#b}файла{/b}}}';

describe.skipIf(!hasChromium)('a message of MessageFormat 2 in the editor', () => {
  const site = openSite();
  let page: Page;
  let user: TestUser;
  let projectId: string;

  beforeAll(async () => {
    const opened = await openSignedIn(site);
    ({ page, user } = opened);
    const { i18n } = user.client;
    ({ id: projectId } = await createProject(user.client));
    await i18n.projects.update({ projectId, settings: { messageFormat: 'mf2' } });
    await i18n.projects.import({
      projectId,
      locale: 'en',
      content: { delete: SOURCE, hi: 'Hello {$name}' },
    });
    for (const code of ['ru', 'de']) await i18n.locales.create({ projectId, code });
    const faulty = GERMAN.replace('* {{', 'one {{');
    await i18n.projects.import({ projectId, locale: 'de', content: { delete: faulty } });
    await page.setViewportSize(DESKTOP);
    await page.goto(`${opened.base}/p/${projectId}/editor?l=ru,de`);
    await ready(page);
  });

  const open = async (column: number) => {
    await cell(page, 'delete', column).click();
    await cell(page, 'delete', column).press('Enter');
    await inField(page);
  };
  const stored = async (locale: string) => {
    const { data } = await user.client.i18n.values.list({ projectId, locale });
    return data.find(({ key }) => key === 'delete');
  };

  it('has a line for each plural category of the language, which are filled one after the other', async () => {
    await open(2);
    const words = { One: 'файл', Few: 'файла', Many: 'файлов', Other: 'файла' };
    const titles = page.locator('[data-pair] :is(h2, h3):visible');
    await expect.poll(() => titles.allTextContents()).toEqual(Object.keys(words));
    for (const [form, word] of Object.entries(words)) {
      await page.locator(`.cm-content[aria-label$=" of delete, ${form}"]:focus`).waitFor();
      await page.keyboard.insertText(`Удалить {$n} {#b}${word}{/b}`);
      await expect.poll(() => page.locator('.cm-chip').allTextContents()).toContain('{$n}');
      await page.keyboard.press('Enter');
    }
    await eventually(async () =>
      expect(await stored('ru')).toMatchObject({ text: RUSSIAN, checks: [] }),
    );
  });

  it('is shown as code if it is not valid, with its fault named while a person types', async () => {
    await open(3);
    await page.getByText('Two variants have the same keys').first().waitFor();
    await field(page).fill(GERMAN);
    await page.getByText('Two variants have the same keys').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await eventually(async () => expect(await stored('de')).toMatchObject({ text: GERMAN }));
  });
});
