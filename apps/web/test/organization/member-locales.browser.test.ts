import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { joinOrganization } from '../../../api/test/app/build.ts';
import { hasChromium } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { DESKTOP, field, openCell, openEditor, ready, selectCell } from '../editor/editor.ts';
import { expectNoFaults } from '../support/axe.ts';
import { openSignedIn } from '../support/page.ts';

/** Column of the first locale, German. The next column is French. */
const FIRST_TARGET = 2;

describe.skipIf(!hasChromium)('a translator of one language', () => {
  const site = openSite();

  it('gets the language from an owner, changes texts only in this language, and sees why', async () => {
    const owner = await openEditor(site);
    const { user, page, address, projectId } = owner;
    const translator = await openSignedIn(site);
    await joinOrganization(user, user.organizationId, 'translator', translator.user);
    const membersAddress = address.replace(/\/p\/.*/, '/members');
    await page.goto(membersAddress);
    const entry = page.getByRole('listitem').filter({ hasText: translator.user.email });
    await entry.getByText('All languages').waitFor();
    await entry.getByRole('button', { name: /^Languages of / }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Another language').fill('Klingonisch');
    await dialog.getByRole('button', { name: 'Save languages' }).click();
    await dialog.getByText('“Klingonisch” is not a language').waitFor();
    await dialog.getByLabel('Another language').fill('');
    await dialog.getByLabel('German (de)').press('Space');
    await dialog.getByRole('button', { name: 'Save languages' }).click();
    await entry.getByText('Only German').waitFor();
    await expectNoFaults(page);

    await translator.page.setViewportSize(DESKTOP);
    await translator.page.goto(address);
    await ready(translator.page);
    const { page: own } = translator;
    await selectCell(own, 'save', FIRST_TARGET + 1);
    await own.keyboard.press('Enter');
    const toast = own.getByRole('alertdialog', {
      name: 'Your role does not include this language',
    });
    await toast.first().waitFor();
    expect(await field(own).count()).toBe(0);
    await openCell(own, 'save');
    await own.keyboard.press('Control+a');
    await own.keyboard.insertText('Die Datei sichern');
    await own.keyboard.press('Control+Enter');
    await eventually(async () => expect(await owner.stored('save')).toBe('Die Datei sichern'));
    expect(await own.getByRole('button', { name: 'Keys', exact: true }).count()).toBe(0);
    const { i18n } = user.client;
    expect(
      (await i18n.values.list({ projectId, locale: 'fr' })).data.every(({ text }) => text === null),
    ).toBe(true);
    await own.goto(address.replace(/\/editor.*/, '/review'));
    await own.getByRole('heading', { name: 'German (de)' }).waitFor();
    expect(await own.getByRole('heading', { name: 'French (fr)' }).count()).toBe(0);
    for (const path of ['import', 'locales']) {
      await own.goto(address.replace(/\/editor.*/, `/${path}`));
      await own.getByText('Your role is Translator.', { exact: false }).waitFor();
    }
    expect([...owner.problems, ...translator.problems]).toEqual([]);
  });
});
