import type { Json, OpenApiDocument, Schema } from './document.ts';

/** Sample values by member name, for members whose generated values would be hard to read. */
const BY_NAME: Readonly<Record<string, Json>> = {
  code: 'de',
  content: { 'home.title': 'Welcome' },
  email: 'ada@example.com',
  environment: 'production',
  locale: 'de',
  localeCode: 'de',
  locales: ['de'],
  name: 'Website',
  packId: 'small',
  password: 'correct horse battery',
  projectId: 'website',
  since: '2030-01-31',
  slug: 'website',
  sourceLocale: 'en',
  targetLocale: 'de',
  targetLocales: ['de', 'fr'],
  term: 'Parlance',
  text: 'Hello, {name}!',
  token: 'token-of-the-mailed-link',
  translations: { de: 'Parlance' },
};

/** Sample values by operation, for members whose meaning depends on the operation. */
const BY_OPERATION: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  'api-keys.create': { name: 'CI' },
  'auth.sign-up': { name: 'Ada Lovelace' },
  'i18n.environments.create': { name: 'Staging' },
  'i18n.environments.update': { name: 'Staging' },
  'i18n.keys.create': { name: 'home.title' },
  'i18n.keys.update': { name: 'home.heading' },
  'i18n.locales.update': { name: 'German' },
  'i18n.projects.import': { locale: 'en', targetLocales: ['de'], translateMissing: true },
  'organizations.create': { name: 'Analytical Engines' },
  'organizations.invitations.create': { role: 'translator' },
  'organizations.members.update': { role: 'developer' },
  'organizations.update': { name: 'Analytical Engines' },
  'users.me.password': { current: 'correct horse battery', next: 'staple horse battery' },
  'users.me.update': { name: 'Ada Lovelace' },
};

const UUID = '01890a5d-ac96-774b-bcce-b302099a8057';

type Components = Pick<OpenApiDocument['components'], 'schemas'>;

export function exampleOf(operationId: string, body: Schema, components: Components): Json {
  const sample = sampleOf(body, components);
  const better = BY_OPERATION[operationId];
  return better === undefined ? sample : { ...(sample as object), ...better };
}

/**
 * Returns a small valid value for a schema: the required members, or the first member if none is
 * required.
 */
export function sampleOf(schema: Schema, components: Components, name = ''): Json {
  const { $ref, anyOf, enum: choices, items, format } = schema;
  if (typeof $ref === 'string') {
    return sampleOf(components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)]!, components, name);
  }
  if (Array.isArray(choices)) return choices[0] ?? null;
  if (format === 'uuid') return UUID;
  if (format === 'date-time') return '2030-01-31T12:00:00Z';
  if (name in BY_NAME) return BY_NAME[name] as Json;
  if (Array.isArray(anyOf)) return sampleOf(anyOf[0] as Schema, components, name);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return sampleObject(schema, components);
    case 'array':
      return [sampleOf(items as Schema, components, name.replace(/s$/, ''))];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return (schema.minimum as number | undefined) ?? 1;
    default:
      return name;
  }
}

function sampleObject(schema: Schema, components: Components): { [name: string]: Json } {
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  const required = (schema.required ?? []) as string[];
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(
    names.map((name) => [name, sampleOf(properties[name]!, components, name)]),
  );
}
