import { type Static, Type } from 'typebox';
import { ERRORS, type ErrorCode, FAULT_CODES } from '../errors/errors.ts';
import { BulkConflict } from '../i18n/bulk-results.ts';
import { ImportConflict } from '../i18n/sync.ts';
import { TranslationValue } from '../i18n/values.ts';
import { LIMITS } from '../limits.ts';
import { RIGHTS } from '../scopes.ts';
import { choice, closed, nullable } from './build.ts';
import { counting } from './common.ts';
import { FindingFacts } from './finding.ts';

const CODES = Object.keys(ERRORS) as ErrorCode[];

export const FaultSchema = closed(
  {
    path: Type.String({
      description:
        'Location of the fault: a JSON pointer into the body, `query/<name>`, `params/<name>`, the name of a key, or the path of a file in a folder.',
    }),
    message: Type.String({
      description: 'Message for people, to be read after the path, such as `must not be blank`.',
    }),
    remedy: Type.Optional(
      Type.String({
        description:
          'Option of the request that avoids the fault, such as another encoding. Absent if there is none.',
      }),
    ),
    file: Type.Optional(
      Type.String({
        description: 'Path of the file with the fault. Absent unless the request has a folder.',
      }),
    ),
    code: Type.Optional(
      choice(FAULT_CODES, {
        description:
          'Rule that the value breaks. `syntax`: the file breaks the syntax of its format. `charset`: the file has another encoding. `conflict`: the project has something else, or changed meanwhile. Absent if there is no rule with a code.',
      }),
    ),
    finding: Type.Optional({
      ...FindingFacts,
      description:
        'With `checks_failed`: the finding that this fault reports. Absent with other codes.',
    }),
    limits: Type.Optional(
      closed(
        {
          min: Type.Optional(Type.Number({ description: 'Least number that is allowed.' })),
          max: Type.Optional(Type.Number({ description: 'Greatest number that is allowed.' })),
        },
        { description: 'Bounds of the codes `characters`, `entries` and `range`.' },
      ),
    ),
    line: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Line in the file, counted from 1.' }),
    ),
    column: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Column in the line, counted from 1.' }),
    ),
    at: Type.Optional(
      closed(
        {
          start: Type.Integer({ minimum: 0, description: 'First code unit, counted from 0.' }),
          end: Type.Integer({ minimum: 0, description: 'Code unit after the last one.' }),
        },
        { description: 'Place in the text of a parameter, in UTF-16 code units.' },
      ),
    ),
  },
  { title: 'Fault', description: 'One fault of a request.' },
);

export const NeededRight = closed(
  {
    right: choice(RIGHTS, { description: 'Right that the member lacks in the project.' }),
    locale: Type.Optional(
      Type.String({ description: 'Locale whose values the member may not change.' }),
    ),
  },
  { title: 'NeededRight', description: 'A right that a member lacks.' },
);
export type NeededRight = Static<typeof NeededRight>;

export const CurrentSource = closed(
  {
    text: nullable(Type.String(), { description: 'Source string. Null if there is none.' }),
    sourceVersion: Type.Integer({ minimum: 0, description: 'Version of the source string.' }),
  },
  {
    title: 'CurrentSource',
    description:
      'With `version_conflict`: the source string as it is now, if it has changed since the caller read it. Absent otherwise.',
  },
);
export type CurrentSource = Static<typeof CurrentSource>;

export const AccountLoss = closed(
  {
    organizationId: Type.String({ format: 'uuid', description: 'Id of the organization.' }),
    slug: Type.String({ description: 'Slug of the organization.' }),
    name: Type.String({ description: 'Name of the organization.' }),
    ends: Type.Boolean({
      description: 'True if the organization ends, because nobody else is in it.',
    }),
    projects: Type.Array(Type.String(), {
      maxItems: LIMITS.lossesListed,
      description:
        'Names of projects that end with the organization, by name. Projects of the same name have their slugs in brackets.',
    }),
    projectCount: counting('Number of projects that end.'),
    apiKeys: Type.Array(Type.String(), {
      maxItems: LIMITS.lossesListed,
      description: 'Names of API keys that are revoked, by name.',
    }),
    apiKeyCount: counting('Number of API keys that are revoked.'),
  },
  {
    title: 'AccountLoss',
    description: 'Losses of an organization that loses an account or a member.',
  },
);
export type AccountLoss = Static<typeof AccountLoss>;

/** Body of every error response: `application/problem+json` (RFC 9457). */
export const Problem = closed(
  {
    type: Type.String({
      format: 'uri-reference',
      description: 'URL of the error code on the page of errors, `/docs/errors#<code>`.',
    }),
    title: Type.String({
      description: 'Title of the error code. It does not vary between occurrences.',
    }),
    status: Type.Integer({ description: 'HTTP status code.' }),
    code: choice(CODES, { description: 'Stable error code for programs.' }),
    detail: Type.String({ description: 'Message for people: what is wrong and how to fix it.' }),
    requestId: Type.String({ description: 'Id of the request in the server log.' }),
    errors: Type.Array(FaultSchema, {
      description: 'Faults with a known location.',
    }),
    conflicts: Type.Optional(
      Type.Array(ImportConflict, {
        maxItems: LIMITS.mergeConflictsListed,
        description:
          'With `import_conflict` of a merge: the first conflicts. Absent with other codes.',
      }),
    ),
    needs: Type.Optional({
      ...NeededRight,
      description: 'With `role_forbidden`: what was needed. Absent with other codes.',
    }),
    losses: Type.Optional(
      Type.Array(AccountLoss, {
        maxItems: LIMITS.lossesListed,
        description:
          'With `conflict` of an account or a membership that is to end: what would be lost. Absent otherwise.',
      }),
    ),
    current: Type.Optional(
      nullable(TranslationValue, {
        description:
          'With `version_conflict`: the value as it is now, or null if it is missing. Absent with other codes.',
      }),
    ),
    currentSource: Type.Optional(CurrentSource),
    currentValues: Type.Optional(
      Type.Array(BulkConflict, {
        maxItems: LIMITS.bulkPreview,
        description:
          'With `version_conflict` of a bulk change: the first values that are not as the caller has read them. Absent otherwise.',
      }),
    ),
  },
  {
    title: 'Problem',
    description: 'The body of every error response, `application/problem+json` (RFC 9457).',
  },
);
export type Problem = Static<typeof Problem>;
