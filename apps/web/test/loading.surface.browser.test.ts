import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inBreadth } from '../../../scripts/tests/test-breadth.ts';
import { createProject } from '../../api/test/app/build.ts';
import { BROWSER_SITE, hasChromium, untilCalm } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import { lastingFaultsOf } from './support/axe.ts';
import { nextFrame } from './support/frames.ts';
import { openSignedIn } from './support/page.ts';
import { organizationAddresses, publicAddresses } from './support/routes.ts';

/** Addresses that redirect to another page and have no heading. */
const REDIRECTS = /\/k\/[^/]+$|^\/(?:welcome|account|inbox|checkout)$/;

/**
 * Pages for `npm test`: pages that would stay blank during a longer wait, and one page for people without a session.
 */
const SAMPLE = /^\/(?:sign-in|o\/nobody\/inbox)$|\/(?:inbox|review|settings|editor)$/;

/** Delays the responses of the service between the calls of `hold` and `release`. */
async function holdAnswers(page: Page) {
  let held: PromiseWithResolvers<void> | null = null;
  await page.route(
    ({ pathname }) => pathname.startsWith('/v1/') && !pathname.endsWith('/events'),
    async (route) => {
      await held?.promise;
      await route.continue();
    },
  );
  return {
    hold: () => {
      held = Promise.withResolvers<void>();
    },
    release: () => {
      held?.resolve();
      held = null;
    },
  };
}

/** Pages for `npm test` that show several responses below each other. */
const MOVING = /^\/o\/[^/]+\/?$|\/p\/[^/]+(?:\/|\/jobs)?$/;

/**
 * Sends the requests of a page one after the other. Each waits until the page shows the previous response. A request of
 * a page that was left has no response, and does not delay the next one.
 */
async function answerInTurn(page: Page): Promise<void> {
  let last = Promise.resolve();
  await page.route(
    ({ pathname }) => pathname.startsWith('/v1/') && !pathname.endsWith('/events'),
    (route) => {
      const answer = async (): Promise<void> => {
        await route.continue();
        await (await route.request().response())?.finished();
        await nextFrame(page);
      };
      last = last.then(answer).catch(() => {});
      return last;
    },
  );
}

/** Records the parts of the main content that move up or down without a key press or a click. */
const WATCH_MOVES = `
  window.moves = [];
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries()) {
      for (const { node, previousRect, currentRect } of sources) {
        const by = currentRect.y - previousRect.y;
        if (by === 0 || !document.querySelector('#main')?.contains(node)) continue;
        window.moves.push((node.outerHTML ?? node.data).slice(0, 200) + ' ' + by);
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

const headingOf = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

describe.skipIf(!hasChromium)('pages that are loading, in a browser', () => {
  const site = openSite();

  it('show their frame and heading at once, and are accessible, while the service does not respond', async () => {
    const signedIn = await openSignedIn(site);
    const { page, problems, base } = signedIn;
    const addresses = await organizationAddresses(signedIn);
    const answers = await holdAnswers(page);
    for (const address of inBreadth(addresses, (path) => SAMPLE.test(path))) {
      if (REDIRECTS.test(address)) continue;
      await page.goto(base);
      await untilCalm(page);
      answers.hold();
      await page.evaluate(`void __TSR_ROUTER__.navigate({ href: ${JSON.stringify(address)} })`);
      await page.waitForURL((url) => url.pathname === address);
      await headingOf(page).waitFor();
      expect(await lastingFaultsOf(page), `${address} while it loads`).toEqual([]);
      answers.release();
      await untilCalm(page);
      await page.locator('main:not([aria-busy])').waitFor();
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('reserve the space of the header before the session is known, so that nothing moves later', async () => {
    const { page, problems, base, user } = await openSignedIn(site);
    const { id } = await createProject(user.client, { name: 'Shop' });
    const answers = await holdAnswers(page);
    const topOf = async () => Math.round((await page.getByRole('main').boundingBox())!.y);
    for (const [width, height] of [
      [1280, 900],
      [390, 800],
      [360, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      answers.hold();
      await page.goto(`${base}/p/${id}/editor`);
      await page.locator('main:not(#boot)').waitFor();
      const first = await topOf();
      expect(await page.getByRole('navigation').count()).toBe(0);
      answers.release();
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      await page.locator('main:not([aria-busy])').waitFor();
      expect({ width, top: await topOf() }).toEqual({ width, top: first });
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('do not move when the responses arrive one after the other', async () => {
    const signedIn = await openSignedIn(site);
    const { page, problems } = signedIn;
    const addresses = await organizationAddresses(signedIn);
    await page.addInitScript(WATCH_MOVES);
    await answerInTurn(page);
    const moves: string[] = [];
    for (const [width, height] of [
      [1280, 900],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const address of inBreadth(addresses, (path) => MOVING.test(path))) {
        // Most pages move more at a width at which their parts are below each other.
        if (width > 360 && !MOVING.test(address)) continue;
        await page.goto(BROWSER_SITE + address);
        await page.locator('main:not(#boot):not([aria-busy])').waitFor();
        await untilCalm(page);
        const found = await page.evaluate('moves');
        moves.push(...(found as string[]).map((move) => `${address} at ${width} px: ${move}`));
      }
    }
    expect(moves).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('have a main part and a heading before the session is known', async () => {
    const { page, problems } = await openSignedIn(site);
    await page.goto(BROWSER_SITE);
    const addresses = await publicAddresses(page);
    const answers = await holdAnswers(page);
    const all = [...addresses, '/o/nobody', '/o/nobody/inbox'];
    for (const address of inBreadth(all, (path) => SAMPLE.test(path))) {
      answers.hold();
      await page.goto(BROWSER_SITE + address);
      await headingOf(page).waitFor();
      expect(await lastingFaultsOf(page), `${address} while it loads`).toEqual([]);
      answers.release();
      await untilCalm(page);
    }
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
    await page.context().close();
  });
});
