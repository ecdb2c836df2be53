import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProject, joinOrganization } from '../../api/test/app/build.ts';
import { hasChromium } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import {
  failWith,
  type Receiver,
  startReceiver,
  succeed,
  verifyRequest,
} from '../../api/test/webhooks/receiver.ts';
import { openSignedIn } from './support/page.ts';

describe.skipIf(!hasChromium)('webhooks, in a browser', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.stop());
  const site = openSite(() => ({ env: { WEBHOOK_ALLOWED_ADDRESSES: receiver.allowed } }));

  it('can be created, tested, edited and rotated, and show deliveries, which can be sent again', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    await page.setViewportSize({ width: 1280, height: 1000 });
    const project = await createProject(user.client, { name: 'Shop' });
    await page.goto(base);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('button', { name: 'New webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('https://192.168.1.1/hook');
    await dialog.getByLabel('Keys were created').check();
    await dialog.getByRole('button', { name: 'Create the webhook' }).click();
    await dialog.getByText('with port 443 or 8443. The operator can allow others').waitFor();
    await dialog.getByLabel('Address').fill(receiver.url);
    await dialog.getByLabel('Description').fill('Build of the shop');
    await dialog.getByLabel('Only some projects').check();
    await dialog.getByLabel('Add a project').click();
    await page.getByRole('option', { name: project.name }).click();
    await dialog.getByLabel('Another language').fill('German');
    expect(await dialog.getByLabel('Messages contain').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Create the webhook' }).click();
    const secret = await dialog.getByRole('figure').locator('pre').innerText();
    expect(secret).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    const entry = page.getByRole('listitem').filter({ hasText: 'Build of the shop' });
    await entry.getByText('1 project · German').waitFor();
    await expect.poll(() => page.getByText(secret).count()).toBe(0);

    const choose = async (action: string): Promise<void> => {
      await page.getByRole('button', { name: 'Actions for Build of the shop' }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await choose('Send a test');
    await page.getByText('The receiver answered with 204').waitFor();
    verifyRequest(receiver.requests[0]!, secret);
    receiver.answer = failWith(500);
    await user.client.i18n.keys.create({ projectId: project.id, name: 'a' });
    await expect.poll(() => receiver.requests.length).toBe(2);
    await entry.getByRole('button', { name: 'Deliveries' }).click();
    const delivery = dialog.getByRole('listitem').filter({ hasText: 'Keys were created' });
    await delivery.getByText('Pending', { exact: true }).waitFor();
    await delivery.getByText('Answer', { exact: true }).click();
    await delivery.getByText('refused with 500').waitFor();
    receiver.answer = succeed;
    await delivery.getByRole('button').click();
    await delivery.getByText('Delivered', { exact: true }).waitFor();
    expect(receiver.requests.at(-1)!.id).toBe(receiver.requests[1]!.id);
    await dialog.getByRole('button', { name: 'Close' }).click();

    await choose('Edit');
    await dialog.getByText('Shop', { exact: true }).waitFor();
    await dialog.getByLabel('Description').fill('Build of the app');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Build of the app').first().waitFor();
    await page.getByRole('button', { name: 'Actions for Build of the app' }).click();
    await page.getByRole('menuitem', { name: 'Replace the secret' }).click();
    await dialog.getByRole('button', { name: 'Replace the secret' }).click();
    const rotated = await dialog.getByRole('figure').locator('pre').innerText();
    expect(rotated).not.toBe(secret);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Actions for Build of the app' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await page.getByText('Somebody disabled it').waitFor();
    await page.getByRole('button', { name: 'Actions for Build of the app' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No webhook yet').waitFor();
    expect(problems).toEqual([]);
  });

  it('keep a long address within the title of a dialog', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const url = `${receiver.url}/${'x'.repeat(200)}`;
    await user.client.webhooks.create({ url, events: ['key.created'] });
    await page.goto(`${base}/webhooks`);
    await page.getByRole('button', { name: 'Deliveries' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('xxx').waitFor();
    const hidden = () => dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(await hidden()).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).click();
    expect(problems).toEqual([]);
  });

  it('do not appear for a translator, whose page names the people who manage them', async () => {
    const { user: owner, base } = await openSignedIn(site);
    const { user, page, problems } = await openSignedIn(site);
    await joinOrganization(owner, owner.organizationId, 'translator', user);
    await page.goto(`${base}/webhooks`);
    await page.getByText('Owners and admins manage webhooks').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Webhooks' }).count()).toBe(0);
    expect(problems).toEqual([]);
  });
});
