import type { ProjectEvent, Scope } from '@parlance/contracts';
import { type Client, readEvents } from '@parlance/sdk';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import type { TestApp } from '../../../test/app/app.ts';
import {
  actFor,
  codeOf,
  createApiKeyFor,
  createProject,
  createTenant,
  joinOrganization,
  type Tenant,
} from '../../../test/app/build.ts';
import { describeTenant } from '../../../test/app/describe-project.ts';
import { until } from '../../../test/processes/process.ts';
import type { HttpServer } from '../../http/server.ts';

const LIMIT_MS = 20_000;

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { env: { MT_ENGINES: 'pseudo' } },
);

interface Listening {
  readonly headers: Headers;
  readonly events: ProjectEvent[];
  readonly ended: Promise<void>;
  next<Type extends ProjectEvent['type']>(
    type: Type,
    fits?: (event: Extract<ProjectEvent, { type: Type }>) => boolean,
  ): Promise<Extract<ProjectEvent, { type: Type }>>;
  stop(): void;
}

const listening = new Set<Listening>();
afterEach(() => {
  for (const one of listening) one.stop();
  listening.clear();
});

async function listen(
  client: Client,
  projectId: string,
  { lastEventId }: { lastEventId?: number } = {},
): Promise<Listening> {
  const abort = new AbortController();
  const response = await client.events.stream(
    { projectId },
    {
      raw: 'text/event-stream',
      signal: abort.signal,
      ...(lastEventId === undefined ? {} : { headers: { 'last-event-id': String(lastEventId) } }),
    },
  );
  const events: ProjectEvent[] = [];
  const ended = (async () => {
    for await (const event of readEvents(response)) events.push(event);
  })().catch((error: unknown) => {
    if (!abort.signal.aborted) throw error;
  });
  const one: Listening = {
    headers: response.headers,
    events,
    ended,
    async next(type, fits = () => true) {
      const find = () => events.find((event) => event.type === type && fits(event as never));
      await until(`an event ${type}`, () => find() !== undefined, LIMIT_MS, 5);
      return find() as never;
    },
    stop: () => abort.abort(),
  };
  listening.add(one);
  return one;
}

describe('events.stream', () => {
  it('sends each write and its author, without texts, in the order of the changes', async () => {
    const { client } = tenant;
    const { id: projectId } = await createProject(client);
    await client.i18n.locales.create({ projectId, code: 'de' });
    const stream = await listen(client, projectId);
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.headers.get('content-encoding')).toBeNull();
    expect(await stream.next('reset')).toEqual({ type: 'reset', number: 0 });

    const { data: key } = await client.i18n.keys.create({
      projectId,
      name: 'secret.name',
      value: 'A secret text',
    });
    const made = await stream.next('keys');
    expect(made).toMatchObject({ created: 1, archived: 0, keyIds: [key.id], number: 1 });
    await client.i18n.values.put({
      projectId,
      keyId: key.id,
      localeCode: 'de',
      text: 'Ein geheimer Text',
    });
    const written = await stream.next('values', ({ locales }) => locales.includes('de'));
    const { id } = tenant.apiKey;
    expect(written).toMatchObject({
      count: 1,
      keyIds: [key.id],
      locales: ['de'],
      by: { type: 'api_key', id, name: 'Test key' },
    });
    const change = await stream.next('change', ({ number }) => number === written.number);
    const { data: read } = await client.i18n.changes.get({ projectId, changeId: change.changeId });
    expect(read).toMatchObject({ number: change.number, kind: 'edit', by: change.by });

    await client.i18n.projects.import({ projectId, locale: 'en', content: { other: 'Other' } });
    expect(await stream.next('import')).toMatchObject({ values: 1, keysCreated: 1 });
    await client.i18n.keys.delete({ projectId, keyId: key.id });
    expect(await stream.next('keys', ({ archived }) => archived === 1)).toMatchObject({
      keyIds: [key.id],
    });
    const numbers = stream.events.flatMap((event) =>
      event.type === 'change' ? [event.number] : [],
    );
    expect(numbers).toEqual([1, 2, 3, 4]);
    expect(JSON.stringify(stream.events)).not.toMatch(/secret|geheim|Other/);
  });

  it('continues after Last-Event-ID, and begins with reset if it cannot continue from the number', async () => {
    const { client } = tenant;
    const { id: projectId } = await createProject(client);
    const write = (name: string) => client.i18n.keys.create({ projectId, name, value: name });
    const first = await listen(client, projectId);
    for (const name of ['a', 'b', 'c']) await write(name);
    await first.next('change', ({ number }) => number === 3);
    first.stop();
    await write('d');

    const again = await listen(client, projectId, { lastEventId: 2 });
    await again.next('change', ({ number }) => number === 4);
    expect(again.events.map((event) => [event.type, 'number' in event && event.number])).toEqual([
      ...['keys', 'values', 'change'].map((type) => [type, 3]),
      ...['keys', 'values', 'change'].map((type) => [type, 4]),
    ]);
    expect(await listen(client, projectId, { lastEventId: 4 })).toMatchObject({ events: [] });
    const ahead = await listen(client, projectId, { lastEventId: 99 });
    expect(await ahead.next('reset')).toEqual({ type: 'reset', number: 4 });

    await app.db
      .insertInto('change')
      .columns(['project_id', 'id', 'kind', 'actor_type', 'actor_id', 'actor_name', 'at'])
      .expression((eb) =>
        eb
          .selectFrom((from) =>
            from.fn<{ n: number }>('generate_series', [eb.lit(1), eb.lit(501)]).as('n'),
          )
          .select([
            eb.val(projectId).$castTo<string>().as('project_id'),
            eb.fn<string>('gen_random_uuid').as('id'),
            eb.val('edit' as const).as('kind'),
            eb.val('user' as const).as('actor_type'),
            eb.val(tenant.user.id).as('actor_id'),
            eb.val('Somebody').as('actor_name'),
            eb.fn<Date>('now').as('at'),
          ]),
      )
      .execute();
    expect(await again.next('reset')).toEqual({ type: 'reset', number: 505 });
    const late = await listen(client, projectId, { lastEventId: 4 });
    expect(await late.next('reset')).toEqual({ type: 'reset', number: 505 });
    await write('e');
    expect(await late.next('change', ({ number }) => number === 506)).toBeDefined();
  });

  it('sends the progress of jobs to callers who may read jobs, and sends releases to all callers', async () => {
    const { client } = tenant;
    const { id: projectId } = await createProject(client);
    await client.i18n.locales.create({ projectId, code: 'de' });
    await client.i18n.projects.import({ projectId, locale: 'en', content: { a: 'One', b: 'Two' } });
    const only = async (...scopes: Scope[]) => (await createApiKeyFor(tenant.user, scopes)).client;
    const all = await listen(await only('i18n:read', 'translate:read'), projectId);
    const few = await listen(await only('i18n:read'), projectId);
    await few.next('reset');
    const { data: job } = await client.translate.jobs.create({ projectId, include: ['missing'] });
    const ended = await all.next('job', ({ status }) => status === 'completed');
    expect(ended).toMatchObject({
      jobId: job.id,
      kind: 'translation',
      progress: { total: 2, done: 2, failed: 0 },
    });
    const { data: environments } = await client.i18n.environments.list({ projectId });
    await client.i18n.releases.create({ projectId, environment: environments[0]!.slug });
    for (const stream of [all, few]) {
      await stream.next(
        'release',
        ({ status, environmentId }) =>
          status === 'published' && environmentId === environments[0]!.id,
      );
    }
    expect(few.events.filter(({ type }) => type === 'job')).toEqual([]);
    const late = await listen(client, projectId);
    expect(await late.next('job')).toMatchObject({ jobId: job.id });
  });

  it('allows four streams for a key or session, and allows a hundred for an organization', async () => {
    const other = await createTenant(app);
    const { id: projectId } = await createProject(other.client);
    const clients = [other.client];
    for (let index = 0; index < 24; index++)
      clients.push((await createApiKeyFor(other.user)).client);
    for (const client of clients) {
      for (let index = 0; index < 4; index++) await listen(client, projectId);
    }
    const refused = await fetch(`${app.url}/v1/events?projectId=${projectId}`, {
      headers: { authorization: `ApiKey ${other.apiKey.token}` },
    });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({
      code: 'rate_limited',
      detail: expect.stringContaining('4 event streams'),
    });
    const fresh = await createApiKeyFor(other.user);
    const full = () => codeOf(fresh.client.events.stream({ projectId }, { raw: true }));
    expect(await full()).toBe('rate_limited');
    [...listening].at(-1)!.stop();
    await eventually(async () => {
      const stream = await listen(fresh.client, projectId);
      expect(await stream.next('reset')).toBeDefined();
    });
  });

  it('ends when the session, key, membership, role or organization of its reader ends', async () => {
    const owner = await createTenant(app);
    const { data: shared } = await owner.user.client.organizations.create({ name: 'Shared' });
    const ownerThere = actFor(owner.user, shared.id);
    const { id: projectId } = await createProject(ownerThere);
    const [leaving, changing, signingOut, staying] = await Promise.all(
      [0, 1, 2, 3].map(() => joinOrganization(owner.user, shared.id, 'translator')),
    );
    const { data: key } = await ownerThere.apiKeys.create({ name: 'k', scopes: ['i18n:read'] });
    const { data: dying } = await ownerThere.apiKeys.create({
      name: 'dying',
      scopes: ['i18n:read'],
      expiresAt: new Date(app.clock.now().getTime() + 60_000).toISOString(),
    });
    const { data: personal } = await actFor(changing!, shared.id).users.apiKeys.create({
      name: 'personal',
      scopes: ['i18n:read', 'i18n:write'],
      expiresAt: new Date(app.clock.now().getTime() + 3_600_000).toISOString(),
    });
    const open = (client: Client) => listen(client, projectId);
    const stays = await open(actFor(staying!, shared.id));
    const organizationId = shared.id;
    const cases: [string, Client, () => Promise<unknown>][] = [
      [
        'a member who is removed',
        actFor(leaving!, shared.id),
        () => ownerThere.organizations.members.delete({ organizationId, userId: leaving!.id }),
      ],
      [
        'a role that changes, with what a personal key may do',
        app.client(personal.token),
        () =>
          ownerThere.organizations.members.update({
            organizationId,
            userId: changing!.id,
            role: 'viewer',
          }),
      ],
      ['a session', actFor(signingOut!, shared.id), () => signingOut!.client.auth.signOut()],
      [
        'a key that is revoked',
        app.client(key.token),
        () => ownerThere.apiKeys.delete({ apiKeyId: key.id }),
      ],
    ];
    const ofRole = await open(actFor(changing!, shared.id));
    for (const [what, client, end] of cases) {
      const stream = await open(client);
      await stream.next('reset');
      await end();
      await stream.ended;
      expect(stream.events.at(-1), what).toMatchObject({ type: 'reset' });
    }
    await ofRole.ended;
    const expiring = await open(app.client(dying.token));
    await expiring.next('reset');
    app.clock.advance(61_000);
    await expiring.ended;
    await ownerThere.i18n.keys.create({ projectId, name: 'x', value: 'X' });
    await stays.next('keys');
    await app.db
      .updateTable('organization')
      .set({ archived_at: app.clock.now() })
      .where('id', '=', shared.id)
      .execute();
    await stays.ended;
  });

  it('needs the same number of queries for one reader and for many readers', async () => {
    const { client } = tenant;
    const { id: projectId } = await createProject(client);
    const keys = [];
    for (let index = 0; index < 5; index++) keys.push((await createApiKeyFor(tenant.user)).client);
    const streams = [];
    for (const one of keys) {
      for (let index = 0; index < 4; index++) streams.push(await listen(one, projectId));
    }
    await Promise.all(streams.map((stream) => stream.next('reset')));
    const queries = vi.spyOn(app.db.getExecutor(), 'executeQuery');
    await client.i18n.keys.create({ projectId, name: 'once', value: 'Once' });
    await Promise.all(streams.map((stream) => stream.next('keys')));
    const reads = queries.mock.calls.filter(([{ sql }]) => sql.includes('change_values t'));
    queries.mockRestore();
    expect(reads.length).toBe(1);
  });

  it('ends immediately when the server stops, and tells its readers to reconnect after a second', async () => {
    const { client } = tenant;
    const { id: projectId } = await createProject(client);
    const response = await client.events.stream({ projectId }, { raw: true });
    const rest = response.text();
    const stream = await listen(client, projectId);
    await stream.next('reset');
    const drained = (app.app.server as HttpServer).drain(LIMIT_MS);
    await stream.ended;
    expect(await rest).toMatch(/^:\n\nevent: reset\ndata: .*\nid: 0\n\nretry: 1000\n\n$/);
    expect(await drained).toBe(0);
  });
});
