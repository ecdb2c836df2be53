/// <reference lib="dom" />
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../scripts/eventually.ts';
import { writeReads } from '../../api/src/http/bundle/write-reads.ts';
import { createProject } from '../../api/test/app/build.ts';
import { hasChromium } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import { expectNoFaults } from './support/axe.ts';
import { openSignedIn } from './support/page.ts';

const PHONE = { width: 375, height: 720 };

describe.skipIf(!hasChromium)('delivery in the web app', () => {
  const site = openSite();

  it('can be stopped after the requests of the last day were shown, and resumed, including for an archived environment', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n } = user.client;
    const { id: projectId } = await createProject(user.client, { name: 'Shop' });
    await i18n.projects.import({ projectId, locale: 'en', content: { a: 'A' } });
    const { data: release } = await i18n.releases.create({ projectId, environment: 'production' });
    const { environmentId } = release;
    const bundle = `${site.app.url}/v1/i18n/bundles/${projectId}/production/en`;
    const becomes = (status: number) =>
      eventually(async () => expect((await fetch(bundle)).status).toBe(status));
    await becomes(200);
    await fetch(bundle);
    await writeReads(site.app.deps, site.app.bundles.reads);
    const { data: known } = await i18n.environments.delivery({ projectId, environmentId });
    expect(known.requestsLastDay).toBeGreaterThanOrEqual(2);
    const told = `At least ${known.requestsLastDay} requests reached this server in the last day.`;
    const dialog = page.getByRole('dialog').last();
    const stop = async (name: string): Promise<void> => {
      await dialog.getByText(told, { exact: false }).waitFor();
      const button = dialog.getByRole('button', { name: 'Stop delivery', exact: true });
      await expect.poll(() => button.isDisabled()).toBe(true);
      await dialog.getByRole('textbox').fill(name);
      await button.click();
      await page.getByText(`Delivery of ${name} was stopped`).waitFor();
    };
    const isWide = () =>
      page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

    await page.goto(`${base}/p/${projectId}/releases`);
    await page.getByRole('button', { name: 'Edit Production' }).click();
    await page.getByRole('button', { name: 'Stop delivery of Production' }).click();
    await dialog.getByText(told, { exact: false }).waitFor();
    await expectNoFaults(page);
    await stop('Production');
    await becomes(410);
    await page.getByRole('button', { name: 'Resume delivery of Production' }).click();
    await page.getByText('Delivery of Production was resumed').waitFor();
    await becomes(200);

    await page.setViewportSize(PHONE);
    await page.goto(`${base}/p/${projectId}/settings`);
    await page.getByRole('button', { name: 'Stop delivery of Shop' }).click();
    await stop('Shop');
    await becomes(410);
    await page.getByText('apps get an error in place of texts.', { exact: false }).waitFor();
    await expectNoFaults(page);
    expect(await isWide()).toBe(false);
    await page.goto(`${base}/p/${projectId}/releases`);
    await page.getByText('Delivery of the whole project is stopped', { exact: false }).waitFor();

    await i18n.projects.delete({ projectId });
    await page.goto(`${base}/settings`);
    await page.getByRole('button', { name: 'Resume delivery of Shop' }).click();
    await page.getByText('Delivery of Shop was resumed').waitFor();
    await becomes(200);
    await page.getByRole('button', { name: 'Stop delivery of Shop' }).click();
    await stop('Shop');
    await becomes(410);
    await expectNoFaults(page);
    expect(await isWide()).toBe(false);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
