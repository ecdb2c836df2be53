import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { waitForMail } from '../../../test/app/build.ts';
import { seedUser, uniqueEmail } from '../../../test/app/seed.ts';
import { newId } from '../../db/ids/uuid.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const post = async (path: string, language: string, body: object): Promise<void> => {
  const response = await fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Accept-Language': language },
    body: JSON.stringify(body),
  });
  expect(response.status).toBeLessThan(300);
};

const page = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(`${app.url}${path}`, { headers })).text();

describe('the language of a mail', () => {
  it('follows the preference of the recipient, and the linked page has the same language', async () => {
    const user = await seedUser(app, { name: 'Ada' });
    await user.client.users.me.update({ preferences: { language: 'ar' } });
    const after = app.outbox.length;
    await post('/v1/auth/forgot-password', 'de', { email: user.email });
    const mail = await waitForMail(app, { to: user.email, after });
    expect(mail).toMatchObject({ subject: 'عيّن كلمة مرور جديدة', language: 'ar' });
    expect(mail.text).toContain('مرحبًا \u2068Ada\u2069،');
    expect(mail.text).toContain('صالح لمدة 1 ساعة');
    const link = /\S+(\/reset-password\?lang=ar)#token=\S+/.exec(mail.text)!;
    expect(await page(link[1]!)).toContain('<html lang="ar" dir="rtl">');
  });

  it('follows the browser at sign-up if the recipient has no preference', async () => {
    const email = uniqueEmail();
    await post('/v1/auth/sign-up', 'fr-CA, en;q=0.5', {
      email,
      password: 'correct horse battery',
      name: 'Ada',
    });
    const mail = await waitForMail(app, { to: email });
    expect(mail).toMatchObject({ subject: 'Confirmez votre adresse e-mail', language: 'fr' });
    expect(mail.text).toContain('/verify-email#token=');
  });

  it('follows the inviter if the recipient has no account', async () => {
    const inviter = await seedUser(app, { name: 'Grace' });
    const slug = `team-${newId().slice(-12)}`;
    const { data } = await inviter.client.organizations.create({ name: 'Team', slug });
    await inviter.client.users.me.update({ preferences: { language: 'ja' } });
    const email = uniqueEmail();
    await inviter.client.organizations.invitations.create({
      organizationId: data.id,
      email,
      role: 'translator',
    });
    const { text } = await waitForMail(app, { to: email });
    expect(text).toContain('Grace さんが');
    expect(text).toContain('「翻訳者」');
  });

  it('falls back to English if the preferred language is not supported', async () => {
    const user = await seedUser(app);
    await user.client.users.me.update({ preferences: { language: 'tlh' } });
    const after = app.outbox.length;
    await post('/v1/auth/forgot-password', 'pt-BR', { email: user.email });
    const { language } = await waitForMail(app, { to: user.email, after });
    expect(language).toBe('en');
  });
});

describe('the language of a mailed page', () => {
  it('follows its link, or else the browser, and defaults to English', async () => {
    const japanese = { 'Accept-Language': 'ja, en;q=0.8' };
    const own = await page('/verify-email', japanese);
    expect(own).toContain('<html lang="ja" dir="ltr">');
    expect(own).toContain('アドレスを確認する');
    expect(await page('/verify-email?lang=es&utm_source=mail', japanese)).toContain(
      'Confirmar la dirección',
    );
    expect(await page('/accept-invitation?lang=xx', japanese)).toContain('招待の承諾');
    expect(await page('/reset-password')).toContain('<html lang="en" dir="ltr">');
  });
});
