import { Ajv, type ErrorObject } from 'ajv';
import formatsPlugin from 'ajv-formats';
import buildSerializer from 'fast-json-stringify';
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { apiKeysCreate } from './api-keys.ts';
import { authSignUp } from './auth.ts';
import type { EndpointDefinition } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.generated.ts';
import { i18nProjectsExport } from './i18n/export.ts';
import { i18nKeysCreate } from './i18n/keys.ts';
import { i18nProjectsCreate, i18nProjectsUpdate } from './i18n/projects.ts';
import { i18nValuesUpdate } from './i18n/values.ts';
import { LIMITS } from './limits.ts';
import { organizationsCreate } from './organizations/organizations.ts';
import { PAGES } from './pages.ts';
import { choice, nullable } from './schema/build.ts';
import { Empty } from './schema/common.ts';
import { plainSchema } from './schema/plain.ts';
import { TranslationJob } from './schema/translation.ts';
import { StringsWork } from './schema/work.ts';
import { translateJobsCreate } from './translate/jobs.ts';

/** Validates like Fastify, but with the strictest settings. */
const ajv = new Ajv({ strict: true, allErrors: true, removeAdditional: false });
formatsPlugin.default(ajv);

/** Returns each error of a body as `path keyword`, except errors of the keyword `if`. */
function faultsOf(schema: TSchema, body: unknown): string[] {
  const validate = ajv.compile(schema);
  validate(body);
  return (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== 'if')
    .map(({ instancePath, keyword, params }: ErrorObject) =>
      keyword === 'additionalProperties' || keyword === 'required'
        ? `${instancePath} ${keyword} ${Object.values(params).join()}`
        : `${instancePath} ${keyword}`,
    );
}

function silentMembers(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const silent: string[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword !== 'properties') {
      silent.push(...silentMembers(value, path));
      continue;
    }
    for (const [name, member] of Object.entries(value as Record<string, Described>)) {
      const place = `${path}.${name}`;
      if (!member.description && !member.items?.description) silent.push(place);
      silent.push(...silentMembers(member, place));
    }
  }
  return silent;
}

interface Described {
  readonly description?: string;
  readonly items?: Described;
}

const strings = { sourceLocale: 'en', targetLocales: ['de'] };

describe('request schemas', () => {
  it.each<[string, TSchema, unknown]>([
    ['a sign-up', authSignUp.body, { email: 'a@example.org', password: '12345678', name: 'A' }],
    ['a project', i18nProjectsCreate.body, { name: 'Shop', sourceLocale: 'pt_BR' }],
    ['a null separator', i18nProjectsUpdate.body, { settings: { keySeparator: null } }],
    ['an empty text', i18nValuesUpdate.body, { text: '' }],
    ['a slug', organizationsCreate.body, { name: 'A', slug: 'a-1' }],
    [
      'a key that never expires',
      apiKeysCreate.body,
      { name: 'ci', scopes: ['i18n:read'], expiresAt: null },
    ],
    [
      'strings with and without an id',
      translateJobsCreate.body,
      { ...strings, strings: ['a', { id: '1', text: 'b' }] },
    ],
    [
      'work in a project',
      translateJobsCreate.body,
      { projectId: '0198c2f0-0000-7000-8000-000000000000' },
    ],
    ['an export of one locale', i18nProjectsExport.body, { locale: 'de', format: 'csv' }],
    ['an export of several', i18nProjectsExport.body, { locales: ['de', 'fr'], format: 'csv' }],
  ])('accept %s', (_, schema, body) => {
    expect(faultsOf(schema, body)).toEqual([]);
  });

  it.each<[string, TSchema, unknown, string[]]>([
    [
      'an unknown member',
      i18nProjectsCreate.body,
      { name: 'A', sourceLocale: 'en', nmae: 'x' },
      [' additionalProperties nmae'],
    ],
    [
      'an unknown setting',
      i18nProjectsUpdate.body,
      { settings: { x: 1 } },
      ['/settings additionalProperties x'],
    ],
    ['an empty update', i18nProjectsUpdate.body, {}, [' minProperties']],
    ['a blank name', i18nProjectsCreate.body, { name: ' ', sourceLocale: 'en' }, ['/name pattern']],
    [
      'a scope that is none',
      apiKeysCreate.body,
      { name: 'ci', scopes: ['i18n:all'] },
      ['/scopes/0 enum'],
    ],
    ['a key without scopes', apiKeysCreate.body, { name: 'ci', scopes: [] }, ['/scopes minItems']],
    [
      'a short password',
      authSignUp.body,
      { email: 'a@example.org', password: '1234567', name: 'A' },
      ['/password minLength'],
    ],
    [
      'a line break in an address',
      authSignUp.body,
      { email: 'a@example.org\r\nBcc: b@example.org', password: '12345678', name: 'A' },
      ['/email format'],
    ],
    ['a slug in capitals', organizationsCreate.body, { name: 'A', slug: 'A' }, ['/slug pattern']],
    [
      'a long key name',
      i18nKeysCreate.body,
      { name: 'a'.repeat(LIMITS.keyNameLength + 1) },
      ['/name maxLength'],
    ],
    [
      'a long text',
      i18nValuesUpdate.body,
      { text: 'a'.repeat(LIMITS.valueLength + 1) },
      ['/text maxLength'],
    ],
    [
      'too many tags',
      i18nKeysCreate.body,
      { name: 'a', tags: Array.from({ length: 51 }, (_, i) => `${i}`) },
      ['/tags maxItems'],
    ],
    [
      'too many strings',
      StringsWork,
      {
        strings: Array(LIMITS.jobStrings + 1).fill('a'),
        sourceLocale: 'en',
        targetLocales: ['de'],
      },
      ['/strings maxItems'],
    ],
    [
      'a fault of a string, as the object that it is',
      translateJobsCreate.body,
      { ...strings, strings: [{ id: '1', text: 2 }] },
      ['/strings/0/text type'],
    ],
    [
      'a string that is a number',
      translateJobsCreate.body,
      { ...strings, strings: [2] },
      ['/strings/0 type'],
    ],
    ['neither strings nor a project', translateJobsCreate.body, {}, [' required projectId']],
    [
      'a job both of strings and of a project’s gaps',
      translateJobsCreate.body,
      { ...strings, strings: [] },
      ['/strings minItems'],
    ],
    ['an export of no locale', i18nProjectsExport.body, { format: 'csv' }, [' required locale']],
    [
      'an export of one locale and of several',
      i18nProjectsExport.body,
      { format: 'csv', locale: 'de', locales: ['de'] },
      [' additionalProperties locale'],
    ],
  ])('reject %s and name its location', (_, schema, body, faults) => {
    expect(faultsOf(schema, body)).toEqual(faults);
  });
});

describe('the schemas of the contract', () => {
  const places = ['params', 'query', 'body', 'data', 'meta'] as const;

  it('compile in the strict mode of the validator', () => {
    for (const endpoint of [...ENDPOINTS, ...PAGES] as EndpointDefinition[]) {
      for (const place of places) {
        const schema = endpoint[place];
        if (schema) expect(() => ajv.compile(schema), `${endpoint.id} ${place}`).not.toThrow();
      }
    }
  });

  it('have a description for each of their members', () => {
    for (const endpoint of ENDPOINTS as readonly EndpointDefinition[]) {
      for (const place of places) {
        const schema = endpoint[place];
        const silent = schema ? silentMembers(plainSchema(schema), place) : [];
        expect(silent, endpoint.id).toEqual([]);
      }
    }
  });

  it('compile to serializers if they are schemas of responses', () => {
    for (const { id, data, meta = Empty } of ENDPOINTS as readonly EndpointDefinition[]) {
      const envelope = { type: 'object', properties: { data, meta } };
      expect(() => buildSerializer(envelope as object), id).not.toThrow();
    }
  });

  it('omit undeclared members of a job from a response, and write null for nullable members', () => {
    const job = {
      id: '0198c2f0-0000-7000-8000-000000000000',
      kind: 'missing',
      include: ['missing'],
      projectId: null,
      sourceLocale: 'en',
      targetLocales: ['de'],
      createdBy: { type: 'user', id: '0198c2f0-0000-7000-8000-000000000001', name: 'Owner' },
      status: 'queued',
      progress: { total: 1, done: 0, failed: 0, secret: 1 },
      usage: { units: 1, billedUnits: 0, memoryHits: 0, engineCalls: 1, engine: null },
      error: null,
      localeErrors: { de: { code: 'unsupported_pair', detail: 'No engine.' } },
      createdAt: '2026-01-31T00:00:00.000Z',
      startedAt: null,
      finishedAt: null,
    };
    const serialize = buildSerializer(nullable(TranslationJob) as object);
    const { secret: _, ...progress } = job.progress;
    expect(JSON.parse(serialize({ ...job, secret: 1 }))).toEqual({ ...job, progress });
    expect(serialize(null)).toBe('null');
  });
});

describe('the schema builders', () => {
  it('add null to the types and to the choices of a nullable schema', () => {
    expect(nullable(choice(['a', 'b']), { description: 'x' })).toEqual({
      type: ['string', 'null'],
      enum: ['a', 'b', null],
      description: 'x',
    });
  });

  it('reject the conversion of a schema that is already nullable', () => {
    expect(() => nullable(nullable(choice(['a'])))).toThrow(TypeError);
  });

  it('convert a condition to anyOf in the plain schema, and change nothing else', () => {
    const plain = plainSchema(i18nProjectsExport.body) as { anyOf: { required: string[] }[] };
    expect(plain.anyOf.map(({ required }) => required)).toEqual([
      ['locales', 'format'],
      ['locale', 'format'],
    ]);
    expect(Object.keys(plain)).toEqual(['anyOf']);
    expect(plainSchema(i18nProjectsCreate.body)).toEqual(
      JSON.parse(JSON.stringify(i18nProjectsCreate.body)),
    );
  });
});
