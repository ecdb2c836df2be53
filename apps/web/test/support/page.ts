import type { Page } from 'playwright-core';
import { cookieName } from '../../../api/src/http/access/session-cookie.ts';
import { seedUser, type TestUser } from '../../../api/test/app/seed.ts';
import { BROWSER_SITE } from '../../../api/test/browser/chromium.ts';
import type { Site } from '../../../api/test/browser/site.ts';

/** A signed-in person with a blank page in a browser. */
export interface SignedIn {
  user: TestUser;
  page: Page;
  problems: string[];
  /** Address prefix of the person's organization. */
  base: string;
}

export async function openSignedIn({ app, browser }: Site): Promise<SignedIn> {
  const user = await seedUser(app);
  const { page, problems } = await browser.open('about:blank');
  const name = cookieName(app.deps.site);
  const value = user.jar.get(name)!;
  await page.context().addCookies([{ name, value, url: BROWSER_SITE }]);
  const { data: organizations } = await user.client.organizations.list();
  return { user, page, problems, base: `${BROWSER_SITE}/o/${organizations[0]!.slug}` };
}
