import { type Static, Type } from 'typebox';
import { ERRORS, type ErrorCode } from '../errors/errors.ts';
import { LIMITS } from '../limits.ts';
import { choice, closed, named, nullable, recordOf, textOr } from './build.ts';
import {
  Actor,
  CanonicalLocaleTag,
  Code,
  counting,
  EngineName,
  Formality,
  Id,
  LocaleTag,
  MessageFormat,
  ProjectId,
  Timestamp,
  unitCounts,
  ValueText,
} from './common.ts';
import { FindingFacts, findingFacts } from './finding.ts';

export const TranslationUsage = named(
  'TranslationUsage',
  {
    ...unitCounts,
    engineCalls: counting(
      'Number of calls to engines, including those that failed or had unusable answers. A language model gets a text at most three times.',
    ),
    engine: nullable(Type.String(), {
      description: 'Engine that translated most of the strings. Null if no engine was needed.',
    }),
  },
  'Usage of a translate call or job.',
);
export type TranslationUsage = Static<typeof TranslationUsage>;

export const TranslationWarning = named('TranslationWarning', {
  code: Code,
  message: Type.String({ description: 'Message for people.' }),
  ...findingFacts,
});
export type TranslationWarning = Static<typeof TranslationWarning>;

export const TranslationWarnings = Type.Array(TranslationWarning, {
  description: 'Findings for a reviewer. None of them breaks the message.',
});

export const ENGINE_FAULTS = [
  'engine_auth',
  'engine_quota',
  'engine_rate_limited',
  'engine_unavailable',
  'engine_timeout',
  'engine_bad_response',
  'engine_model_loading',
  'unsupported_pair',
  'too_large',
] as const;

const errorParams = Type.Optional(
  closed(
    {
      engine: Type.Optional(Type.String({ description: 'Engine that failed.' })),
      reason: Type.Optional(
        choice(ENGINE_FAULTS, {
          description: 'Fault of the engine. Absent if its answer is unusable.',
        }),
      ),
      sourceLocale: Type.Optional(CanonicalLocaleTag),
      targetLocale: Type.Optional(CanonicalLocaleTag),
      findings: Type.Optional(
        Type.Array(FindingFacts, {
          description:
            'With `content_broken`: the first findings in the engine’s answer. With `content_invalid`: the fault of the string. With `unknown_syntax`: the code that the service cannot read.',
        }),
      ),
    },
    { description: 'Facts of the error beside its code. Absent if there are none.' },
  ),
);

export const TranslationError = named(
  'TranslationError',
  {
    code: choice([...(Object.keys(ERRORS) as ErrorCode[]), 'content_broken'], {
      description:
        'A code of the error catalog, or `content_broken` if the engine’s answer breaks the message.',
    }),
    message: Type.String({ description: 'Message for people.' }),
    params: errorParams,
  },
  'The reason why a string or a job failed.',
);
export type TranslationError = Static<typeof TranslationError>;

export const TranslationStatus = choice(['translated', 'failed'], {
  description: 'Outcome for the string.',
});
export type TranslationStatus = Static<typeof TranslationStatus>;

/** The translations of one string in a response. */
export const TranslationItem = named('TranslationItem', {
  id: Type.String({
    description:
      'Id of the string: the `id` from the request, or else its index in `strings`, counted from 0. In jobs of a project, the id of the key.',
  }),
  key: Type.Optional(
    Type.String({ description: 'Name of the key. Present in jobs of a project.' }),
  ),
  text: nullable(Type.String(), { description: 'The translation. Null if the string failed.' }),
  status: TranslationStatus,
  engine: nullable(Type.String(), {
    description:
      'Engine that translated the string, or `memory` for the translation memory. Null if the string failed.',
  }),
  warnings: TranslationWarnings,
  error: Type.Optional(TranslationError),
});
export type TranslationItem = Static<typeof TranslationItem>;

export const TranslationsByLocale = recordOf(
  closed({
    items: Type.Array(TranslationItem, {
      description: 'Strings in the order of the request, or in the order of the project’s keys.',
    }),
  }),
  { description: 'Translations by target locale.' },
);
export type TranslationsByLocale = Static<typeof TranslationsByLocale>;

const Context = Type.String({
  maxLength: LIMITS.contextLength,
  description: 'Description of where the string is used. Passed to engines that support context.',
});

/** A string in a request, with an id that the caller chose. */
export const IdentifiedString = named('IdentifiedString', {
  id: Type.String({
    minLength: 1,
    maxLength: LIMITS.keyNameLength,
    description: 'Identifies the string in the response.',
  }),
  text: ValueText,
  context: Type.Optional(Context),
});
export type IdentifiedString = Static<typeof IdentifiedString>;

/** A string in a request: a plain string, or an object with an id. */
export const TranslationString = textOr(ValueText, IdentifiedString);
export type TranslationString = Static<typeof TranslationString>;

/** Options of every endpoint that translates strings. */
export const translationOptions = {
  projectId: Type.Optional(ProjectId),
  messageFormat: Type.Optional(MessageFormat),
  context: Type.Optional(Context),
  engine: Type.Optional(EngineName),
  formality: Type.Optional(Formality),
};

/**
 * Returns the schema of a body with strings to translate. It allows as many strings as a job may
 * have. The lower limit of synchronous calls is checked later.
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

export const synchronousLimit = `Strings to translate. Maximum of ${LIMITS.synchronousStrings} strings × target locales (\`limit_exceeded\`); use a job for more.`;

/** Kinds of values that a job can translate in a project. */
export const JOB_INCLUDES = ['missing', 'outdated', 'renewable'] as const;

export const JobInclude = choice(JOB_INCLUDES, {
  description:
    '`missing`: values that do not exist. `outdated`: values of origin `machine` or `memory` whose source text has changed since they were written. `renewable`: values of origin `machine` that nobody has edited or approved, whose engine was told about other settings of the project than it would be told about now. Values written by people are never replaced.',
});
export type JobInclude = Static<typeof JobInclude>;

/** Kinds of values to translate, in the body of a job, import or estimate. */
export const JobIncludes = Type.Array(JobInclude, {
  minItems: 1,
  maxItems: JOB_INCLUDES.length,
  uniqueItems: true,
  description: 'Values to translate. Defaults to `["missing"]`.',
});

export const JobStatus = choice(['queued', 'running', 'completed', 'failed', 'cancelled'], {
  description:
    'Status of the job. `completed`: at least one string was translated, or the job had no strings. `failed`: every string failed.',
});

export const TranslationJob = named('TranslationJob', {
  id: Id,
  kind: choice(['strings', 'missing'], {
    description: '`strings`: strings from the request. `missing`: values of a project.',
  }),
  include: Type.Array(JobInclude, {
    description:
      'Values of the project that the job covers. Empty if the job translates strings from the request.',
  }),
  projectId: nullable(Id, {
    description: 'Project of the job. Null for strings without a project.',
  }),
  sourceLocale: CanonicalLocaleTag,
  targetLocales: Type.Array(CanonicalLocaleTag, {
    description: 'Locales to translate into. Empty for jobs from before they were recorded.',
  }),
  createdBy: Actor,
  status: JobStatus,
  progress: closed(
    {
      total: counting('Total number.'),
      done: counting('Number translated so far.'),
      failed: counting('Number failed. The job result has the error of each.'),
    },
    { description: 'Progress, counted in strings × target locales.' },
  ),
  usage: TranslationUsage,
  error: nullable(TranslationError, {
    description: 'Error of the last failed string if the job is `failed`, otherwise null.',
  }),
  localeErrors: recordOf(
    closed({
      code: TranslationError.properties.code,
      detail: Type.String({ description: 'Message for people: what is wrong and how to fix it.' }),
      params: errorParams,
    }),
    {
      description:
        'Target locales that no engine could translate into, with the reason. Their strings count as failed, except those found in the translation memory.',
    },
  ),
  createdAt: Timestamp,
  startedAt: nullable(Timestamp, {
    description: 'Time at which the job started. Null while it is `queued`.',
  }),
  finishedAt: nullable(Timestamp, { description: 'Time at which the job ended. Null until then.' }),
});
export type TranslationJob = Static<typeof TranslationJob>;
