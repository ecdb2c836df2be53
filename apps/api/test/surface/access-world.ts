import type { EndpointDefinition, Scope } from '@parlance/contracts';
import { SCOPES } from '@parlance/contracts';
import { newId } from '../../src/db/ids/uuid.ts';
import { insertBulkRun } from '../../src/domain/editor/bulk/bulk-run.store.ts';
import { trustedProject } from '../../src/domain/kernel/tenant.ts';
import { mintApiKey } from '../../src/domain/kernel/token.ts';
import type { Schema } from '../../src/http/openapi/document.ts';
import { buildOpenApi } from '../../src/http/openapi/openapi.ts';
import { sampleOf } from '../../src/http/openapi/sample.ts';
import type { TestApp } from '../app/app.ts';
import { actFor, createApiKeyFor, createProject, createTenant, type Tenant } from '../app/build.ts';
import { seedUser } from '../app/seed.ts';

/** Values of path parameters. */
export type Ids = Readonly<Record<string, string>>;

/** An organization with one object of every kind, and their ids. */
export interface FullTenant extends Tenant {
  ids: Ids;
  /** Slug of the project, which no other organization uses. */
  slug: string;
  /** Token of a personal API key with every scope. */
  personalToken: string;
}

export async function createFullTenant(app: TestApp): Promise<FullTenant> {
  const tenant = await createTenant(app);
  const { client, organizationId, user } = tenant;
  const slug = `project-of-${user.id.slice(-12)}`;
  const { id: projectId } = await createProject(client, { slug });
  const project = { projectId };
  const { data: imported } = await client.i18n.projects.import({
    ...project,
    locale: 'en',
    content: { greeting: 'Hello' },
  });
  await client.i18n.projects.import({ ...project, locale: 'de', content: { greeting: 'Hallo' } });
  const [environment] = (await client.i18n.environments.list(project)).data;
  const [key] = (await client.i18n.keys.list(project)).data;
  const [value] = (await client.i18n.values.list({ ...project, locale: 'de' })).data;
  const { data: term } = await client.i18n.glossary.create({ ...project, term: 'Parlance' });
  const production = { ...project, environment: 'production' };
  const { data: release } = await client.i18n.releases.create(production);
  const { data: staged } = await client.i18n.imports.create({
    ...project,
    locale: 'en',
    content: { farewell: 'Goodbye' },
  });
  const { data: proposal } = await client.i18n.proposals.create({
    ...project,
    keyId: key!.id,
    localeCode: 'de',
    text: 'Servus',
  });
  const { commentId, personalToken } = await createTalk(tenant, projectId, key!.id);
  const { data: job } = await client.translate.jobs.create({
    strings: ['Hello'],
    sourceLocale: 'en',
    targetLocales: ['de'],
  });
  const { data: invitation } = await user.client.organizations.invitations.create({
    organizationId,
    email: 'invited@example.test',
    role: 'viewer',
  });
  const { packs } = (await client.billing.get()).data;
  const { data: order } = await client.billing.checkoutSessions.create({ packId: packs[0]!.id });
  const [session] = (await user.client.users.sessions.list()).data;
  // No name server knows the host, so a test of the webhook ends without a request.
  const { data: webhook } = await client.webhooks.create({
    url: 'https://receiver.invalid/hook',
    events: ['key.created'],
  });
  const { data: delivery } = await client.webhooks.test({ webhookId: webhook.id });
  const runId = await insertRun(app, tenant, projectId, key!.id);
  const ids = {
    apiKeyId: tenant.apiKey.id,
    changeId: imported.changeId!,
    code: 'end_punctuation',
    deliveryId: delivery.id,
    environment: 'production',
    environmentId: environment!.id,
    importId: staged.importId,
    invitationId: invitation.id,
    jobId: job.id,
    keyId: key!.id,
    localeCode: 'de',
    orderId: order.orderId,
    organizationId,
    projectId,
    proposalId: proposal.id,
    commentId,
    releaseId: release.id,
    runId,
    sessionId: session!.id,
    termId: term.id,
    userId: user.id,
    valueId: value!.id!,
    webhookId: webhook.id,
  };
  return { ...tenant, ids, slug, personalToken };
}

async function insertRun({ db }: TestApp, { user }: Tenant, projectId: string, keyId: string) {
  const id = newId();
  const run = {
    id,
    order: { kind: 'keys', action: { archive: {} } } as const,
    actor: { type: 'user', id: user.id, name: 'Somebody' } as const,
    now: new Date(),
  };
  await insertBulkRun(db, trustedProject(projectId), run, [keyId], 1);
  return id;
}

/** Asks a question about a key, and creates a personal API key with every scope. */
async function createTalk({ user, organizationId }: Tenant, projectId: string, keyId: string) {
  const person = actFor(user, organizationId);
  const { data: comment } = await person.i18n.keys.comments.create({
    projectId,
    keyId,
    text: 'Who reads this?',
    kind: 'question',
  });
  const { data: personalKey } = await person.users.apiKeys.create({
    name: 'Own',
    scopes: [...SCOPES],
    expiresAt: new Date(user.app.clock.now().getTime() + 86_400_000).toISOString(),
  });
  return { commentId: comment.id, personalToken: personalKey.token };
}

/** Returns headers with the tenant's API key, which belongs to the organization. */
export const keyOf = ({ apiKey }: FullTenant) => ({ authorization: `ApiKey ${apiKey.token}` });

/** Returns headers with a key that an endpoint admits: a personal key if the endpoint is for people only. */
export const keyFor = ({ access }: EndpointDefinition, tenant: FullTenant) =>
  access.kind === 'scopes' && access.organizationKeys === 'refused'
    ? { authorization: `ApiKey ${tenant.personalToken}` }
    : keyOf(tenant);

/** Returns ids of objects that do not exist. */
export const idsOfNothing = (): Ids => ({
  apiKeyId: newId(),
  changeId: newId(),
  code: 'end_punctuation',
  commentId: newId(),
  deliveryId: newId(),
  environment: 'production',
  environmentId: newId(),
  importId: newId(),
  invitationId: newId(),
  jobId: newId(),
  keyId: newId(),
  localeCode: 'de',
  orderId: 'ORDER-2',
  organizationId: newId(),
  projectId: newId(),
  proposalId: newId(),
  releaseId: newId(),
  runId: newId(),
  sessionId: newId(),
  termId: newId(),
  userId: newId(),
  valueId: newId(),
  webhookId: newId(),
});

const document = buildOpenApi({ publicUrl: 'http://localhost', version: '0', cookieName: 'c' });

export interface Answer {
  status: number;
  code: string | undefined;
  detail: string | undefined;
  /** The parts of a response that are equal in two calls of the same kind. */
  shown: unknown;
  headers: Headers;
}

export interface Call {
  ids?: Ids;
  headers?: Readonly<Record<string, string>>;
  /** `valid` is a body that the contract allows, and `nonsense` is a body that it forbids. Defaults to `valid`. */
  body?: 'valid' | 'nonsense';
  /** Additional members of the body, or of the query if there is no body. */
  inside?: Readonly<Record<string, string>>;
  /** True if the body contains only `inside`. */
  onlyInside?: boolean;
}

/** Matches headers that differ from call to call. */
const VARYING = /^(date|x-request-id|ratelimit-.*|content-length|keep-alive|set-cookie)$/;

/** Calls an endpoint of the contract without the SDK, so that a test can send anything. */
export async function callEndpoint(
  app: TestApp,
  endpoint: EndpointDefinition,
  { ids = idsOfNothing(), headers = {}, body = 'valid', inside = {}, onlyInside = false }: Call,
): Promise<Answer> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    if (ids[name] === undefined) throw new Error(`no value for the parameter ${name}`);
    return encodeURIComponent(ids[name]);
  });
  const sent = body === 'valid' ? validBody(endpoint, inside, onlyInside) : nonsense(endpoint);
  const response = await fetch(`${app.url}${path}${requiredQuery(endpoint, inside)}`, {
    method: endpoint.method,
    headers: { ...sent.headers, ...headers },
    body: sent.body,
    redirect: 'manual',
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  // A stream never ends, so the test does not wait for its end.
  if (isStream) await response.body?.cancel();
  const text = isStream ? '' : await response.text();
  const isJson = /^application\/(problem\+)?json/.test(response.headers.get('content-type') ?? '');
  const { requestId: _, ...answered } = isJson
    ? (JSON.parse(text) as Record<string, unknown>)
    : { requestId: '' };
  return {
    status: response.status,
    code: answered.code as string | undefined,
    detail: answered.detail as string | undefined,
    shown: {
      status: response.status,
      body: answered,
      headers: [...response.headers].filter(([name]) => !VARYING.test(name)),
    },
    headers: response.headers,
  };
}

const operationOf = ({ method, path }: EndpointDefinition) =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

/** Returns a query with the required parameters. */
function requiredQuery(endpoint: EndpointDefinition, inside: Call['inside']): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(inside ?? {})) {
    if (name in (endpoint.query?.properties ?? {})) query.set(name, value);
  }
  for (const parameter of operationOf(endpoint)?.parameters ?? []) {
    if (!('in' in parameter) || parameter.in !== 'query' || !parameter.required) continue;
    const { name, schema } = parameter;
    if (query.has(name)) continue;
    query.set(name, String(sampleOf(schema, document.components, name)));
  }
  return query.size === 0 ? '' : `?${query}`;
}

interface SentBody {
  headers: Record<string, string>;
  body?: string | FormData;
}

const JSON_TYPE = { 'content-type': 'application/json' };

function validBody(
  endpoint: EndpointDefinition,
  inside: Call['inside'],
  onlyInside: boolean,
): SentBody {
  if (!endpoint.body) return { headers: {} };
  const { content } = operationOf(endpoint)!.requestBody!;
  const json = content['application/json'];
  if (!json) {
    const form = new FormData();
    form.set('file', new Blob(['{"a":"b"}'], { type: 'application/json' }), 'en.json');
    return { headers: {}, body: form };
  }
  const sample = sampleOf(json.schema as Schema, document.components);
  const members = Object.entries(inside ?? {}).map(([name, value]) => [
    name,
    name.endsWith('s') ? [value] : value,
  ]);
  const whole =
    members.length === 0
      ? sample
      : { ...(onlyInside ? {} : (sample as object)), ...Object.fromEntries(members) };
  return { headers: JSON_TYPE, body: JSON.stringify(whole) };
}

const nonsense = ({ method }: EndpointDefinition): SentBody =>
  method === 'GET' || method === 'DELETE' ? { headers: {} } : { headers: JSON_TYPE, body: '{"a":' };

/** Returns invalid Authorization headers by the kind of fault. */
export async function createBadKeys(app: TestApp): Promise<Record<string, string>> {
  const user = await seedUser(app);
  const revoked = await createApiKeyFor(user);
  await user.client.apiKeys.delete({ apiKeyId: revoked.id });
  const expiresAt = new Date(app.clock.now().getTime() + 60_000).toISOString();
  const expired = await createApiKeyFor(user, SCOPES, { expiresAt });
  app.clock.advance(120_000);
  const good = (await createApiKeyFor(user)).token;
  const leaver = await seedUser(app);
  const ofLeaver = await createApiKeyFor(leaver);
  await leaver.client.users.me.delete({ force: true });
  return {
    'another scheme': `Bearer ${good}`,
    'no key': 'ApiKey',
    'an empty value': '',
    'the key alone': good,
    nonsense: 'ApiKey nonsense',
    'a look-alike': `ApiKey ${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`,
    'a well-formed key that nobody made': `ApiKey ${mintApiKey().token}`,
    'two keys': `ApiKey ${good} ${good}`,
    'a revoked key': `ApiKey ${revoked.token}`,
    'an expired key': `ApiKey ${expired.token}`,
    'the key of a deactivated owner': `ApiKey ${ofLeaver.token}`,
  };
}

/** Returns every scope except one. */
export const scopesWithout = (scope: Scope): Scope[] => SCOPES.filter((other) => other !== scope);
