import { SCOPES } from '@parlance/contracts';
import { type Client, createClient } from '@parlance/sdk';
import type { TestApp } from './app.ts';
import { actFor, createProject, joinByInvitation, signUpAndVerify } from './build.ts';
import { uniqueEmail } from './seed.ts';

let made = 0;

/**
 * Creates a person who has performed every kind of action in another person's organization, including an import with a
 * personal API key.
 */
export async function createBusyPerson(app: TestApp) {
  // The name contains special characters of regular expressions.
  const name = `Erasable (Person) ${++made}.*`;
  const formerName = `Former Person ${made}.`;
  const owner = await signUpAndVerify(app);
  const { data: team } = await owner.client.organizations.create({ name: 'Team' });
  const email = `erasable-${uniqueEmail()}`;
  const person = await signUpAndVerify(app, { email, name: formerName });
  await joinByInvitation(owner, team.id, 'admin', person);
  const client = actFor(person, team.id);
  // No name server knows the host, so the deliveries stay pending.
  await client.webhooks.create({
    url: 'https://receiver.invalid/hook',
    events: ['import.completed', 'release.published', 'comment.created'],
  });
  await client.organizations.invitations.create({
    organizationId: team.id,
    email: uniqueEmail(),
    role: 'viewer',
  });
  await client.users.me.update({ name, preferences: { signature: name } });
  const project = await createProject(client);
  const projectId = project.id;
  await client.i18n.locales.create({ projectId, code: 'de' });
  const content = { greeting: 'Hello  {name}', farewell: 'Bye' };
  await client.i18n.projects.import({ projectId, locale: 'en', format: 'json', content });
  await client.i18n.projects.import({
    projectId,
    locale: 'de',
    format: 'json',
    content: { greeting: 'Hallo' },
  });
  const { data: values } = await client.i18n.values.list({ projectId, locale: 'de' });
  const value = values[0]!;
  await client.i18n.values.update({
    projectId,
    valueId: value.id!,
    text: 'Hallo Welt',
    version: value.version,
  });
  await client.i18n.values.bulk({
    projectId,
    select: { query: '', locales: ['de'] },
    action: { setState: { state: 'reviewed' } },
  });
  await talk({ projectId, keyId: value.keyId }, client, actFor(owner, team.id), person.id);
  const { data: environments } = await client.i18n.environments.list({ projectId });
  await client.i18n.releases.create({ projectId, environment: environments[0]!.slug });
  await client.apiKeys.create({ name: 'Deployment', scopes: ['i18n:read'] });
  const expiresAt = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
  const personal = await client.users.apiKeys.create({
    name: `Laptop of ${name}`,
    scopes: [...SCOPES],
    expiresAt,
  });
  const program = createClient({ baseUrl: app.url, apiKey: personal.data.token });
  await program.i18n.projects.import({
    projectId,
    locale: 'en',
    format: 'json',
    content: { other: 'Other' },
    mode: 'merge',
  });
  await client.users.me.email({ email: `next-${email}`, password: person.password });
  return { owner, team, person, email, name, formerName, client, program, projectId };
}

/** Makes the person write, answer, mention, resolve, propose and vote, and another person answer. */
async function talk(
  key: { projectId: string; keyId: string },
  person: Client,
  other: Client,
  personId: string,
): Promise<void> {
  const { projectId } = key;
  const text = `What is this, @[${personId}]?`;
  const { data: question } = await other.i18n.keys.comments.create({
    ...key,
    kind: 'question',
    text,
  });
  const inThread = { ...key, threadId: question.id };
  await person.i18n.keys.comments.create({ ...inThread, text: 'A greeting.' });
  await person.i18n.comments.resolve({ projectId, commentId: question.id });
  await person.i18n.comments.mute({ projectId, commentId: question.id, muted: true });
  const { data: own } = await person.i18n.keys.comments.create({
    ...key,
    localeCode: 'de',
    kind: 'question',
    text: 'Formal?',
  });
  await other.i18n.keys.comments.create({ ...key, threadId: own.id, text: 'No.' });
  const propose = (by: Client, proposed: string) =>
    by.i18n.proposals.create({ ...key, localeCode: 'de', text: proposed });
  await propose(person, 'Servus');
  const { data: declined } = await propose(other, 'Tach');
  await person.i18n.proposals.decline({ projectId, proposalId: declined.id });
  const { data: voted } = await propose(other, 'Moin');
  await person.i18n.proposals.vote({ projectId, proposalId: voted.id, up: true });
}
