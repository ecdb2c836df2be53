import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { createProject } from '../../../api/test/app/build.ts';
import { BROWSER_SITE, hasChromium } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { type PaypalServer, startPaypalServer } from '../../../api/test/servers/paypal-server.ts';
import { openSignedIn, type SignedIn } from '../support/page.ts';

/** Translates two strings in a project called Shop, one of them twice. */
async function translate({ user }: SignedIn): Promise<void> {
  const { i18n, translate: work } = user.client;
  const { id: projectId } = await createProject(user.client, { name: 'Shop' });
  await i18n.projects.import({
    projectId,
    locale: 'en',
    content: { a: 'Open', b: 'Open', c: 'Exit now' },
  });
  await i18n.locales.create({ projectId, code: 'de' });
  const order = { projectId, targetLocales: ['de'], engine: 'pseudo' };
  await work.jobs.create(order, { waitSeconds: 30 });
}

describe.skipIf(!hasChromium)('usage on a self-hosted server, in a browser', () => {
  const site = openSite();

  it('appears by day, engine, locale and project, without any price, and can be downloaded', async () => {
    const signedIn = await openSignedIn(site);
    const { page, problems, base } = signedIn;
    await page.goto(base);
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByText('Nothing was translated by machine in this period').waitFor();
    await translate(signedIn);
    await page.reload();
    const rows = page.locator('tbody tr');
    await rows.first().waitFor();
    await expect.poll(() => page.locator('main svg g').count()).toBe(30);
    await page.locator('main svg title', { hasText: ': 16 units' }).waitFor({ state: 'attached' });
    await expect.poll(() => page.locator('tfoot td').allTextContents()).toEqual(['16', '0']);
    for (const [group, name] of [
      ['engine', 'pseudo'],
      ['locale', 'German (de)'],
      ['project', 'Shop'],
    ] as const) {
      await page.getByLabel('By', { exact: true }).selectOption(group);
      await rows.getByText(name, { exact: true }).waitFor();
    }
    // The keyboard can scroll a table that is too wide.
    const report = page.getByRole('region', { name: 'Translated by machine' });
    await report.focus();
    await report.and(page.locator(':focus')).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toMatch(
      /^project,units,billed_units,memory_hits\r\nShop,16,\d+,0\r\n$/,
    );
    expect(await page.locator('main').innerText()).not.toMatch(/credit|pack|price|bill|€|\$/i);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!hasChromium)('credits, in a browser', () => {
  let paypal: PaypalServer;
  const amount = { amount: '9.99', currency: 'EUR' };
  const packs = [{ id: 'small', name: 'Small', credits: 1_000, ...amount }];
  beforeAll(async () => {
    paypal = await startPaypalServer();
  });
  const site = openSite(() => ({
    env: { ...paypal.env, CREDIT_PACKS: JSON.stringify(packs), FREE_MONTHLY_CREDITS: '500' },
  }));
  afterAll(() => paypal.close());

  it('can be bought at the payment provider, are captured on return, and appear in the ledger', async () => {
    const signedIn = await openSignedIn(site);
    const { page, problems, base } = signedIn;
    let orderId = '';
    await page.route(`${paypal.url}/**`, async (route) => {
      orderId = new URL(route.request().url()).searchParams.get('token') ?? '';
      await route.fulfill({ body: 'The page of the payment provider' });
    });
    await page.goto(`${base}/usage`);
    await page.getByText('Small').waitFor();
    await page.getByRole('button', { name: 'Buy for €9.99' }).click();
    await page.getByText('The page of the payment provider').waitFor();
    // The buyer opens another organization in the meantime.
    const { data: other } = await signedIn.user.client.organizations.create({ name: 'Other' });
    await page.goto(`${BROWSER_SITE}/o/${other.slug}`);
    await page.getByRole('button', { name: 'Organization Other' }).waitFor();
    const order = JSON.stringify(paypal.orders.get(orderId)!.body);
    const returnTo = (name: 'return_url' | 'cancel_url') =>
      `${new RegExp(`"${name}":"([^"]+)"`).exec(order)![1]}&token=${orderId}`;
    await page.goto(returnTo('cancel_url'));
    await page.getByText('The purchase was cancelled').waitFor();
    paypal.approve(orderId);
    await page.goto(returnTo('return_url'));
    await page.getByText('1,000 credits were added').waitFor();
    await expect.poll(() => page.url()).toContain(`${base}/usage?`);
    await eventually(async () =>
      expect(await page.locator('dd').allTextContents()).toContain('1,500'),
    );
    await page.getByRole('row').filter({ hasText: 'Bought: Small+1,000' }).waitFor();
    const ledger = page.getByRole('region', { name: 'Ledger' });
    await ledger.focus();
    await ledger.and(page.locator(':focus')).waitFor();
    await page.getByText(/^Included credits of [A-Z][a-z]+ \d{4}$/).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).last().click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(lines[0]).toBe('time,type,reference_type,reference,description,credits,balance');
    expect(lines[1]).toMatch(/^[^,]+,purchase,payment_order,[^,]+,.*,1000,1500$/);
    expect(lines[2]).toMatch(/^[^,]+,grant,month,.*,500,500$/);
    // A reload of the page neither charges nor adds credits again.
    await page.reload();
    await page.getByText('1,000 credits were added').waitFor();
    await expect.poll(() => page.locator('dd').allTextContents()).toContain('1,500');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
