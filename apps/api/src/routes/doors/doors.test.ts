import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';

const CONTACT = 'mailto:security@example.org';
const BASE = 'https://l10n.example.org/tools';
const DAY_MS = 24 * 60 * 60_000;

describe('the well-known addresses', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({
      env: { SECURITY_CONTACT: CONTACT, PUBLIC_URL: BASE },
      works: false,
    });
  });
  afterAll(() => app.close());
  const get = (path: string, own = app) => fetch(`${own.url}${path}`, { redirect: 'manual' });

  it('include a robots.txt that lets crawlers read only the documentation', async () => {
    const answer = await get('/robots.txt');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    expect(await answer.text()).toBe('User-agent: *\nAllow: /tools/docs\nDisallow: /tools/\n');
  });

  it('include a security.txt with the contact and an expiry date', async () => {
    const lines = (await (await get('/.well-known/security.txt')).text()).trim().split('\n');
    const [contact, expires, canonical] = lines;
    expect(contact).toBe(`Contact: ${CONTACT}`);
    expect(canonical).toBe(`Canonical: ${BASE}/.well-known/security.txt`);
    const endsAt = Date.parse(expires!.replace('Expires: ', ''));
    expect(Math.round((endsAt - app.clock.now().getTime()) / DAY_MS)).toBe(90);
  });

  it('include no security.txt if the operator configures no contact', async () => {
    const bare = await startTestApp({ works: false, connectionString: app.connectionString });
    const answer = await get('/.well-known/security.txt', bare);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      code: 'not_found',
      detail: expect.stringContaining('SECURITY_CONTACT'),
    });
    await bare.close();
  });

  it('include change-password, which redirects to the account page', async () => {
    const answer = await get('/.well-known/change-password');
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/tools/account']);
  });
});
