import { randomBytes } from 'node:crypto';
import { SCOPES } from '@parlance/contracts';
import type { Client } from '@parlance/sdk';
import type { Owner } from '../../src/domain/kernel/principal.ts';
import type { OwnerRef } from '../../src/domain/kernel/tenant.ts';
import { hashToken, mintApiKey, mintToken } from '../../src/domain/kernel/token.ts';
import { insertApiKey } from '../../src/domain/people/api-key/api-key.store.ts';
import { insertSession } from '../../src/domain/people/session/session.store.ts';
import { openPersonalOrganization } from '../../src/domain/people/user/open-personal-organization.ts';
import { insertUser, markEmailVerified } from '../../src/domain/people/user/user.store.ts';
import { cookieName, sessionExpiry } from '../../src/http/access/session-cookie.ts';
import type { TestApp } from './app.ts';
import { type CookieJar, createBrowser } from './browser.ts';

export const uniqueEmail = (): string => `user-${randomBytes(6).toString('hex')}@example.test`;

/** A signed-in user with a personal organization. */
export interface TestUser {
  app: TestApp;
  id: string;
  email: string;
  name: string;
  password: string;
  /** Id of the personal organization. */
  organizationId: OwnerRef;
  /** Client with the cookie of the session and an allowed Origin. */
  client: Client;
  jar: CookieJar;
}

/** An API key and a client that uses it. */
export interface TestApiKey {
  id: string;
  token: string;
  organizationId: OwnerRef;
  client: Client;
}

/**
 * The callers behind the clients of seeded users and keys. With the caller, a test helper can insert data without a
 * request.
 */
const callers = new WeakMap<Client, { app: TestApp; owner: Owner }>();

/** Returns the caller of a client, or undefined if only the service knows the rights of the client. */
export const seededCallerOf = (client: Client) => callers.get(client);

/** Password of every seeded user, with its hash, so that no test waits for argon2. */
const PASSWORD = 'correct horse battery';
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$g8nlERs0mXjy4i4eLhtJvg$Yb4BxnkBWrvbM/EJV3lQ/biEtiYDBlrubB70YJsKC2U';

/**
 * Inserts a verified, signed-in user with a personal organization, as after a sign-up, its mailed link and a sign-in.
 */
export async function seedUser(
  app: TestApp,
  given: { email?: string; name?: string } = {},
): Promise<TestUser> {
  const { email = uniqueEmail(), name = 'Test Person' } = given;
  const now = app.clock.now();
  const id = await insertUser(app.db, { email, name, passwordHash: PASSWORD_HASH, now });
  if (id === null) throw new Error(`${email} is taken`);
  const organizationId = await openPersonalOrganization(app.db, { userId: id, name, now });
  await markEmailVerified(app.db, id, now);
  const token = mintToken();
  await insertSession(app.db, {
    tokenHash: hashToken(token),
    userId: id,
    passwordHash: PASSWORD_HASH,
    now,
    expiresAt: sessionExpiry(now),
  });
  const { client, jar } = createBrowser(app);
  jar.set(cookieName(app.deps.site), token);
  callers.set(client, { app, owner: { organizationId, projectIds: null, principalId: id } });
  return { app, id, email, name, password: PASSWORD, organizationId, client, jar };
}

/** Inserts an API key of the user's personal organization with every scope. */
export async function seedApiKey(user: TestUser): Promise<TestApiKey> {
  const { app, organizationId } = user;
  const { token, prefix } = mintApiKey();
  const { id } = await insertApiKey(app.db, organizationId, {
    tokenHash: hashToken(token),
    prefix,
    name: 'Test key',
    scopes: SCOPES,
    userId: null,
    projectIds: null,
    expiresAt: null,
    createdBy: { type: 'user', id: user.id, name: user.name },
    now: app.clock.now(),
  });
  const client = app.client(token);
  callers.set(client, { app, owner: { organizationId, projectIds: null, principalId: id } });
  return { id, token, organizationId, client };
}
