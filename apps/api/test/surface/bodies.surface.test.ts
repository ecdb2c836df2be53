import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { type EndpointDefinition, LIMITS } from '@parlance/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inBreadth } from '../../../../scripts/tests/test-breadth.ts';
import type { Schema } from '../../src/http/openapi/document.ts';
import { ROUTES } from '../../src/routes/routes.generated.ts';
import { createTenant, type Tenant } from '../app/build.ts';
import type { Refusal } from '../app/refusal.ts';
import { type MeasuredApp, startMeasuredApp } from '../measure/measured-app.ts';
import { idsOfNothing } from './access-world.ts';

let app: MeasuredApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startMeasuredApp({ MT_ENGINES: 'pseudo' }, { works: false });
  tenant = await createTenant(app);
});
afterAll(() => app?.close());

interface HostileBody {
  readonly what: string;
  /** The body, compressed with gzip. */
  readonly bytes: Buffer;
  /** Path of the first fault. */
  readonly path: RegExp;
}

/** Returns the kinds of all members of a body schema, by name. */
function membersOf(schema: Schema): Map<string, 'list' | 'map' | 'other'> {
  const members = new Map<string, 'list' | 'map' | 'other'>();
  for (const branch of [schema.then, schema.else].filter(Boolean)) {
    for (const [name, kind] of membersOf(branch as Schema)) members.set(name, kind);
  }
  for (const [name, member] of Object.entries(
    (schema.properties ?? {}) as Record<string, Schema>,
  )) {
    if (member.items) members.set(name, 'list');
    else if (typeof member.additionalProperties === 'object') members.set(name, 'map');
    else members.set(name, 'other');
  }
  return members;
}

const MIB = 1024 * 1024;
const numbers = (sizeBytes: number): string => `${'1,'.repeat(sizeBytes / 2 - MIB / 16)}1`;
const lists = (sizeBytes: number): string => `${'[],'.repeat(sizeBytes / 4)}[]`;
const members = (sizeBytes: number): string =>
  Array.from({ length: sizeBytes / 16 }, (_, index) => `"n${index}":1`).join(',');

const packed = new Map<string, Buffer>();

/** Compresses with gzip. Many operations get the same body. */
function pack(text: string): Buffer {
  const known = packed.get(text);
  if (known) return known;
  const bytes = gzipSync(text, { level: 1 });
  if (text.length < 2 * MIB) packed.set(text, bytes);
  return bytes;
}

/**
 * Generates invalid bodies of the maximum size of the route: one for each list and map, and one for the body itself.
 */
function* hostileBodies(endpoint: EndpointDefinition): Generator<HostileBody> {
  const sizeBytes = Math.min(endpoint.bodyLimitBytes ?? LIMITS.bodyBytes, 16 * MIB);
  const kinds = membersOf(endpoint.body as Schema);
  const plain = [...kinds].find(([, kind]) => kind === 'other')?.[0];
  for (const [name, kind] of kinds) {
    if (kind === 'other' && name !== plain) continue;
    const path = new RegExp(`^/${name}$`);
    yield { what: `${name}: numbers`, bytes: pack(`{"${name}":[${numbers(sizeBytes)}]}`), path };
    if (kind !== 'map') continue;
    yield { what: `${name}: members`, bytes: pack(`{"${name}":{${members(sizeBytes)}}}`), path };
  }
  yield { what: 'unknown members', bytes: pack(`{${members(sizeBytes)}}`), path: /^\/n0$/ };
  yield { what: 'lists', bytes: pack(`[${lists(sizeBytes)}]`), path: /^$/ };
}

const headersFor = ({ access }: EndpointDefinition): Record<string, string> =>
  access.kind === 'scopes' && access.organizationKeys !== 'refused'
    ? { authorization: `ApiKey ${tenant.apiKey.token}` }
    : { origin: app.origin, cookie: tenant.user.jar.header()! };

interface Answer {
  readonly status: number;
  readonly body: Refusal & { data?: unknown };
}

async function send(
  endpoint: Pick<EndpointDefinition, 'method' | 'path' | 'access'>,
  bytes: Buffer,
): Promise<Answer> {
  const ids = idsOfNothing();
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => ids[name]!);
  const sent = httpRequest(`${app.url}${path}`, {
    method: endpoint.method,
    headers: {
      ...headersFor(endpoint as EndpointDefinition),
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'content-length': bytes.length,
    },
  });
  sent.end(bytes);
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, body: (await json(response)) as Answer['body'] };
}

const withJsonBody = ROUTES.map(({ endpoint }) => endpoint).filter(
  ({ body, bodyKind }) => body && bodyKind !== 'stream',
);

/** Operations with the largest bodies, a list with maps, and a plain body. */
const SAMPLE = ['translate.jobs.create', 'i18n.values.bulk', 'i18n.keys.update'];
const attacked = inBreadth(withJsonBody, ({ id }) => SAMPLE.includes(id));

describe.each(attacked.map((endpoint) => [endpoint.id, endpoint] as const))(
  'a hostile body of %s',
  (_, endpoint) => {
    it('receives 422 with its first fault, and does not block the event loop', async () => {
      for (const { what, bytes, path } of hostileBodies(endpoint)) {
        await app.expectShortTurns(async () => {
          const { status, body } = await send(endpoint, bytes);
          expect([status, body.code], what).toEqual([422, 'validation_failed']);
          expect(body.errors, what).toHaveLength(1);
          expect(body.errors[0]!.path, what).toMatch(path);
        });
      }
    });
  },
);

describe('six large bodies at once', () => {
  const SIZE_BYTES = 16 * MIB;
  const work = { sourceLocale: 'en', targetLocales: ['de'] };
  const texts = (count: number): string[] =>
    Array.from({ length: count }, (_, index) =>
      `${index} `.padEnd(SIZE_BYTES / count - 100, 'words '),
    );
  const pack = (strings: unknown[]): Buffer => gzipSync(JSON.stringify({ strings, ...work }));

  it('receive their responses without blocking the event loop or retaining memory, even if bodies are invalid', async () => {
    const many = texts(LIMITS.jobStrings);
    const long = texts(200);
    const identified = many.map((text, index) => ({ id: `id-${index}`, text }));
    const [estimate, create] = ['translate.estimate', 'translate.jobs.create'].map(
      (id) => withJsonBody.find((endpoint) => endpoint.id === id)!,
    );
    const calls = [
      { endpoint: estimate!, bytes: pack(long), status: 200 },
      { endpoint: estimate!, bytes: pack(many), status: 200 },
      { endpoint: create!, bytes: pack(identified), status: 202 },
      { endpoint: create!, bytes: pack([...long, 1]), status: 422 },
      { endpoint: create!, bytes: pack([...many.slice(1), 1]), status: 422 },
      { endpoint: create!, bytes: pack([...many, 'one more']), status: 422 },
    ];
    await send(estimate!, pack(['warm']));
    const before = await app.usedBytes();
    await app.expectShortTurns(async () => {
      const answers = await Promise.all(calls.map(({ endpoint, bytes }) => send(endpoint, bytes)));
      expect(answers.map(({ status }) => status)).toEqual(calls.map(({ status }) => status));
      for (const { body } of answers.slice(3)) expect(body.errors).toHaveLength(1);
    });
    const moreBytes = async () => (await app.usedBytes()) - before;
    await expect.poll(moreBytes).toBeLessThan(SIZE_BYTES);
  });
});
