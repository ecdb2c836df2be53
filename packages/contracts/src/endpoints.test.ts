import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { TObject, TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import type { EndpointDefinition } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.generated.ts';
import { ERRORS } from './errors/errors.ts';
import * as contracts from './index.ts';
import { PAGES } from './pages.ts';
import { AgingListMeta, ListMeta } from './schema/list.ts';
import { plainSchema } from './schema/plain.ts';

const endpoints: readonly EndpointDefinition[] = ENDPOINTS;

/**
 * Areas of the API in which a path `/v1/<area>/<word>` is an action. The listed words are
 * exceptions: they are resources.
 */
const ACTION_AREAS: Record<string, readonly string[]> = {
  auth: [],
  billing: ['checkout-sessions'],
  dashboard: [],
  translate: ['jobs'],
};
const ACTIONS = new Set([
  'accept',
  'apply',
  'bulk',
  'cancel',
  'capture',
  'changes',
  'count',
  'decline',
  'delivery',
  'diff',
  'export',
  'import',
  'json-import',
  'stage',
  'mute',
  'paypal',
  'pending',
  'preview',
  'read',
  'ready',
  'redeliver',
  'reopen',
  'resolve',
  'result',
  'resume-delivery',
  'rotate',
  'search',
  'send-back',
  'since',
  'stop-delivery',
  'suggestions',
  'test',
  'unsubscribe',
  'vote',
  'withdraw',
]);
const PROJECT = '/v1/i18n/projects/:projectId';
/**
 * Paths that return a single resource, although their last segment is a word and not a parameter.
 */
const SINGLES = new Set([
  `${PROJECT}/translation`,
  '/health',
  '/v1/usage',
  '/v1/billing',
  '/v1/users/me',
  `${PROJECT}/counts`,
  `${PROJECT}/progress`,
  `${PROJECT}/reviews`,
  `${PROJECT}/row-index`,
  `${PROJECT}/open-work`,
  `${PROJECT}/queue`,
  `${PROJECT}/values/:valueId/findings`,
]);
/** Paths whose last segment is an action here, but a resource at the end of other paths. */
const OWN_ACTIONS = new Set([
  '/v1/api-keys/self',
  '/v1/api-keys/revoke-self',
  '/v1/users/me/access',
  '/v1/users/me/email',
  '/v1/users/me/password',
  `${PROJECT}/changes/:changeId/values`,
  `${PROJECT}/changes/:changeId/revert`,
]);
/** Paths whose last segment is a resource here, but an action at the end of other paths. */
const OWN_RESOURCES = new Set([`${PROJECT}/changes`, `${PROJECT}/changes/:changeId`]);

/** Paths of a resource that is named with its parent, because another path has its own name. */
const NESTED = new Set([`${PROJECT}/keys/:keyId/comments`]);

const STREAMS = new Set(['/v1/events']);

/** Returns the endpoint id for a method and path, by the project's naming rule. */
function idOf(method: string, path: string): string {
  const [area, ...rest] = path
    .replace(/^\/v1(?=\/)/, '')
    .slice(1)
    .split('/') as [string, ...string[]];
  const fixed = rest.filter((segment) => !segment.startsWith(':'));
  const last = fixed.at(-1);
  const isWholeName =
    rest.length === 1 && area in ACTION_AREAS && !ACTION_AREAS[area]!.includes(last!);
  if (isWholeName) return `${area}.${last}`;
  const isAction = OWN_ACTIONS.has(path) || (ACTIONS.has(last ?? '') && !OWN_RESOURCES.has(path));
  if (isAction) return [area, ...fixed.slice(-2)].join('.');
  const isOne = path.split('/').at(-1)!.startsWith(':') || SINGLES.has(path);
  const verbs: Record<string, string> = {
    GET: STREAMS.has(path) ? 'stream' : isOne ? 'get' : 'list',
    POST: 'create',
    PUT: 'put',
    PATCH: 'update',
    DELETE: 'delete',
  };
  return [area, ...fixed.slice(NESTED.has(path) ? -2 : -1), verbs[method]].join('.');
}

function namesOf(schema: TSchema | undefined): string[] {
  if (!schema) return [];
  const plain = plainSchema(schema);
  const forms = (plain.anyOf ?? [plain]) as { properties?: object }[];
  return [...new Set(forms.flatMap((form) => Object.keys(form.properties ?? {})))];
}

function* schemasIn(
  schema: unknown,
  wanted: 'object' | 'array',
  at = '',
): Generator<[string, Record<string, unknown>]> {
  if (Array.isArray(schema)) {
    for (const [index, item] of schema.entries()) yield* schemasIn(item, wanted, `${at}/${index}`);
  } else if (typeof schema === 'object' && schema !== null) {
    const { type } = schema as { type?: unknown };
    if (type === wanted || (Array.isArray(type) && type.includes(wanted))) {
      yield [at, schema as Record<string, unknown>];
    }
    for (const [name, member] of Object.entries(schema)) {
      yield* schemasIn(member, wanted, `${at}/${name}`);
    }
  }
}

const objectsIn = (schema: unknown) => schemasIn(schema, 'object');

const contractFiles = (): string[] =>
  globSync('**/*.ts', { cwd: import.meta.dirname })
    .filter((file) => !/(?:\.test|^endpoints?|index)\.ts$|^schema\//.test(file))
    .toSorted();

const isEndpoint = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value;

describe('the endpoint catalog', () => {
  it('has unique endpoint ids', () => {
    const ids = [...ENDPOINTS, ...PAGES].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(endpoints.map(({ id, method, path }) => [id, method, path]))(
    'contains the id %s, which follows from %s %s',
    (id, method, path) => {
      expect(idOf(method!, path!)).toBe(id);
    },
  );

  it('lists every endpoint that a file of the folder exports', async () => {
    const listed = new Set<unknown>([...ENDPOINTS, ...PAGES]);
    const exported = new Set<unknown>(Object.values(contracts));
    const missing: string[] = [];
    for (const file of contractFiles()) {
      const module: Record<string, unknown> = await import(join(import.meta.dirname, file));
      const own = Object.entries(module).filter(([, value]) => isEndpoint(value));
      for (const [name, value] of own) {
        const line = `${name} of ${file} is in no list: npm run gen`;
        if (!listed.has(value)) missing.push(line);
      }
      const index = join(dirname(file), 'index.ts');
      const isHidden = own.some(([, value]) => !exported.has(value));
      if (isHidden) missing.push(`${index}: export * from './${basename(file)}';`);
    }
    expect(missing).toEqual([]);
  });

  it('exports every endpoint under its id in camel case', () => {
    const exported: Record<string, unknown> = { ...contracts };
    for (const endpoint of [...ENDPOINTS, ...PAGES]) {
      const name = endpoint.id.replace(/[.-](\w)/g, (_, letter: string) => letter.toUpperCase());
      expect(exported[name], name).toBe(endpoint);
    }
  });

  it('declares exactly the parameters of each path', () => {
    for (const { id, path, params } of endpoints) {
      const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      expect(Object.keys(params?.properties ?? {}), id).toEqual(inPath);
      if (params) expect([...(params.required ?? [])], id).toEqual(inPath);
    }
  });

  it('uses each field name in only one part of a request, because the SDK flattens them', () => {
    for (const { id, params, query, body, bodyKind } of endpoints) {
      const places = [namesOf(params), namesOf(query)];
      if (bodyKind === undefined) places.push(namesOf(body));
      const names = places.flat();
      expect(new Set(names).size, `${id}: ${names}`).toBe(names.length);
    }
  });

  it('gives each field of a streamed request the same schema in the query and in the body', () => {
    for (const { id, query, body, bodyKind } of endpoints) {
      if (bodyKind !== 'stream' || !query || !body) continue;
      const inBody = (body as TObject).properties;
      for (const [name, schema] of Object.entries(query.properties)) {
        expect(inBody[name], `${id} ${name}`).toEqual(schema);
      }
    }
  });

  it('rejects unknown members in every request', () => {
    const open = endpoints.flatMap(({ id, params, query, body }) =>
      [...objectsIn({ params, query, body })]
        .filter(([at]) => !at.endsWith('/if'))
        .filter(([, object]) => 'then' in object === false && object.additionalProperties !== false)
        .map(([at]) => `${id} ${at}`),
    );
    expect(new Set(open)).toEqual(
      new Set([
        'users.me.update /body/properties/preferences',
        'i18n.projects.create /body/properties/settings/properties/checks',
        'i18n.projects.update /body/properties/settings/properties/checks',
        'i18n.translation.update /body/properties/locales',
        'i18n.glossary.create /body/properties/translations',
        'i18n.glossary.update /body/properties/translations',
        'i18n.projects.import /body/properties/content/anyOf/0',
        'i18n.imports.create /body/properties/content/anyOf/0',
        'i18n.bundles.get /query',
        'translate.preview /body/properties/settings/properties/locales',
        'billing.webhooks.paypal /body',
      ]),
    );
  });

  it('limits every list and map of a request, except streamed content', () => {
    const unbounded = endpoints.flatMap(({ id, params, query, body }) => {
      const request = { params, query, body };
      const lists = [...schemasIn(request, 'array')].filter(([, list]) => !('maxItems' in list));
      const maps = [...schemasIn(request, 'object')]
        .filter(([at, object]) => !at.endsWith('/if') && 'then' in object === false)
        .filter(([, object]) => object.additionalProperties !== false)
        .filter(([, object]) => !('maxProperties' in object));
      return [...lists, ...maps].map(([at]) => `${id} ${at}`);
    });
    expect(new Set(unbounded)).toEqual(
      new Set([
        'i18n.projects.import /body/properties/content/anyOf/0',
        'i18n.imports.create /body/properties/content/anyOf/0',
        'i18n.bundles.get /query',
        'billing.webhooks.paypal /body',
      ]),
    );
  });

  it('declares every member of a response, except in audit details and in maps of messages', () => {
    const open = endpoints.flatMap(({ id, data, meta }) =>
      [...objectsIn({ data, meta })]
        .filter(
          ([, object]) =>
            object.additionalProperties === undefined || object.additionalProperties === true,
        )
        .map(([at]) => `${id} ${at}`),
    );
    expect(new Set(open)).toEqual(
      new Set([
        'users.me.export /data/properties/auditEntries/items/properties/details',
        'i18n.projects.export /data/anyOf/0/properties/files/items/properties/content/anyOf/0',
        'i18n.projects.export /data/anyOf/1/properties/content/anyOf/0',
        'i18n.bundles.get /data/properties/messages',
        'audit-log.list /data/items/properties/details',
      ]),
    );
  });

  it('gives list metadata to paged lists and to no other endpoint', () => {
    for (const { id, data, query, meta } of endpoints) {
      const isPaged =
        query !== undefined && 'cursor' in query.properties && id !== 'i18n.row-index.get';
      expect(meta === ListMeta || meta === AgingListMeta, id).toBe(isPaged);
      if (id.endsWith('.list')) expect(isPaged && 'items' in data, id).toBe(true);
    }
  });

  it('requires at least one member in every update', () => {
    for (const { id, method, body } of endpoints) {
      if (method !== 'PATCH') continue;
      const { minProperties, required } = body as { minProperties?: number; required?: string[] };
      expect(minProperties === 1 || required?.length === 1, id).toBe(true);
    }
  });

  it('responds with 201 to creations and with 202 to new jobs', () => {
    const withStatus = (status: number) =>
      endpoints.filter((endpoint) => endpoint.status === status).map(({ id }) => id);
    expect(withStatus(202)).toEqual(['translate.jobs.create']);
    for (const { id, status } of endpoints) {
      if (id === 'translate.jobs.create') continue;
      const creates = id.endsWith('.create') || ['auth.sign-up', 'i18n.files.stage'].includes(id);
      expect(status === 201, id).toBe(creates);
    }
  });

  it('supports Idempotency-Key and Prefer: wait on the expected endpoints', () => {
    expect(new Set(endpoints.filter(({ idempotent }) => idempotent).map(({ id }) => id))).toEqual(
      new Set([
        'i18n.projects.import',
        'i18n.imports.apply',
        'i18n.values.bulk',
        'i18n.keys.bulk',
        'i18n.changes.revert',
        'i18n.releases.create',
        'translate.text',
        'translate.bulk',
        'translate.multilingual',
        'translate.jobs.create',
        'billing.checkout-sessions.create',
        'billing.checkout-sessions.capture',
      ]),
    );
    expect(new Set(endpoints.filter(({ waits }) => waits).map(({ id }) => id))).toEqual(
      new Set([
        'i18n.projects.import',
        'i18n.files.json-import',
        'i18n.releases.create',
        'i18n.releases.get',
        'translate.jobs.create',
        'translate.jobs.get',
      ]),
    );
    for (const { id, idempotent, method } of endpoints) {
      if (idempotent) expect(method, id).toBe('POST');
    }
  });

  it('declares only error codes of the catalog, each once', () => {
    for (const { id, errors = [] } of endpoints) {
      for (const code of errors) expect(ERRORS, id).toHaveProperty(code);
      expect(new Set(errors).size, id).toBe(errors.length);
    }
  });

  it('describes every endpoint in a short sentence', () => {
    for (const { id, summary } of [...endpoints, ...PAGES]) {
      expect(summary, id).toMatch(/^[A-Z].{8,110}\.$/);
    }
  });
});
