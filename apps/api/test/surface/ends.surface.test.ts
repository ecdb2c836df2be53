import type { EndpointDefinition } from '@parlance/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inBreadth } from '../../../../scripts/tests/test-breadth.ts';
import type { Json, Schema } from '../../src/http/openapi/document.ts';
import { buildOpenApi } from '../../src/http/openapi/openapi.ts';
import { sampleOf } from '../../src/http/openapi/sample.ts';
import { ROUTES } from '../../src/routes/routes.generated.ts';
import { startTestApp, type TestApp } from '../app/app.ts';
import { type PaypalServer, startPaypalServer } from '../servers/paypal-server.ts';
import { createFullTenant, type FullTenant } from './access-world.ts';

const { components, paths } = buildOpenApi({
  publicUrl: 'http://localhost',
  version: '0',
  cookieName: 'c',
});

const DAYS = ['0000-01-01', '0001-01-01', '1582-10-15', '1969-12-31', '1970-01-01', '9999-12-31'];
const TIMES = [
  '0000-01-01T00:00:00+23:59',
  '1969-12-31T23:59:59.999Z',
  '2026-02-30T00:00:00Z',
  '9999-12-31T23:59:59.999-23:59',
  '9999-12-31T23:59:60Z',
];
const LOCALES = [
  'und',
  'und-US',
  'mul',
  'qaa-Zzzz-ZZ',
  'zh_hant_tw-u-co-phonebk-x-und',
  'i-klingon',
];
const MAX_INTEGER = 2 ** 53 - 1;

/** Returns values at and beyond the limits of a member, or none for a member without limits. */
function endsOf(schema: Schema, name: string): Json[] {
  const { $ref, anyOf, enum: choices, format, pattern, minimum, maximum } = schema;
  if (typeof $ref === 'string') return endsOf(resolve($ref), name);
  if (Array.isArray(anyOf)) return anyOf.flatMap((schema) => endsOf(schema as Schema, name));
  if (Array.isArray(choices)) return choices;
  if (format === 'date-time') return [...TIMES, ...DAYS.map((day) => `${day}T00:00:00Z`)];
  if (typeof pattern === 'string' && pattern.startsWith('^\\d{4}-')) return [...DAYS, ...TIMES];
  if (/locale/i.test(name) || name === 'code') return LOCALES;
  if (schema.type !== 'integer') return [];
  const [least, most] = [Number(minimum ?? 0), Number(maximum ?? MAX_INTEGER)];
  return [least, most, least - 1, most + 1, 2 ** 31, -MAX_INTEGER, 1e300];
}

const resolve = ($ref: string): Schema =>
  components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)] as Schema;

/** Generates bodies with one member at one of its limits, and a description of each. */
function* bodiesOf(schema: Schema, name = '', depth = 0): Generator<[what: string, body: Json]> {
  if (typeof schema.$ref === 'string') return yield* bodiesOf(resolve(schema.$ref), name, depth);
  for (const end of endsOf(schema, name)) yield [`${name}=${end}`, end];
  if (depth > 4) return;
  for (const one of (schema.anyOf ?? schema.oneOf ?? []) as Schema[]) {
    if (!endsOf(one, name).length) yield* bodiesOf(one, name, depth + 1);
  }
  if (schema.items) {
    for (const [what, item] of bodiesOf(schema.items as Schema, name, depth + 1))
      yield [what, [item]];
  }
  const whole = sampleOf(schema, components, name);
  const members = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  for (const [member, inner] of members) {
    for (const [what, value] of bodiesOf(inner, member, depth + 1)) {
      yield [`${name}/${what}`, { ...(whole as object), [member]: value }];
    }
  }
}

interface Ending {
  readonly what: string;
  readonly query: string;
  readonly body: Json | undefined;
}

function* endingsOf({ method, path }: EndpointDefinition): Generator<Ending> {
  const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  const parameters = (operation?.parameters ?? []).flatMap((parameter) =>
    'in' in parameter && parameter.in === 'query' ? [parameter] : [],
  );
  const content = operation?.requestBody?.content['application/json'];
  const sample = content && sampleOf(content.schema, components);
  const required = parameters.filter((parameter) => parameter.required);
  const queryWith = (changes: Record<string, Json>): string =>
    `?${new URLSearchParams([
      ...required
        .filter(({ name }) => !(name in changes))
        .map(({ name, schema }) => [name, String(sampleOf(schema, components, name))]),
      ...Object.entries(changes).map(([name, value]) => [name, String(value)]),
    ])}`;
  for (const { name, schema } of parameters) {
    for (const end of endsOf((schema.items ?? schema) as Schema, name)) {
      yield { what: `?${name}=${end}`, query: queryWith({ [name]: end }), body: sample };
    }
  }
  if (!content) return;
  for (const [what, body] of bodiesOf(content.schema)) yield { what, query: queryWith({}), body };
}

let paypal: PaypalServer;
let app: TestApp;
let tenant: FullTenant;

beforeAll(async () => {
  paypal = await startPaypalServer();
  app = await startTestApp({ env: { MT_ENGINES: 'pseudo', ...paypal.env }, works: true });
  tenant = await createFullTenant(app);
});
afterAll(async () => {
  await app.close();
  await paypal.close();
});

async function send({ method, path, access }: EndpointDefinition, { query, body }: Ending) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(name === 'localeCode' && method !== 'GET' ? 'fr' : tenant.ids[name]!),
  );
  const credentials: Record<string, string> =
    access.kind === 'session'
      ? { cookie: tenant.user.jar.header()!, origin: app.origin }
      : { authorization: `ApiKey ${tenant.apiKey.token}`, origin: app.origin };
  const response = await fetch(`${app.url}${filled}${query}`, {
    method,
    headers: {
      ...credentials,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  await response.body?.cancel();
  return response.status;
}

/**
 * Operations with values at limits, except the event stream, which does not end, and deletions, after which the
 * resource is gone.
 */
const asked = ROUTES.map(({ endpoint }) => endpoint as EndpointDefinition)
  .filter(({ id, method }) => method !== 'DELETE' && !id.includes('events'))
  .map((endpoint) => [endpoint.id, [...endingsOf(endpoint)], endpoint] as const)
  .filter(([, endings]) => endings.length > 0);

/** Operations with times in a query and in a body, days, locales and numbers. */
const SAMPLE = [
  'i18n.changes.list',
  'api-keys.create',
  'usage.get',
  'translate.text',
  'users.me.update',
];

describe.each(inBreadth(asked, ([id]) => SAMPLE.includes(id)))('%s', (_, endings, endpoint) => {
  it('answers dates, numbers, choices and locales at their limits without a server error', async () => {
    const faults: string[] = [];
    for (const ending of endings) {
      const status = await send(endpoint, ending);
      if (status >= 500) faults.push(`${ending.what}: ${status}`);
    }
    expect(faults).toEqual([]);
  });
});
