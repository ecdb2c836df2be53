import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createBrowser } from '../../../test/app/browser.ts';
import { tokenOf, waitForMail } from '../../../test/app/build.ts';
import { seedUser, uniqueEmail } from '../../../test/app/seed.ts';
import { BROWSER_SITE, hasChromium } from '../../../test/browser/chromium.ts';
import { openSite } from '../../../test/browser/site.ts';
import { newId } from '../../db/ids/uuid.ts';
import { textsIn } from '../../texts/texts.ts';
import { leadOn } from './page.ts';

const password = 'correct horse battery';

describe.skipIf(!hasChromium)('the pages of mailed links, in a browser', () => {
  const site = openSite(() => ({ env: { ALLOWED_ORIGINS: 'https://dashboard.example.test' } }));

  const open = (address: string) => site.browser.open(address);

  const linkIn = (text: string): string => /http\S+#token=\S+/.exec(text)![0];
  const resultOf = (page: Page) => page.locator('#result:not([hidden])');

  async function signUp(): Promise<{ email: string; link: string }> {
    const email = uniqueEmail();
    await site.app.client().auth.signUp({ email, password, name: 'Ada' });
    return { email, link: linkIn((await waitForMail(site.app, { to: email })).text) };
  }

  const signIn = (email: string, secret = password) =>
    createBrowser(site.app).client.auth.signIn({ email, password: secret });

  async function createSession(email: string) {
    const { client } = createBrowser(site.app);
    await client.auth.signIn({ email, password });
    return client.organizations.list();
  }

  /** Returns the left and right sides of the card, the left side of the logo, and the gap between them, in pixels. */
  const frameOf = (page: Page): Promise<unknown> =>
    page.evaluate(`(() => {
      const card = document.querySelector('main > div').getBoundingClientRect();
      const text = document.createRange();
      text.selectNodeContents(document.querySelector('main > :first-child'));
      const mark = text.getBoundingClientRect();
      return [card.left, card.right, mark.left, card.top - mark.bottom].map(Math.round);
    })()`);

  it('confirm an address only after a button is pressed', async () => {
    const { email, link } = await signUp();
    const { page, problems } = await open(link);
    await page.getByRole('button', { name: 'Confirm the address' }).waitFor();
    const frame = await frameOf(page);
    await expect(signIn(email)).rejects.toMatchObject({ code: 'email_unverified' });
    await page.getByRole('button', { name: 'Confirm the address' }).click();
    await expect.poll(() => resultOf(page).textContent()).toMatch(/is confirmed/);
    await page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor();
    expect(await page.title()).toBe('Your email address is confirmed – Parlance');
    await signIn(email);
    expect(page.url()).toBe(`${BROWSER_SITE}/verify-email`);
    expect(await page.getByRole('button').count()).toBe(0);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL(`${BROWSER_SITE}/sign-in`);
    await page.getByLabel('Email address').waitFor();
    // The page of the server looks like the page of the app.
    expect(await frameOf(page)).toEqual(frame);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('report that a link was used, and mail a new link', async () => {
    const { email, link } = await signUp();
    const before = site.app.outbox.length;
    await site.app.client().auth.resendVerification({ email });
    await waitForMail(site.app, { to: email, after: before });
    const { page, problems } = await open(link);
    await page.getByRole('button', { name: 'Confirm the address' }).click();
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toMatch(/no longer valid: it was used/);
    const after = site.app.outbox.length;
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Mail me a new link' }).click();
    await expect.poll(() => page.getByRole('status').textContent()).toMatch(/on its way/);
    const mail = await waitForMail(site.app, { to: email, after });
    await site.app.client().auth.verifyEmail({ token: tokenOf(mail) });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('show on the button that the call is running, until the call has ended', async () => {
    const { link } = await signUp();
    const { page, problems } = await open(link);
    const letGo = Promise.withResolvers<void>();
    await page.route('**/v1/auth/verify-email', async (route) => {
      await letGo.promise;
      await route.abort();
    });
    const button = page.locator('button[type=submit]').first();
    await button.click();
    await expect.poll(() => button.textContent()).toBe('Confirm the address Working…');
    letGo.resolve();
    await page.getByRole('alert').getByText('The server could not be reached.').waitFor();
    expect(await button.textContent()).toBe('Confirm the address');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('set a new password of the required length', async () => {
    const user = await seedUser(site.app);
    const after = site.app.outbox.length;
    await site.app.client().auth.forgotPassword({ email: user.email });
    const { page, problems } = await open(
      linkIn((await waitForMail(site.app, { to: user.email, after })).text),
    );
    const field = page.getByLabel('New password');
    const button = page.getByRole('button', { name: 'Set the password' });
    await field.pressSequentially('short');
    await button.click();
    expect(
      await page.evaluate('document.querySelector(":invalid#password").validity.tooShort'),
    ).toBe(true);
    expect(await resultOf(page).count()).toBe(0);
    await page.getByLabel('Show the password').check();
    expect(await field.getAttribute('type')).toBe('text');
    await field.fill('a new password');
    await button.click();
    await expect.poll(() => resultOf(page).textContent()).toMatch(/new password is set/);
    await signIn(user.email, 'a new password');
    await expect(signIn(user.email, user.password)).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  async function inviteTo(email: string): Promise<{ organizationId: string; link: string }> {
    const inviter = await seedUser(site.app, { name: 'Grace Hopper' });
    const { data } = await inviter.client.organizations.create({
      name: 'Shared <b>team</b>',
      slug: `shared-${newId().slice(-12)}`,
    });
    const after = site.app.outbox.length;
    const { invitations } = inviter.client.organizations;
    await invitations.create({ organizationId: data.id, email, role: 'translator' });
    const { text } = await waitForMail(site.app, { to: email, after });
    return { organizationId: data.id, link: linkIn(text) };
  }

  const offerOf = (page: Page) => page.locator('#offer:not([hidden])').textContent();
  const OFFER =
    'Grace Hopper invites you to join the organization Shared <b>team</b> with the role translator.';

  it('show the details of an invitation, and accept the invitation after a sign-in on the page', async () => {
    const guest = await seedUser(site.app);
    const { organizationId, link } = await inviteTo(guest.email);
    const { page, problems } = await open(link);
    expect(await offerOf(page)).toBe(OFFER);
    const signInForm = page.locator('#sign-in');
    expect(await signInForm.getByLabel('Email address').inputValue()).toBe(guest.email);
    await signInForm.getByLabel('Password').fill(guest.password);
    await page.getByRole('button', { name: 'Sign in and accept' }).click();
    await expect.poll(() => resultOf(page).textContent()).toMatch(/You are a member now/);
    const { data } = await guest.client.organizations.list();
    expect(data).toContainEqual(
      expect.objectContaining({ id: organizationId, role: 'translator' }),
    );
    await page.getByRole('link', { name: 'Open the organization' }).click();
    await page.waitForURL(`${BROWSER_SITE}/o/shared-*`);
    await page.getByRole('button', { name: 'Organization Shared <b>team</b>' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('create the account of an invited person, and accept an invitation with one click after the sign-in', async () => {
    const email = uniqueEmail();
    const { link } = await inviteTo(email);
    const { page, problems } = await open(link);
    await page.getByLabel('Your name').fill('Ada');
    await page.locator('#create #password').fill(password);
    await page.getByRole('button', { name: 'Create the account and accept' }).click();
    await expect.poll(() => resultOf(page).textContent()).toMatch(/You are a member now/);
    expect(await page.locator('#offer').isVisible()).toBe(false);
    await signIn(email);

    const second = await inviteTo(email);
    await page.goto(second.link);
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    await expect.poll(() => resultOf(page).textContent()).toMatch(/You are a member now/);
    const { data } = await createSession(email);
    expect(data.map(({ id }) => id)).toContain(second.organizationId);

    // An invitation for another person is opened in Ada's session. The new account must not get
    // Ada's name.
    const other = uniqueEmail();
    await page.goto('about:blank');
    await page.goto((await inviteTo(other)).link);
    await page.getByText(`You are signed in as ${email}`).waitFor();
    await page.getByLabel('Your name').fill('Bob');
    await page.locator('#create #password').fill(password);
    await page.getByRole('button', { name: 'Create the account and accept' }).click();
    await expect.poll(() => resultOf(page).textContent()).toMatch(/You are a member now/);
    await signIn(other);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('refer a new person to the operator if invitations create no accounts', async () => {
    const { link } = await inviteTo(uniqueEmail());
    const { page, problems } = await open('about:blank');
    await page.route('**/invitations/preview', async (call) => {
      const token = link.split('token=')[1]!;
      const { data } = await site.app.client().organizations.invitations.preview({ token });
      await call.fulfill({ json: { data: { ...data, canCreateAccount: false }, meta: {} } });
    });
    await page.goto(link);
    await page.getByText('Ask its operator for an account').waitFor();
    expect(await page.locator('form:visible').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('name the person to contact if the invitation can no longer be accepted', async () => {
    const { page, problems } = await open(`${BROWSER_SITE}/accept-invitation#token=unknown`);
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/used, was replaced/);
    expect(await page.getByText('Ask the person who invited you').isVisible()).toBe(true);
    expect(await page.getByRole('button').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('explain an error in the language of the page, with the server message in a collapsed section', async () => {
    const { page, problems } = await open(`${BROWSER_SITE}/verify-email?lang=ja#token=unknown`);
    expect(await page.locator('html').getAttribute('dir')).toBe('ltr');
    await page.getByRole('button', { name: 'アドレスを確認する' }).click();
    const alert = page.getByRole('alert');
    await expect.poll(() => alert.textContent()).toMatch(/このリンクは無効です/);
    const detail = alert.getByText('The link was used');
    expect(await detail.isVisible()).toBe(false);
    await alert.getByText('詳細').click();
    expect(await detail.isVisible()).toBe(true);
    expect(await alert.textContent()).toMatch(/リクエスト [\w-]{8,}/);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('link to the API reference on a server without the web app', () => {
    const { markup } = leadOn(textsIn('en'), { label: 'Sign in', path: 'sign-in' }, false);
    expect(markup).toContain('href="docs"');
    expect(markup).not.toContain('sign-in');
  });

  it('report a truncated link', async () => {
    const { page, problems } = await open('about:blank');
    for (const name of ['verify-email', 'reset-password', 'accept-invitation']) {
      await page.goto(`${BROWSER_SITE}/${name}`);
      await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/not complete/);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('report that the service cannot be reached', async () => {
    const { link } = await signUp();
    const { page } = await open(link);
    // `setOffline` is not used, because the slow network of TEST_SLOWNESS would undo it.
    await page.route('**/v1/**', (route) => route.abort('internetdisconnected'));
    await page.getByRole('button', { name: 'Confirm the address' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/could not be reached/);
    await page.unroute('**/v1/**');
    await page.getByRole('button', { name: 'Confirm the address' }).click();
    await expect.poll(() => page.getByRole('status').textContent()).toMatch(/is confirmed/);
    await page.context().close();
  });

  it('run no script that was injected into the address', async () => {
    const { page, problems } = await open(
      `${BROWSER_SITE}/verify-email#token=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E`,
    );
    await page.getByRole('button', { name: 'Confirm the address' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.locator('img').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
