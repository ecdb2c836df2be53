import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProject } from '../../api/test/app/build.ts';
import { hasChromium } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import { type OpenaiServer, startOpenaiServer } from '../../api/test/engines/openai-server.ts';
import { openSignedIn, type SignedIn } from './support/page.ts';

describe.skipIf(!hasChromium)('instructions for engines, in a browser', () => {
  let server: OpenaiServer;
  beforeAll(async () => {
    server = await startOpenaiServer();
  });
  afterAll(() => server.close());
  const site = openSite(() => ({
    env: {
      MT_ENGINES: 'openai-compatible,pseudo',
      OPENAI_BASE_URL: `${server.url}/v1`,
      OPENAI_MODEL: server.options.model,
    },
  }));

  async function openSettings() {
    const signedIn = await openSignedIn(site);
    const { user, page, base } = signedIn;
    await page.setViewportSize({ width: 1280, height: 1000 });
    const { id: projectId, slug } = await createProject(user.client, { name: 'Wiki' });
    const content = { 'editor.save': 'Save the page', 'editor.open': 'Open {name}' };
    await user.client.i18n.projects.import({ projectId, locale: 'en', content });
    const german = { 'editor.save': 'Seite sichern' };
    await user.client.i18n.projects.import({ projectId, locale: 'de', content: german });
    await user.client.i18n.locales.create({ projectId, code: 'fr' });
    await page.goto(`${base}/p/${slug}/settings#guidance`);
    const section = page.locator('#guidance');
    await section.getByLabel('Product').waitFor();
    return { ...signedIn, projectId, section };
  }
  const settingsOf = async ({ user }: SignedIn, projectId: string) =>
    (await user.client.i18n.translation.get({ projectId })).data;

  it('can be saved for all languages and for one language, with an order of engines that the keyboard changes', async () => {
    const opened = await openSettings();
    const { page, section, projectId, problems } = opened;
    await section.getByLabel('Product').fill('A wiki for engineers');
    await section.getByLabel('Instructions for all languages').fill('Be brief.');
    const all = section.getByRole('group', { name: 'Order of engines', exact: true });
    await all.getByLabel('Add an engine').selectOption('openai-compatible');
    await all.getByLabel('Add an engine').selectOption('pseudo');
    await all.getByRole('button', { name: 'Move pseudo up' }).press('Enter');
    await page.getByText('pseudo is now at position 1 of 2').waitFor();
    const focused = all.getByRole('button', { name: 'Move pseudo down' });
    await expect
      .poll(() => focused.evaluate((button) => button === document.activeElement))
      .toBe(true);
    await section.getByLabel('Language', { exact: true }).selectOption('de');
    await section.getByLabel('Instructions for German').fill('Sag „du“.');
    await section.getByLabel('Reference language').selectOption('fr');
    const german = section.getByRole('group', { name: 'Order of engines for German' });
    await german.getByLabel('Add an engine').selectOption('openai-compatible');
    await section.getByRole('button', { name: 'Save instructions' }).click();
    await page.getByText('Saved').waitFor();
    expect((await settingsOf(opened, projectId)).set).toEqual({
      product: 'A wiki for engineers',
      instructions: 'Be brief.',
      engines: ['pseudo', 'openai-compatible'],
      locales: {
        de: { instructions: 'Sag „du“.', reference: 'fr', engines: ['openai-compatible'] },
      },
    });
    await german.getByText('Now: openai-compatible').waitFor();
    await all.getByRole('button', { name: 'Remove pseudo' }).click();
    await section.getByLabel('Product').fill('');
    await section.getByRole('button', { name: 'Save instructions' }).click();
    await expect
      .poll(async () => (await settingsOf(opened, projectId)).set)
      .toMatchObject({ product: null, engines: ['openai-compatible'] });
    expect(problems).toEqual([]);
  });

  it('can be tried before they are saved, with the price and the full prompt of the model', async () => {
    const opened = await openSettings();
    const { section, projectId, problems } = opened;
    await section.getByLabel('Instructions for all languages').fill('Draft instructions.');
    await section.getByRole('button', { name: 'Try it in German' }).press('Enter');
    const preview = section.getByRole('region', { name: 'Try it in German' });
    await preview.getByText('24 units').waitFor();
    await preview.getByLabel('pseudo').check();
    await preview.getByText('48 units').waitFor();
    await preview.getByRole('button', { name: 'Translate 2 texts' }).click();
    await preview.getByText('Save~de the~de page~de').waitFor();
    await preview.getByText('Seite sichern', { exact: true }).waitFor();
    await preview.getByText('What openai-compatible was shown').click();
    await preview.getByText('"instructions": "Draft instructions."').waitFor();
    expect((await settingsOf(opened, projectId)).set.instructions).toBeNull();
    expect(problems).toEqual([]);
  });
});
