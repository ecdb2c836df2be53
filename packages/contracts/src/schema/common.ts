import { type Static, Type } from 'typebox';
import { LIMITS } from '../limits.ts';
import { ROLES } from '../scopes.ts';
import { choice, closed, named } from './build.ts';

/** A UUIDv7. */
export const Id = Type.String({ format: 'uuid', description: 'A UUIDv7.' });

/** Time in an answer: ISO 8601 in UTC with milliseconds. */
export const Timestamp = Type.String({
  format: 'date-time',
  description: 'ISO 8601, UTC, with milliseconds.',
});

/** A time with an offset, in a request. */
export const TimeInput = Type.String({
  format: 'date-time',
  description: 'ISO 8601 date-time with `Z` or an offset.',
});

/** A day or a time in a query; `parseTime` reads it. */
export const DayOrTimeInput = Type.String({
  pattern:
    '^\\d{4}-\\d{2}-\\d{2}([Tt]\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?([Zz]|[+-]\\d{2}:\\d{2}))?$',
  description: 'ISO 8601: a day in UTC (`2026-01-31`), or a date-time with `Z` or an offset.',
});

/** A locale in a request: the server brings it into canonical case, or refuses it. */
export const LocaleTag = Type.String({
  minLength: 2,
  maxLength: LIMITS.localeTagLength,
  description: 'A BCP 47 tag such as `pt-BR`; `pt_BR` is accepted too.',
});

/** A locale in an answer. */
export const CanonicalLocaleTag = Type.String({
  description: 'A BCP 47 tag in canonical case.',
});

/** One or more target locales of a request. */
export const TargetLocales = Type.Array(LocaleTag, {
  minItems: 1,
  maxItems: LIMITS.localesPerProject,
  description: 'Locales to translate into.',
});

export const Name = Type.String({
  minLength: 1,
  maxLength: LIMITS.nameLength,
  pattern: '\\S',
  description: 'A label that people read: not blank.',
});

/**
 * The name of a person or an organization: mailed to addresses that someone else typed, so it cannot
 * carry a link. A dot in a name ("Booking.com", "St.John") is allowed; a path behind a host is not.
 */
export const MailedName = Type.String({
  minLength: 1,
  maxLength: LIMITS.nameLength,
  pattern:
    '^(?!.*(?:://|[wW]{3}\\.|\\.[^\\s./:?#]{2,}[/:?#]))(?=.*\\S)[^\\x00-\\x1F\\x7F-\\x9F\\u2028-\\u202E\\u2066-\\u2069]*$',
  description: 'A name without links or control characters, not blank.',
});

export const Slug = Type.String({
  minLength: 1,
  maxLength: LIMITS.slugLength,
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  description: 'Lower-case letters, digits and single hyphens.',
});

export const Email = Type.String({
  format: 'email',
  maxLength: LIMITS.emailLength,
  description: 'Compared without case.',
});

/** A name in an answer. */
export const Label = Type.String({ description: 'What people call it.' });

/** Which key an answer speaks of. */
export const NameOfKey = Type.String({ description: 'Name of the key.' });

/** An address in an answer. */
export const EmailAddress = Type.String({ description: 'As it was given.' });

export const Description = Type.String({
  maxLength: LIMITS.descriptionLength,
  description: 'For people: plain text.',
});

/** Of a release, in its environment. */
export const ReleaseVersion = Type.Integer({
  minimum: 1,
  description: 'Counts from 1 in its environment.',
});

/** Whether the resource of an update is archived. */
export const Archived = Type.Boolean({ description: 'False restores.' });

export const KeyName = Type.String({
  minLength: 1,
  maxLength: LIMITS.keyNameLength,
  description: 'The whole name, segments joined by the project’s separator.',
});

export const ValueText = Type.String({
  maxLength: LIMITS.valueLength,
  description: 'Stored exactly as given.',
});

export const SearchText = Type.String({
  minLength: 1,
  maxLength: LIMITS.searchLength,
  description: 'Substring to look for.',
});

export const EngineName = Type.String({
  minLength: 1,
  maxLength: LIMITS.engineNameLength,
  pattern: '^[a-z0-9][a-z0-9-]*$',
  description: 'Name of a configured engine, such as `bergamot`.',
});

/** Machine-readable code of a warning or a check. */
export const Code = Type.String({ description: 'Stable snake_case code.' });

export const Count = Type.Integer({ minimum: 0 });

/** A count, and of what. */
export const counting = (description: string) => Type.Integer({ minimum: 0, description });

/** What translating came to. */
export const unitCounts = {
  units: counting('One for each code point of source text and target locale.'),
  billedUnits: counting(
    'Those that are paid for: not what the memory answered, repeats or failures.',
  ),
  memoryHits: counting('Strings that the translation memory answered.'),
};

export const MESSAGE_FORMATS = ['auto', 'icu', 'i18next', 'printf', 'ruby', 'plain'] as const;

export const MessageFormat = choice(MESSAGE_FORMATS, {
  title: 'MessageFormat',
  description: 'How the placeholders and plurals of texts are written; `auto` goes by each text.',
});
export type MessageFormat = Static<typeof MessageFormat>;

export const FORMALITIES = ['formal', 'informal'] as const;

export const Formality = choice(FORMALITIES, {
  title: 'Formality',
  description: 'How the reader is addressed, by engines and in languages that know the difference.',
});
export type Formality = Static<typeof Formality>;

export const RoleSchema = choice(ROLES, {
  title: 'Role',
  description: 'What a member of an organization may do.',
});

export const Actor = named(
  'Actor',
  {
    type: choice(['user', 'api_key', 'job'], { description: 'Whose id it is.' }),
    id: Id,
    name: Type.String({ description: 'As it was then.' }),
  },
  'Who did it.',
);
export type Actor = Static<typeof Actor>;

export const Warning = named(
  'Warning',
  {
    path: Type.String({ description: 'The key’s name, or a place in the file.' }),
    code: Code,
    message: Type.String({ description: 'For people.' }),
  },
  'A remark that does not keep the work from being done.',
);
export type Warning = Static<typeof Warning>;

/** An object without members. */
export const Empty = closed({});
