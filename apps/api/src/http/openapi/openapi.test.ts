import { ENDPOINTS, type EndpointDefinition, ERRORS, errorsOf, LIMITS } from '@parlance/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { Operation, Parameter, Reference, ResponseObject, Schema } from './document.ts';
import { buildOpenApi } from './openapi.ts';

const endpoints: readonly EndpointDefinition[] = ENDPOINTS;
const document = buildOpenApi({
  publicUrl: 'https://l10n.example.test/sub',
  version: '1.2.3',
  cookieName: '__Host-parlance',
});
const text = JSON.stringify(document);
const { components } = document;

const operationOf = ({ method, path }: EndpointDefinition) =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!;

const resolve = (response: ResponseObject | Reference): ResponseObject =>
  '$ref' in response
    ? components.responses[response.$ref.slice(response.$ref.lastIndexOf('/') + 1)]!
    : response;
const responsesOf = (operation: Operation): [status: string, ResponseObject][] =>
  Object.entries(operation.responses).map(([status, response]) => [status, resolve(response)]);

const documentAjv = new Ajv2020({ strict: false, validateFormats: false });
documentAjv.addSchema({ $id: 'document', components } as never);

/** Compiles a schema of the document. The schema refers to the components of the document. */
const compile = (schema: Schema) =>
  documentAjv.compile(
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components')),
  );

describe('the OpenAPI document', () => {
  it('lists every endpoint exactly once by its id', () => {
    const ids = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    expect(ids.toSorted()).toEqual(endpoints.map(({ id }) => id).toSorted());
  });

  it('has no dangling reference', () => {
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!);
    expect(references.length).toBeGreaterThan(100);
    for (const reference of new Set(references)) {
      const target = reference
        .split('/')
        .reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], document);
      expect(target, reference).toBeDefined();
    }
  });

  it('contains only valid schemas of JSON Schema 2020-12', () => {
    const ajv = new Ajv2020({ strict: false });
    const schemas = Object.entries(components.schemas);
    for (const endpoint of endpoints) {
      const operation = operationOf(endpoint);
      const responses = responsesOf(operation).map(([, response]) => response);
      for (const part of [operation.requestBody, ...responses]) {
        for (const { schema } of Object.values(part?.content ?? {})) {
          schemas.push([endpoint.id, schema]);
        }
      }
    }
    for (const [name, schema] of schemas) {
      expect(ajv.validateSchema(schema), `${name}: ${ajv.errorsText(ajv.errors)}`).toBe(true);
    }
    expect(ajv.validateSchema({ type: 'text' })).toBe(false);
  });

  it('declares the tag of every operation', () => {
    const tags = new Set(document.tags.map(({ name }) => name));
    for (const endpoint of endpoints) {
      for (const tag of operationOf(endpoint).tags) expect(tags, endpoint.id).toContain(tag);
    }
  });

  it('declares exactly the parameters of each path', () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { operationId, parameters = [] } of Object.values(operations)) {
        const declared = parameters.filter(
          (parameter): parameter is Parameter => 'in' in parameter && parameter.in === 'path',
        );
        expect(
          declared.map(({ name }) => name),
          operationId,
        ).toEqual(inPath);
        expect(
          declared.every(({ required }) => required),
          operationId,
        ).toBe(true);
      }
    }
  });

  it('declares the access that the contract requires', () => {
    for (const endpoint of endpoints) {
      const { security } = operationOf(endpoint);
      const { access } = endpoint;
      if (access.kind === 'public') expect(security, endpoint.id).toEqual([]);
      if (access.kind === 'session') expect(security, endpoint.id).toEqual([{ Session: [] }]);
      if (access.kind === 'scopes') {
        expect(security, endpoint.id).toEqual([{ ApiKey: access.scopes }, { Session: [] }]);
      }
      for (const requirement of security) {
        for (const name of Object.keys(requirement)) {
          expect(components.securitySchemes).toHaveProperty(name);
        }
      }
    }
    expect(components.securitySchemes.Session).toMatchObject({ name: '__Host-parlance' });
  });

  it('lists every error of an endpoint under its status', () => {
    for (const endpoint of endpoints) {
      const listed = responsesOf(operationOf(endpoint)).flatMap(([status, response]) =>
        (response['x-codes'] ?? []).map((code) => `${status} ${code}`),
      );
      expect(listed.toSorted(), endpoint.id).toEqual(
        errorsOf(endpoint)
          .map((code) => `${ERRORS[code].status} ${code}`)
          .toSorted(),
      );
    }
  });

  it('defines each problem response once, and operations reference the definition', () => {
    const named = Object.values(components.responses).map((response) => JSON.stringify(response));
    expect(new Set(named).size).toBe(named.length);
    for (const endpoint of endpoints) {
      for (const [status, response] of Object.entries(operationOf(endpoint).responses)) {
        expect('$ref' in response, `${endpoint.id} ${status}`).toBe(Number(status) >= 400);
      }
    }
  });

  it('restricts the code of a problem to the codes of its response', () => {
    const operation = operationOf(endpoints.find(({ id }) => id === 'i18n.projects.get')!);
    const { schema } = resolve(operation.responses[404]!).content!['application/problem+json']!;
    const validate = compile(schema);
    const problem = {
      type: 'https://l10n.example.test/sub/docs/errors#not_found',
      title: 'Not found',
      status: 404,
      code: 'not_found',
      detail: 'The project does not exist.',
      requestId: 'r',
      errors: [],
    };
    expect(validate(problem)).toBe(true);
    expect(validate({ ...problem, code: 'conflict' })).toBe(false);
  });

  it('lists every limit, and the size limit of each body', () => {
    expect(document['x-limits']).toEqual(LIMITS);
    for (const endpoint of endpoints) {
      const { requestBody } = operationOf(endpoint);
      expect(requestBody?.['x-body-limit'], endpoint.id).toBe(
        endpoint.body && (endpoint.bodyLimitBytes ?? LIMITS.bodyBytes),
      );
    }
  });

  it('allows any members in an imported JSON file', () => {
    const endpoint = endpoints.find(({ id }) => id === 'i18n.projects.import')!;
    const { schema } = operationOf(endpoint).requestBody!.content['application/json']!;
    expect(schema.anyOf).toContainEqual(
      expect.objectContaining({ type: 'object', additionalProperties: true }),
    );
  });

  it('describes each error code', () => {
    expect(Object.keys(document['x-errors'])).toEqual(Object.keys(ERRORS));
    for (const { description } of Object.values(document['x-errors'])) {
      expect(description).toMatch(/^[A-Z].{20,}\.$/);
    }
  });

  it('contains no conditions and no internal members of the schema library', () => {
    expect(text).not.toMatch(/"(if|then|else|~\w+)":/);
  });

  it('lists the content types of an import and of an upload', () => {
    const byId = (id: string) => operationOf(endpoints.find((endpoint) => endpoint.id === id)!);
    expect(Object.keys(byId('i18n.projects.import').requestBody!.content)).toEqual([
      'application/json',
      'text/csv',
      'application/yaml',
      'application/xliff+xml',
      'text/x-gettext-translation',
      'application/vnd.android.strings+xml',
      'text/x-strings',
      'application/x-plist',
      'application/vnd.apple.xcstrings+json',
      'text/x-java-properties',
      'application/vnd.flutter.arb+json',
      'application/vnd.formatjs.messages+json',
      'application/vnd.chrome.messages+json',
      'text/microsoft-resx',
    ]);
    expect(Object.keys(byId('i18n.files.json-import').requestBody!.content)).toEqual([
      'multipart/form-data',
    ]);
  });

  it('declares rate limit headers exactly for operations whose calls are counted', () => {
    for (const endpoint of endpoints) {
      const [[, success]] = responsesOf(operationOf(endpoint)) as [[string, ResponseObject]];
      const tells = 'RateLimit-Remaining' in success.headers!;
      expect(tells, endpoint.id).toBe(endpoint.rate !== 'free');
    }
  });

  it('describes a shared schema only if all its uses have the same description', () => {
    expect(components.schemas.Problem!.description).toMatch(/RFC 9457/);
    expect(components.schemas.Actor!.description).toMatch(/^The user, API key or job/);
    expect(components.schemas.Role).not.toHaveProperty('description');
  });

  it('cannot contain two different schemas with the same title', () => {
    const { data } = endpoints.find(({ id }) => id === 'i18n.projects.get')!;
    const other = { ...data, description: undefined, maxProperties: 3 };
    const twin = { ...endpoints[0]!, id: 'a.b', path: '/a', data: other } as EndpointDefinition;
    expect(() =>
      buildOpenApi({
        publicUrl: 'http://x',
        version: '1',
        cookieName: 'c',
        endpoints: [...endpoints, twin],
      }),
    ).toThrow(/title Project/);
  });
});

describe('the examples of the OpenAPI document', () => {
  const withBodies = endpoints.filter(({ body, bodyKind }) => body && bodyKind !== 'stream');

  it('exist for every JSON body', () => {
    for (const endpoint of endpoints.filter(({ body }) => body)) {
      const json = operationOf(endpoint).requestBody!.content['application/json'];
      if (json) expect(json.example, endpoint.id).toBeDefined();
    }
  });

  it.each(withBodies.map((endpoint) => [endpoint.id, endpoint] as const))(
    'match the schema of the body of %s',
    (_, endpoint) => {
      const { example: sample } = operationOf(endpoint).requestBody!.content['application/json']!;
      const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
        endpoint.body as never,
      );
      expect(validate(sample), JSON.stringify([sample, validate.errors])).toBe(true);
    },
  );

  /** The examples of successful responses. A file, and a bundle in the format of a library, have no example. */
  const answers = endpoints.flatMap((endpoint) =>
    responsesOf(operationOf(endpoint))
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, { content = {} }]) =>
        Object.entries(content)
          .filter(([type]) => /^(application\/json|text\/event-stream)$/.test(type))
          .map(([type, { schema, example }]) => ({
            id: endpoint.id,
            status,
            type,
            schema,
            example,
          })),
      ),
  );

  it('exist for every successful response, and are small', () => {
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set(endpoints.map(({ id }) => id)));
    const sizes = answers.map(({ example }) => JSON.stringify(example).length);
    expect(Math.max(...sizes)).toBeLessThan(4_000);
    expect(text.length).toBeLessThan(endpoints.length * 5_000);
  });

  it.each(answers)('match the schema of $id $status ($type)', (answer) => {
    const validate = compile(answer.schema);
    expect(validate(answer.example), JSON.stringify([answer.example, validate.errors])).toBe(true);
  });
});
