import { type Static, Type } from 'typebox';
import { LIMITS } from '../limits.ts';
import { GRANT_ROLES, ROLES } from '../scopes.ts';
import { choice, closed, named, nullable } from './build.ts';

export const Id = Type.String({ format: 'uuid', description: 'A UUIDv7.' });

const UUID = '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}';
const SLUG = '[a-z0-9]+(-[a-z0-9]+)*';

export const ProjectId = Type.String({
  minLength: 1,
  maxLength: LIMITS.slugLength,
  pattern: `^(${UUID}|${SLUG})$`,
  description: 'Id or slug of the project.',
});

/** The slug of a project in a request. Rejects a UUID, which could be the id of another project. */
export const ProjectSlug = Type.String({
  minLength: 1,
  maxLength: LIMITS.slugLength,
  pattern: `^(?!${UUID}$)${SLUG}$`,
  description:
    'Slug of lower-case letters, digits and single hyphens, not in the form of an id. It is unique in the organization and stays taken when the project gets another slug or is archived.',
});

/** A time in a response, in ISO 8601 in UTC with milliseconds. */
export const Timestamp = Type.String({
  format: 'date-time',
  description: 'ISO 8601 date-time in UTC with milliseconds.',
});

/** A time in a request, with a time zone offset. */
export const TimeInput = Type.String({
  format: 'date-time',
  description: 'ISO 8601 date-time with `Z` or an offset.',
});

/** A day or time in a query. `parseTime` parses it. */
export const DayOrTimeInput = Type.String({
  pattern:
    '^\\d{4}-\\d{2}-\\d{2}([Tt]\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?([Zz]|[+-]\\d{2}:\\d{2}))?$',
  description: 'ISO 8601 day in UTC (`2026-01-31`), or date-time with `Z` or an offset.',
});

/**
 * A locale tag in a request. Other spellings, such as `pt_BR`, are accepted and converted to the
 * canonical tag.
 */
export const LocaleTag = Type.String({
  minLength: 2,
  maxLength: LIMITS.localeTagLength,
  description: 'BCP 47 language tag such as `pt-BR`; `pt_BR` is also accepted.',
});

export const CanonicalLocaleTag = Type.String({
  description: 'BCP 47 language tag in canonical case, such as `pt-BR`.',
});

export const TargetLocales = Type.Array(LocaleTag, {
  minItems: 1,
  maxItems: LIMITS.localesPerProject,
  description: 'Locales to translate into.',
});

export const Name = Type.String({
  minLength: 1,
  maxLength: LIMITS.nameLength,
  pattern: '\\S',
  description: 'Display name. Must not be blank.',
});

/**
 * The name of a person or organization. The service sends it in mails to addresses that other users
 * enter, so it must not contain a link. A dot in a name ("Booking.com", "St.John") is allowed, but
 * a path after a host name is not.
 */
export const MailedName = Type.String({
  minLength: 1,
  maxLength: LIMITS.nameLength,
  pattern:
    '^(?!.*(?:://|[wW]{3}\\.|\\.[^\\s./:?#]{2,}[/:?#]))(?=.*\\S)[^\\x00-\\x1F\\x7F-\\x9F\\u2028-\\u202E\\u2066-\\u2069]*$',
  description: 'Display name without links and control characters. Must not be blank.',
});

export const Slug = Type.String({
  minLength: 1,
  maxLength: LIMITS.slugLength,
  pattern: `^${SLUG}$`,
  description: 'Slug of lower-case letters, digits and single hyphens.',
});

export const Email = Type.String({
  format: 'email',
  maxLength: LIMITS.emailLength,
  description: 'Email address. Upper and lower case are not distinguished.',
});

export const Label = Type.String({ description: 'Display name.' });

export const NameOfKey = Type.String({ description: 'Name of the translation key.' });

export const EmailAddress = Type.String({
  description: 'Email address, spelled as it was entered.',
});

export const Description = Type.String({
  maxLength: LIMITS.descriptionLength,
  description: 'Plain text for people.',
});

export const ReleaseVersion = Type.Integer({
  minimum: 1,
  description: 'Version of the release, counted from 1 in each environment.',
});

export const Archived = Type.Boolean({
  description: 'True archives the resource; false restores it.',
});

export const KeyName = Type.String({
  minLength: 1,
  maxLength: LIMITS.keyNameLength,
  description: 'Full name of the key, with segments joined by the project’s separator.',
});

export const ValueText = Type.String({
  maxLength: LIMITS.valueLength,
  description: 'The string, stored exactly as sent.',
});

export const SearchText = Type.String({
  minLength: 1,
  maxLength: LIMITS.searchLength,
  description: 'Substring to search for.',
});

export const EngineName = Type.String({
  minLength: 1,
  maxLength: LIMITS.engineNameLength,
  pattern: '^[a-z0-9][a-z0-9-]*$',
  description: 'Name of a configured engine, such as `bergamot`.',
});

export const Code = Type.String({ description: 'Stable code in snake_case.' });

export const Count = Type.Integer({ minimum: 0 });

export const counting = (description: string) => Type.Integer({ minimum: 0, description });

export const unitCounts = {
  units: counting('Units: code points of the source text × target locales.'),
  billedUnits: counting(
    'Units that are paid for. Strings from the translation memory, repeated strings and failed strings are free.',
  ),
  memoryHits: counting('Number of strings answered by the translation memory.'),
};

export const MESSAGE_FORMATS = [
  'auto',
  'icu',
  'flutter',
  'flutter_relaxed',
  'i18next',
  'printf',
  'ruby',
  'java',
  'dotnet',
  'chrome',
  'mf2',
  'plain',
] as const;

export const MessageFormat = choice(MESSAGE_FORMATS, {
  title: 'MessageFormat',
  description: 'Syntax of placeholders and plurals. `auto` detects it for each string.',
});
export type MessageFormat = Static<typeof MessageFormat>;

export const FORMALITIES = ['formal', 'informal'] as const;

export const Formality = choice(FORMALITIES, {
  title: 'Formality',
  description: 'Form of address. Ignored by engines and languages without this distinction.',
});
export type Formality = Static<typeof Formality>;

export const RoleSchema = choice(ROLES, {
  title: 'Role',
  description:
    'Role of a member in the organization. It determines the scopes of the member’s sessions.',
});

export const GrantRoleSchema = choice(GRANT_ROLES, {
  title: 'GrantRole',
  description: 'Role of a member in a project, in place of the role in the organization.',
});

export const MemberLocales = nullable(
  Type.Array(LocaleTag, { maxItems: LIMITS.localesPerProject, uniqueItems: true }),
  {
    description:
      'Locales whose values the member may change. Null for all locales. Source texts need the role `developer`.',
  },
);

export const MemberGrants = Type.Array(
  closed({ projectId: Id, role: GrantRoleSchema, localeCodes: MemberLocales }),
  { description: 'Roles in single projects, each in place of the role in the organization.' },
);

export const Actor = named(
  'Actor',
  {
    type: choice(['user', 'api_key', 'job'], { description: 'Type of the actor.' }),
    id: Id,
    name: nullable(Type.String(), {
      description:
        'Name of the actor at the time of the action. For a job, the name of the user or API key that created it. Null for a former member: a person who erased the account.',
    }),
  },
  'The user, API key or job that performed an action.',
);
export type Actor = Static<typeof Actor>;

/** Returns the schema of an actor that may be null. It has no title, because its description differs from the actor's. */
export const actorOrNull = (description: string) =>
  nullable(closed(Actor.properties), { description });

export const Empty = closed({});
