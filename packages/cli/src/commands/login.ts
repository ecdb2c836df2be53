import { hostname } from 'node:os';
import { type ApiKeySelf, type Client, createClient, type Organization } from '@parlance/sdk';
import { addressOf, guardedFetch, open, requireSafeUrl } from '../auth/connect.ts';
import { credentialsPath, storeKey } from '../auth/credentials.ts';
import { signIn } from '../auth/session.ts';
import type { Call, Outcome } from '../command.ts';
import { failUsage } from '../fault.ts';
import { collect } from '../lists.ts';
import { escapeText } from '../output/escape-text.ts';
import type { Prompts } from '../output/prompts.ts';
import { PROGRAM } from '../program.ts';

/**
 * API key scopes that the commands need. Scopes that the user's role does not allow are left out.
 */
const SCOPES: readonly ApiKeySelf['scopes'][number][] = [
  'i18n:read',
  'i18n:write',
  'translate:read',
  'translate:write',
  'releases:read',
  'releases:write',
];
const DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;
/** Tolerated difference between the clocks of server and client, in milliseconds. */
const MARGIN_MS = 60 * 60_000;

export async function run(call: Call): Promise<Outcome> {
  const { io, flags } = call;
  const prompts = flags.has('with-key') ? null : await call.prompts();
  const text =
    flags.text('url') ?? (io.env.PARLANCE_URL || undefined) ?? (await prompts?.text('Server'));
  if (!text) failUsage(`Pass the address of the server: ${PROGRAM} login --url https://…`);
  const url = requireSafeUrl(text, flags.has('allow-insecure-http'));
  if (prompts) return loginByPassword(call, url, prompts);
  if (!flags.has('with-key')) {
    failUsage(
      `${PROGRAM} login asks for an email address and a password, which needs a terminal. Elsewhere, set PARLANCE_URL and PARLANCE_KEY, or pass --with-key and send a key on standard input.`,
    );
  }
  const key = Buffer.from(await io.readStdin(io.signal))
    .toString()
    .trim();
  if (key === '')
    failUsage(`Send an API key on standard input: ${PROGRAM} login --with-key < key.txt`);
  return store(call, url, key, false);
}

/**
 * Signs in with a password, creates a personal API key and signs out. Asks for the password only if
 * the server responds.
 */
async function loginByPassword(call: Call, url: URL, prompts: Prompts): Promise<Outcome> {
  await createClient({ baseUrl: addressOf(url), fetch: guardedFetch(call) }).health.get();
  const email = await prompts.text(`Email address at ${addressOf(url)}`);
  const password = await prompts.password('Password');
  const session = await signIn(call, url, { email, password });
  try {
    const organization = await chooseOrganization(call, session.client, prompts);
    const client = session.in(organization.id);
    const project = call.flags.text('project');
    const { data } = await client.users.apiKeys.create({
      name: `CLI on ${hostname()}`.slice(0, 100),
      scopes: await readOwnScopes(client, organization),
      expiresAt: new Date(call.io.now().getTime() + DAYS * DAY_MS - MARGIN_MS).toISOString(),
      ...(project !== undefined && {
        projectIds: [(await client.i18n.projects.get({ projectId: project })).data.id],
      }),
    });
    return await store(call, url, data.token, true);
  } finally {
    await session.end();
  }
}

/** Returns the scopes that the user has in the organization, or in one of its projects because of a grant. */
async function readOwnScopes(
  client: Client,
  { grants }: Organization,
): Promise<ApiKeySelf['scopes']> {
  const projectOfRole = new Map(grants.map(({ role, projectId }) => [role, projectId]));
  const places = [{}, ...[...projectOfRole.values()].map((projectId) => ({ projectId }))];
  const answers = await Promise.all(places.map((place) => client.users.me.access(place)));
  return SCOPES.filter((scope) => answers.some(({ data }) => data.scopes.includes(scope)));
}

async function chooseOrganization(
  { flags }: Call,
  client: Awaited<ReturnType<typeof signIn>>['client'],
  prompts: Prompts,
): Promise<Organization> {
  const all = await collect(client.organizations.listAll());
  const wanted = flags.text('organization');
  if (wanted === undefined && all.length === 1) return all[0]!;
  const slug =
    wanted ??
    (await prompts.choose(
      'Organization',
      all.map((one) => ({ value: one.slug, label: escapeText(one.name), hint: one.slug })),
    ));
  const found = all.find((one) => one.slug === slug);
  return found ?? failUsage(`You are not a member of an organization with the slug "${slug}".`);
}

async function store(call: Call, url: URL, key: string, isPersonal: boolean): Promise<Outcome> {
  const { client } = open(call, url, key, 'login');
  const { data } = await client.apiKeys.self();
  const { name, organization, scopes, expiresAt } = data;
  const server = addressOf(url);
  storeKey(call.io, server, { key, name, isPersonal });
  const path = credentialsPath(call.io);
  const until = expiresAt === null ? 'does not expire' : `expires on ${expiresAt.slice(0, 10)}`;
  return {
    data: { server, name, organization, scopes, expiresAt, personal: isPersonal, path },
    lines: [
      `Logged in to ${escapeText(organization.name)} at ${server}.`,
      `The key "${escapeText(name)}" is in ${path}, and ${until}.`,
    ],
  };
}
