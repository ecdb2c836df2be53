import { describe, expect, it } from 'vitest';
import { createProject } from '../../api/test/app/build.ts';
import { hasChromium } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import { expectNoFaults } from './support/axe.ts';
import { openSignedIn } from './support/page.ts';

const fileOf = (name: string, text: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(text),
});

describe.skipIf(!hasChromium)('imports in the web app', () => {
  const site = openSite();

  it('show every change of a file, and apply exactly the selected changes', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { id: projectId } = await createProject(user.client);
    const { i18n } = user.client;
    const content = { 'menu.save': 'Save', 'menu.open': 'Open', 'menu.exit': 'Exit', same: 'Same' };
    await i18n.projects.import({ projectId, locale: 'en', content });

    await page.goto(`${base}/p/${projectId}/import`);
    await page
      .locator('input[type=file][multiple]')
      .setInputFiles([
        fileOf(
          'en.json',
          '{"menu.save":"Save all","menu.open":"Open file","same":"Same","new":"New"}',
        ),
        fileOf('de.yml', 'menu.save: Speichern\n'),
      ]);
    await page.getByText('2 files to review').waitFor();
    await expect.poll(() => page.getByLabel('File format').nth(1).inputValue()).toBe('yaml');
    const locale = page.getByLabel('Locale of the file').nth(1);
    await expect.poll(() => locale.inputValue()).toBe('de');
    await locale.fill('french');
    await locale.press('Tab');
    await expect.poll(() => locale.inputValue()).toBe('fr');
    await locale.fill('German');
    await locale.press('Tab');
    await expect.poll(() => locale.inputValue()).toBe('de');
    await page.getByText('Archive keys that are missing').click();
    await expectNoFaults(page);

    await page.getByRole('button', { name: 'Review changes of en.json' }).click();
    await page.getByRole('heading', { name: 'Review the import of en' }).waitFor();
    const tabs = page.getByRole('navigation', { name: 'Changes' }).getByRole('link');
    await expect
      .poll(() => tabs.allTextContents())
      .toEqual(['Changed2', 'Added1', 'Archived1', 'Same1']);
    await page
      .locator('li', { hasText: 'menu.open' })
      .getByRole('button', { name: 'Keep as it is' })
      .click();
    await tabs.filter({ hasText: 'Archived' }).click();
    await page.getByText('menu.exit').waitFor();
    await page.getByRole('button', { name: 'Keep all as they are' }).click();
    await page.getByLabel('Key or text').fill('open');
    // Submits while the page still shows the previous tab: a search belongs to the tab of the address.
    await tabs.filter({ hasText: 'Changed' }).evaluate((link: HTMLElement) => {
      link.click();
      link.ownerDocument.querySelector<HTMLFormElement>('form:has([name=q])')!.requestSubmit();
    });
    const kept = page.getByRole('button', { name: 'Keep as it is' });
    await expect.poll(() => kept.getAttribute('aria-pressed')).toBe('true');

    await page.getByRole('button', { name: 'Apply import' }).click();
    await page.getByRole('heading', { name: 'Import applied' }).waitFor();
    await expectNoFaults(page);
    await expect
      .poll(() => page.locator('dd').allTextContents())
      .toEqual(['1', '1', '1', '1', '1', '0', '0']);
    const link = page.getByRole('link', { name: 'Show in the editor' });
    await expect
      .poll(() => link.getAttribute('href'))
      .toMatch(/\/editor\?q=change%3A[0-9a-f-]{36}&l=en$/);
    const { data } = await i18n.projects.export({ projectId, locale: 'en', format: 'json' });
    expect(data).toMatchObject({
      content: {
        'menu.save': 'Save all',
        'menu.open': 'Open',
        'menu.exit': 'Exit',
        same: 'Same',
        new: 'New',
      },
    });

    await page.getByRole('link', { name: 'Review the next file' }).click();
    await page.getByRole('button', { name: 'Review changes of de.yml' }).click();
    await page.getByText('The import adds these locales: German (de)').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    expect((await i18n.locales.list({ projectId })).data).toHaveLength(1);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('require a decision about each conflict, and show a fault with its line', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { id: projectId } = await createProject(user.client);
    await user.client.i18n.projects.import({
      projectId,
      locale: 'en',
      content: { a: 'A', b: 'B' },
    });
    await page.goto(`${base}/p/${projectId}/import`);
    await page.getByText('Paste text instead').click();
    await page.getByLabel('Content of a file').fill('{\n  "a": "x",\n  "b": oops\n}');
    await page.getByRole('button', { name: 'Add text' }).click();
    await page.getByRole('button', { name: 'Review changes of Pasted text' }).click();
    await page.getByText('Line 3, column 8:').waitFor();
    await page.getByText('This is not valid in the format of the file.').waitFor();
    await expect.poll(() => page.locator('pre mark').textContent()).toBe('o');
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'Remove Pasted text' }).click();

    await page.getByLabel('Content of a file').fill('{"a": "x", "b": "y"}');
    await page.getByRole('button', { name: 'Add text' }).click();
    await page.getByLabel('Strings that differ from the file').selectOption('Decide about each');
    await page.getByRole('button', { name: 'Review changes of Pasted text' }).click();
    await page.getByText('2 conflicts need a decision.').waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: 'Apply import' }).isDisabled())
      .toBe(true);
    await page.getByRole('button', { name: 'Take from file' }).first().click();
    await page.getByText('1 conflict needs a decision.').waitFor();
    await page.getByRole('button', { name: 'Keep all as they are' }).click();
    await page.getByRole('button', { name: 'Apply import' }).click();
    await page.getByRole('heading', { name: 'Import applied' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'This import was applied' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('read files of Java, .NET, Flutter, FormatJS and browser extensions, and ISO-8859-1 on request', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { id: projectId } = await createProject(user.client);
    await page.goto(`${base}/p/${projectId}/import`);
    const latin1 = Buffer.from('# Grüße\nhi=Grüße\n', 'latin1');
    await page
      .locator('input[type=file][multiple]')
      .setInputFiles([
        { ...fileOf('messages_de.properties', ''), buffer: latin1 },
        fileOf('Texts.resx', '<root><data name="a"><value>A</value></data></root>'),
        fileOf('app_de.arb', '{"@@locale": "de", "b": "B"}'),
        fileOf('extracted.json', '{"c": {"defaultMessage": "C"}}'),
        fileOf('messages.json', '{"d": {"message": "D"}}'),
      ]);
    await page.getByText('5 files to review').waitFor();
    const formats = page.getByLabel('File format');
    for (const [at, format] of ['properties', 'resx', 'arb', 'formatjs', 'chrome'].entries()) {
      await expect.poll(() => formats.nth(at).inputValue()).toBe(format);
    }
    await page.getByText('The .properties files are ISO-8859-1, not UTF-8').click();
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'Review changes of messages_de.properties' }).click();
    await page.getByText('Grüße').first().waitFor();
    await page.getByRole('button', { name: 'Apply import' }).click();
    await page.getByRole('heading', { name: 'Import applied' }).waitFor();
    const { data } = await user.client.i18n.projects.export({
      projectId,
      locale: 'de',
      format: 'json',
    });
    expect(data).toMatchObject({ content: { hi: 'Grüße' } });
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
