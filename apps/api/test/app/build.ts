import { type JobInclude, type Project, type Role, SCOPES, type Scope } from '@parlance/contracts';
import { type Client, isParlanceError } from '@parlance/sdk';
import { expect } from 'vitest';
import { type OwnerRef, trustedOwner } from '../../src/domain/kernel/tenant.ts';
import { insertMembership } from '../../src/domain/people/organization/organization.store.ts';
import { createProject as insertProject } from '../../src/domain/project/create-project.ts';
import type { Mail } from '../../src/providers/mail/mailer.ts';
import { presentProject } from '../../src/routes/i18n/project.present.ts';
import type { TestApp } from './app.ts';
import { createBrowser } from './browser.ts';
import {
  seedApiKey,
  seededCallerOf,
  seedUser,
  type TestApiKey,
  type TestUser,
  uniqueEmail,
} from './seed.ts';

/** A deadline well above the delivery time of a mail on a busy machine. */
const MAIL_DEADLINE_MS = 20_000;

/** Waits for the newest mail to an address. `after` skips that number of earlier mails. */
export async function waitForMail(
  app: TestApp,
  wanted: { to: string; subject?: RegExp; after?: number },
): Promise<Mail> {
  const deadline = Date.now() + MAIL_DEADLINE_MS;
  for (;;) {
    const mail = app.outbox
      .slice(wanted.after ?? 0)
      .findLast(
        ({ to, subject }) =>
          to.address === wanted.to &&
          (wanted.subject === undefined || wanted.subject.test(subject)),
      );
    if (mail) return mail;
    if (Date.now() > deadline) throw new Error(`no mail to ${wanted.to} came`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Returns the token of a mailed link. */
export function tokenOf(mail: Pick<Mail, 'text'>): string {
  const token = /#token=([\w-]+)/.exec(mail.text)?.[1];
  if (token === undefined) throw new Error(`the mail has no link: ${mail.text}`);
  return token;
}

/** Signs up, follows the mailed link and signs in. */
export async function signUpAndVerify(
  app: TestApp,
  given: { email?: string; name?: string; password?: string } = {},
): Promise<TestUser> {
  const { email = uniqueEmail(), name = 'Test Person', password = 'correct horse battery' } = given;
  const after = app.outbox.length;
  const { client, jar } = createBrowser(app);
  await client.auth.signUp({ email, name, password });
  const mail = await waitForMail(app, { to: email, after });
  await client.auth.verifyEmail({ token: tokenOf(mail) });
  const { data } = await client.auth.signIn({ email, password });
  const { id } = await app.db
    .selectFrom('organization')
    .where('personal_user_id', '=', data.user.id)
    .select('id')
    .executeTakeFirstOrThrow();
  const organizationId = trustedOwner(id);
  return { app, id: data.user.id, email, name, password, organizationId, client, jar };
}

/** Creates an API key of the user's personal organization. Defaults to every scope. */
export async function createApiKeyFor(
  user: TestUser,
  scopes: readonly Scope[] = SCOPES,
  options: { projectIds?: string[]; expiresAt?: string } = {},
): Promise<TestApiKey> {
  const { data } = await user.client.apiKeys.create({
    name: 'Test key',
    scopes: [...scopes],
    ...options,
  });
  return {
    id: data.id,
    token: data.token,
    organizationId: user.organizationId,
    client: user.app.client(data.token),
  };
}

/** A personal organization, its user, and a client with a key that has every scope. */
export interface Tenant {
  user: TestUser;
  apiKey: TestApiKey;
  organizationId: OwnerRef;
  client: Client;
}

export async function createTenant(app: TestApp): Promise<Tenant> {
  const user = await seedUser(app);
  const apiKey = await seedApiKey(user);
  return { user, apiKey, organizationId: user.organizationId, client: apiKey.client };
}

/**
 * Creates a project, by default with the source locale `en`. Inserts the project without a request if the client
 * belongs to a seeded user or key.
 */
export async function createProject(
  client: Client,
  given: Partial<Parameters<Client['i18n']['projects']['create']>[0]> = {},
): Promise<Project> {
  const input = { name: 'Test project', sourceLocale: 'en', ...given };
  const caller = seededCallerOf(client);
  if (!caller) return (await client.i18n.projects.create(input)).data;
  return presentProject(await insertProject(caller.app.deps, caller.owner, input));
}

/** Translates the values that a job includes, by default the missing values. */
export async function translateProject(
  { client }: Tenant,
  projectId: string,
  include?: JobInclude[],
): Promise<void> {
  const { data } = await client.translate.jobs.create({ projectId, include }, { waitSeconds: 30 });
  expect(data).toMatchObject({ status: 'completed', progress: { failed: 0 } });
}

/** Returns the code of the error of a call, or `no error` if it succeeds. */
export const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'no error',
    (error: unknown) => (isParlanceError(error) ? error.code : String(error)),
  );

/** Returns the actions on one target in the audit log, oldest first. */
export async function auditActions(app: TestApp, targetId: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('audit_log')
    .where('target_id', '=', targetId)
    .select('action')
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
}

/** Returns a client of the user for an organization other than the personal one. */
export const actFor = (user: TestUser, organizationId: string): Client =>
  createBrowser(user.app, {
    jar: user.jar,
    headers: { 'x-organization-id': organizationId },
  }).client;

/** Makes a person a member without an invitation and without an entry in the audit log. */
export async function joinOrganization(
  { app }: TestUser,
  organizationId: string,
  role: Role,
  member?: TestUser,
  locales: readonly string[] | null = null,
): Promise<TestUser> {
  const joining = member ?? (await seedUser(app, { name: `Test ${role}` }));
  await insertMembership(app.db, {
    organizationId: trustedOwner(organizationId),
    userId: joining.id,
    role,
    locales,
    now: app.clock.now(),
  });
  return joining;
}

/** Invites a person, by default a new person, and accepts the invitation. */
export async function joinByInvitation(
  inviter: TestUser,
  organizationId: string,
  role: Role,
  member?: TestUser,
): Promise<TestUser> {
  const { app } = inviter;
  const joining = member ?? (await seedUser(app, { name: `Test ${role}` }));
  const after = app.outbox.length;
  await inviter.client.organizations.invitations.create({
    organizationId,
    email: joining.email,
    role,
  });
  const mail = await waitForMail(app, { to: joining.email, subject: /^Invitation/, after });
  await joining.client.organizations.invitations.accept({ token: tokenOf(mail) });
  return joining;
}
