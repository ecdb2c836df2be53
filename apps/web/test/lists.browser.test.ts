import { describe, expect, it, vi } from 'vitest';
import { createProject } from '../../api/test/build.ts';
import { hasChromium, untilCalm } from '../../api/test/chromium.ts';
import { openSite } from '../../api/test/site.ts';
import { openSignedIn } from './page.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const ROWS = 10_000;
const MAX_NODES = 4_000;
const MAX_CALLS = 12;

describe.skipIf(!hasChromium)('a list of 10,000 rows', () => {
  const site = openSite();

  it('draws a bounded page of them, asks for little, and goes on when asked', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n } = user.client;
    const { id: projectId } = await createProject(user.client, { name: 'Large' });
    const content = Object.fromEntries(
      Array.from({ length: ROWS }, (_, at) => [`key.${at}`, `Text number ${at}`]),
    );
    await i18n.locales.create({ projectId, code: 'de' });
    const { data: brought } = await i18n.projects.import({ projectId, locale: 'en', content });
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/v1/')) calls.push(request.url());
    });
    const nodes = () => page.evaluate("document.querySelectorAll('*').length") as Promise<number>;
    for (const [path, rows, list] of [
      [`/changes/${brought.changeId}`, 'main li', `/changes/${brought.changeId}/values`],
      ['/environments/production/publish', 'main li', '/pending'],
    ] as const) {
      const pages = () => calls.filter((url) => new URL(url).pathname.endsWith(list));
      calls.length = 0;
      await page.goto(`${base}/p/${projectId}${path}`);
      await untilCalm(page);
      await page.locator(rows).nth(2).waitFor();
      expect(calls.length, path).toBeLessThanOrEqual(MAX_CALLS);
      expect(await nodes(), path).toBeLessThan(MAX_NODES);
      const more = page.getByRole('button', { name: 'Show more' });
      await more.first().waitFor();
      const shown = await page.locator(rows).count();
      calls.length = 0;
      await more.first().click();
      await expect.poll(() => page.locator(rows).count()).toBeGreaterThan(shown);
      // The frame makes calls of its own at any time: for the stream of events, and for what one of them changed.
      expect(pages(), path).toHaveLength(1);
      expect(await nodes(), path).toBeLessThan(MAX_NODES);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
