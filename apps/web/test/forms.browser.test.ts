/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createProject } from '../../api/test/app/build.ts';
import { BROWSER_SITE, hasChromium, untilCalm } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import { DESKTOP } from './editor/editor.ts';
import { openSignedIn } from './support/page.ts';

/** Time that a person holds down a button. */
const HELD_MS = 120;

interface TestedForm {
  readonly name: string;
  /** The prefix of the address: the site, the organization or the project. */
  readonly of: 'site' | 'organization' | 'project';
  readonly path: string;
  /** The button that opens the dialog of the form. */
  readonly opens?: string;
  readonly others?: Readonly<Record<string, string>>;
  readonly field: string;
  readonly bad: string;
  readonly good: string;
  readonly button: string;
  /** Part of the address of the call. */
  readonly call: string;
}

const FORMS: readonly TestedForm[] = [
  {
    name: 'sign-up',
    of: 'site',
    path: '/sign-up',
    call: '/v1/auth/sign-up',
    others: { 'Your name': 'Ada', 'Email address': 'new-person@example.test' },
    field: 'Password',
    bad: 'short',
    good: 'correct horse',
    button: 'Create an account',
  },
  {
    name: 'sign-in',
    of: 'site',
    path: '/sign-in',
    call: '/v1/auth/sign-in',
    others: { Password: 'correct horse' },
    field: 'Email address',
    bad: 'abc',
    good: 'abc@example.test',
    button: 'Sign in',
  },
  {
    name: 'a forgotten password',
    of: 'site',
    path: '/forgot-password',
    call: '/v1/auth/forgot-password',
    field: 'Email address',
    bad: 'abc',
    good: 'abc@example.test',
    button: 'Mail me a link',
  },
  {
    name: 'an invitation',
    of: 'organization',
    path: '/members',
    opens: 'Invite a person',
    call: '/invitations',
    field: 'Email addresses',
    bad: 'abc',
    good: 'abc@example.test',
    button: 'Invite',
  },
  {
    name: 'the name of an organization',
    of: 'organization',
    path: '/settings',
    call: '/v1/organizations/',
    field: 'Name',
    bad: '',
    good: 'Team',
    button: 'Save',
  },
  {
    name: 'a new address',
    of: 'organization',
    path: '/account',
    call: '/v1/users/me/email',
    others: { 'Current password': 'correct horse' },
    field: 'New email address',
    bad: 'abc',
    good: 'abc@example.test',
    button: 'Mail the link',
  },
  {
    name: 'a new project',
    of: 'organization',
    path: '/projects/new',
    opens: 'Start without strings',
    call: '/v1/i18n/projects',
    field: 'Project name',
    bad: '',
    good: 'Shop',
    button: 'Create project',
  },
  {
    name: 'a locale',
    of: 'project',
    path: '/locales',
    call: '/locales',
    field: 'Locale',
    bad: 'no language',
    good: 'Russian',
    button: 'Add a locale',
  },
  {
    name: 'an environment',
    of: 'project',
    path: '/releases',
    opens: 'New environment',
    others: { Name: 'Stage' },
    call: '/environments',
    field: 'Slug',
    bad: 'Not a slug',
    good: 'stage',
    button: 'Create environment',
  },
  {
    name: 'the name of a project',
    of: 'project',
    path: '/settings',
    call: '/v1/i18n/projects/',
    field: 'Project name',
    bad: '',
    good: 'Shop',
    button: 'Save',
  },
  {
    name: 'a term',
    of: 'project',
    path: '/glossary',
    opens: 'New term',
    call: '/glossary',
    field: 'Term in the source language',
    bad: '',
    good: 'file',
    button: 'Save',
  },
  {
    name: 'a key',
    of: 'project',
    path: '/editor',
    opens: 'New key',
    call: '/keys',
    field: 'Name',
    bad: '',
    good: 'menu.save',
    button: 'Create the key',
  },
];

const topOf = async (of: Locator): Promise<number> => (await of.boundingBox())!.y;

describe.skipIf(!hasChromium)('the forms of the web app', () => {
  const site = openSite();

  async function open({ of, path, opens }: TestedForm): Promise<Page> {
    if (of === 'site') {
      const page = await site.browser.openPage();
      await page.goto(BROWSER_SITE + path);
      await untilCalm(page);
      return page;
    }
    const { user, page, base } = await openSignedIn(site);
    await page.setViewportSize(DESKTOP);
    const { id } = await createProject(user.client);
    await page.goto(of === 'project' ? `${base}/p/${id}${path}` : base + path);
    await untilCalm(page);
    if (opens) await page.getByRole('button', { name: opens }).first().click();
    return page;
  }

  it.each(FORMS)(
    'keep the button of $name in place, and accept the first press after a mistake',
    async (form) => {
      const page = await open(form);
      const field = page.getByLabel(form.field, { exact: true }).first();
      await field.waitFor();
      const button = page
        .locator('form', { has: field })
        .getByRole('button', { name: form.button, exact: true });
      for (const [label, text] of Object.entries(form.others ?? {})) {
        await page.getByLabel(label, { exact: true }).first().fill(text);
      }
      await button.scrollIntoViewIfNeeded();
      await field.fill(form.bad);
      const before = await topOf(button);
      if ((await field.evaluate((element) => element.tagName)) === 'TEXTAREA') await button.click();
      else await field.press('Enter');
      await page.locator('form [data-invalid], form [role=alert]').first().waitFor();
      // Scrolling by the page itself can leave a fraction of a pixel.
      await expect.poll(async () => Math.abs((await topOf(button)) - before)).toBeLessThan(1);
      await button.scrollIntoViewIfNeeded();
      await field.fill(form.good);
      // The request for the engines of a locale follows with a delay.
      await untilCalm(page);
      const { x, y, width, height } = (await button.boundingBox())!;
      const calls: string[] = [];
      page.on('request', (request) => {
        if (request.method() !== 'GET') calls.push(request.url());
      });
      await page.mouse.click(x + width / 2, y + height / 2, { delay: HELD_MS });
      await expect.poll(() => calls.some((url) => url.includes(form.call))).toBe(true);
      await page.context().close();
    },
  );
});
