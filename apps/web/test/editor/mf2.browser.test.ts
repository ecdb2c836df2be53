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
    await page.setViewportSize(DESKTOP);
    await page.goto(`${opened.base}/p/${projectId}/editor?l=ru,de`);
    await ready(page);
  });

  const write = async (text: string) => {
    await cell(page, 'delete', 2).click();
    await cell(page, 'delete', 2).press('Enter');
    await inField(page);
    await field(page).fill(text);
  };

  it('gets its faults named while a person types, and is saved with the categories of its language', async () => {
    await write(RUSSIAN.replace('* {{', 'few {{'));
    await page.getByText('Two variants have the same keys').first().waitFor();
    await field(page).fill(RUSSIAN.replace(/\nmany [^\n]*/, ''));
    await page.getByText(/many/).first().waitFor();
    await field(page).fill(RUSSIAN);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await eventually(async () => {
      const { data } = await user.client.i18n.values.list({ projectId, locale: 'ru' });
      expect(data.find(({ key }) => key === 'delete')).toMatchObject({ text: RUSSIAN, checks: [] });
    });
  });
});
