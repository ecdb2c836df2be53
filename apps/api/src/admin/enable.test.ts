import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app/app.ts';
import { createBrowser } from '../../test/app/browser.ts';
import { actFor, codeOf } from '../../test/app/build.ts';
import { uniqueEmail } from '../../test/app/seed.ts';
import { adminOf } from '../../test/flows/admin.ts';
import { trustedOwner } from '../domain/kernel/tenant.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { SIGN_UP: 'closed' } });
});
afterAll(() => app.close());

const password = 'correct horse battery';
const admin = (args: string[], input?: string) => adminOf(app, args, { input });

async function signIn(email: string) {
  const browser = createBrowser(app);
  const { data } = await browser.client.auth.signIn({ email, password });
  return { app, id: data.user.id, email, name: data.user.name, password, ...browser };
}

async function createUser(): Promise<string> {
  const email = uniqueEmail();
  await admin(['create-user', email, '--password-stdin'], `${password}\n`);
  return email;
}

describe('npm run admin -- enable', () => {
  it('restores the account, its password and the organizations that ended with it, and with --keys the API keys of these organizations', async () => {
    const [email, heir] = [await createUser(), await createUser()];
    const user = await signIn(email);
    const { data: alone } = await user.client.organizations.create({ name: 'Alone' });
    const { data: team } = await user.client.organizations.create({ name: 'Team' });
    await admin(['promote', heir, team.slug]);
    const clients = [];
    for (const { id, name } of [alone, team]) {
      const { data: key } = await actFor(
        { ...user, organizationId: trustedOwner('') },
        id,
      ).apiKeys.create({ name: `CI of ${name}`, scopes: ['i18n:read'] });
      clients.push(app.client(key.token));
    }
    const before = (await user.client.organizations.list({})).data;

    for (const flags of [[], ['--keys']]) {
      const disabled = await admin(['disable', email, '--force']);
      expect(disabled.out).toContain(`Disabled ${email}. To undo this, run enable ${email}.\n`);
      const { code, out } = await admin(['enable', email, ...flags]);
      expect(code).toBe(0);
      expect(out).toContain(`Enabled ${email}. Its password is the same as before.\n`);
      expect(out).toContain('The organization "Alone" is back.\n');
      const back = await signIn(email);
      expect(back.id).toBe(user.id);
      const after = (await back.client.organizations.list({})).data;
      expect(after).toEqual(before.filter(({ id }) => id !== team.id));
      expect(out.includes('It is no longer a member of "Team". ')).toBe(flags.length === 0);
      const read = clients.map((client) => codeOf(client.i18n.projects.list({})));
      const expected = flags.length > 0 ? 'no error' : 'unauthenticated';
      expect((await Promise.all(read))[0]).toBe(expected);
      if (flags.length > 0) {
        expect(out).toMatch(/^The API key "CI of Alone", made by .*works again/m);
        expect(out).not.toContain('revoked');
      } else {
        expect(out).toContain(
          `1 API key of "Alone" stays revoked: restore-organization ${alone.slug} ${email} --keys restores it.\n`,
        );
        expect(out).toContain(
          `1 API key of "Team" stays revoked: restore-organization ${team.slug} ${email} --keys-of ${email} restores it.\n`,
        );
      }
    }
  });

  it('restores with --keys the API keys that the account made for programs in an organization that has other owners', async () => {
    const [email, heir] = [await createUser(), await createUser()];
    const user = await signIn(heir);
    const { data: team } = await user.client.organizations.create({ name: 'Team' });
    await admin(['promote', email, team.slug]);
    const member = actFor({ ...(await signIn(email)), organizationId: trustedOwner('') }, team.id);
    const { data: key } = await member.apiKeys.create({ name: 'CI', scopes: ['i18n:read'] });
    await admin(['disable', email, '--force']);
    const { out } = await admin(['enable', email, '--keys']);
    expect(out).toContain(
      `It is no longer a member of "Team". An owner can invite it, or promote ${email} ${team.slug} makes it an owner.\n`,
    );
    expect(out).toMatch(/^The API key "CI", made by .*, works again\.$/m);
    expect(await codeOf(app.client(key.token).i18n.projects.list({}))).toBe('no error');
  });

  it('opens a personal organization if another account has received the former one', async () => {
    const [email, heir] = [await createUser(), await createUser()];
    const [personal] = (await (await signIn(email)).client.organizations.list({})).data;
    await admin(['disable', email]);
    await admin(['restore-organization', personal!.slug, heir]);
    expect(await admin(['enable', email])).toMatchObject({ code: 0, said: '' });
    const own = (await (await signIn(email)).client.organizations.list({})).data;
    expect(own.filter((one) => one.personal)).toHaveLength(1);
    expect(own.some(({ id }) => id === personal!.id)).toBe(true);
  });

  it('refuses an active account, an unknown address and an erased account', async () => {
    const email = await createUser();
    expect((await admin(['enable', email])).said).toContain(`${email} is not disabled.\n`);
    expect((await admin(['enable', email, '--keys'])).said).toContain(
      `${email} is not disabled. To restore its API keys, run restore-organization <organization> ${email} --keys.`,
    );
    await admin(['disable', email, '--erase']);
    for (const address of [email, uniqueEmail()]) {
      const { code, said } = await admin(['enable', address]);
      expect([code, said]).toEqual([
        1,
        expect.stringContaining(`no disabled account with the address ${address}`),
      ]);
    }
  });
});
