import { type Static, Type } from 'typebox';
import { ERRORS, type ErrorCode } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { choice, closed, named, nullable, recordOf, textOr } from './build.ts';
import {
  Code,
  counting,
  EngineName,
  Formality,
  Id,
  LocaleTag,
  MessageFormat,
  Timestamp,
  unitCounts,
  ValueText,
} from './common.ts';

export const TranslationUsage = named(
  'TranslationUsage',
  {
    ...unitCounts,
    engine: nullable(Type.String(), {
      description: 'The engine that did most of it; null where none was needed.',
    }),
  },
  'What a call or a job came to.',
);
export type TranslationUsage = Static<typeof TranslationUsage>;

/** What was found in a translated text. */
export const TranslationWarning = named('TranslationWarning', {
  code: Code,
  message: Type.String({ description: 'For people.' }),
});
export type TranslationWarning = Static<typeof TranslationWarning>;

export const TranslationWarnings = Type.Array(TranslationWarning, {
  description: 'What a reviewer should look at; nothing in them breaks the message.',
});

export const TranslationError = named(
  'TranslationError',
  {
    code: choice([...(Object.keys(ERRORS) as ErrorCode[]), 'content_broken'], {
      description:
        'A code of the error catalog, or `content_broken`: the engine broke the message.',
    }),
    message: Type.String({ description: 'For people.' }),
  },
  'Why a string or a job failed.',
);
export type TranslationError = Static<typeof TranslationError>;

/** One string of an answer. */
export const TranslationItem = named('TranslationItem', {
  id: Type.String({ description: 'As given, else the place in `strings`, from 0; a key’s id.' }),
  key: Type.Optional(Type.String({ description: 'Name of the key, in jobs of a project.' })),
  text: nullable(Type.String(), { description: 'Null where the string failed.' }),
  status: choice(['translated', 'failed'], { description: 'What became of the string.' }),
  engine: nullable(Type.String(), {
    description: 'The engine that made it; `memory` for a hit, null where it failed.',
  }),
  warnings: TranslationWarnings,
  error: Type.Optional(TranslationError),
});
export type TranslationItem = Static<typeof TranslationItem>;

/** The strings of an answer, by locale. */
export const TranslationsByLocale = recordOf(
  closed({
    items: Type.Array(TranslationItem, {
      description: 'In the order of the request, or of the project’s keys.',
    }),
  }),
  { description: 'By target locale.' },
);
export type TranslationsByLocale = Static<typeof TranslationsByLocale>;

const Context = Type.String({
  maxLength: LIMITS.contextLength,
  description: 'Where the text is used; engines that can take it into account.',
});

/** One string of a request, with an id of the caller’s own. */
export const IdentifiedString = named('IdentifiedString', {
  id: Type.String({
    minLength: 1,
    maxLength: LIMITS.keyNameLength,
    description: 'Names the string in the answer.',
  }),
  text: ValueText,
  context: Type.Optional(Context),
});
export type IdentifiedString = Static<typeof IdentifiedString>;

/** One string of a request: the text, or an object with an id. */
export const TranslationString = textOr(ValueText, IdentifiedString);
export type TranslationString = Static<typeof TranslationString>;

/** Options that every translating call takes. */
export const translationOptions = {
  projectId: Type.Optional(Id),
  messageFormat: Type.Optional(MessageFormat),
  context: Type.Optional(Context),
  engine: Type.Optional(EngineName),
  formality: Type.Optional(Formality),
};

/**
 * Body of bulk, multilingual, estimate and jobs, for strings of the caller. The schema bounds their
 * number for every call. The service says how many a synchronous call may have, because that depends on
 * the targets and a job takes more.
 */
export function stringsBody<Locales extends object>(description: string, locales: Locales) {
  return closed({
    strings: Type.Array(TranslationString, {
      minItems: 1,
      maxItems: LIMITS.jobStrings,
      description,
    }),
    sourceLocale: LocaleTag,
    ...locales,
    ...translationOptions,
  });
}

/** What a synchronous call says of its strings. */
export const synchronousLimit = `At most ${LIMITS.synchronousStrings} strings × targets (\`limit_exceeded\`); a job takes more.`;

/** Which values of a project a job makes. */
export const JOB_INCLUDES = ['missing', 'outdated'] as const;

export const JobInclude = choice(JOB_INCLUDES, {
  description:
    '`missing`: values that are not there. `outdated`: values of origin `machine` or `memory` whose source text has changed since; what a person wrote is never replaced.',
});
export type JobInclude = Static<typeof JobInclude>;

/** Which values of a project a job, an import or an estimate is about. */
export const JobIncludes = Type.Array(JobInclude, {
  minItems: 1,
  maxItems: JOB_INCLUDES.length,
  uniqueItems: true,
  description: 'Which values are translated. Defaults to `["missing"]`.',
});

export const JobStatus = choice(['queued', 'running', 'completed', 'failed', 'cancelled'], {
  description:
    '`completed` if at least one string was translated or there were none, `failed` if every string failed.',
});

export const TranslationJob = named('TranslationJob', {
  id: Id,
  kind: choice(['strings', 'missing'], {
    description: 'Strings of the caller, or values of a project.',
  }),
  include: Type.Array(JobInclude, {
    description: 'Which values of the project; empty for strings of the caller.',
  }),
  projectId: nullable(Id, { description: 'Null for strings without a project.' }),
  status: JobStatus,
  progress: closed(
    {
      total: counting('All of the job.'),
      done: counting('Translated so far.'),
      failed: counting('Given up, each with its error in the result.'),
    },
    { description: 'Strings × target locales.' },
  ),
  usage: TranslationUsage,
  error: nullable(TranslationError, {
    description: 'Why the last string failed, of a job that is `failed`.',
  }),
  localeErrors: recordOf(
    closed({
      code: TranslationError.properties.code,
      detail: Type.String({ description: 'For people: what is wrong and what would help.' }),
    }),
    {
      description:
        'By target locale: why no engine translated into it. Its strings count as failed, but for those that the memory had.',
    },
  ),
  createdAt: Timestamp,
  startedAt: nullable(Timestamp, { description: 'Null while it is `queued`.' }),
  finishedAt: nullable(Timestamp, { description: 'Null while it has not ended.' }),
});
export type TranslationJob = Static<typeof TranslationJob>;
