import { type Static, Type } from 'typebox';
import { endpoint, scoped, translating } from '../endpoint.ts';
import { closed, named } from '../schema/build.ts';
import { Actor, Code, Id, ProjectId, Timestamp } from '../schema/common.ts';
import { ListMeta, listQuery } from '../schema/list.ts';
import { TranslationValue } from './values.ts';

const PATH = '/v1/i18n/projects/:projectId/values/:valueId/ignored-checks';

const valueParams = { projectId: ProjectId, valueId: Id };
const codeParams = closed({
  ...valueParams,
  code: Type.String({
    pattern: '^[a-z][a-z0-9_]{0,49}$',
    description:
      'Code of the check, such as `end_punctuation`. A check without a finding in the value changes nothing.',
  }),
});

const Version = Type.Integer({
  minimum: 1,
  description:
    'Version of the value that the caller has read. The request fails with `version_conflict` if the value has changed since.',
});

const SourceVersion = Type.Integer({
  minimum: 0,
  description:
    '`sourceVersion` of the findings that the caller has read. The request fails with `version_conflict` if the source string has changed since: its findings may be others. Omitted: any source string.',
});

export const IgnoredCheckEvent = named(
  'IgnoredCheckEvent',
  {
    code: Code,
    ignored: Type.Boolean({
      description: 'True if the findings were dismissed, false if that was undone.',
    }),
    version: Type.Integer({ minimum: 1, description: 'Version of the value at that time.' }),
    by: Actor,
    at: Timestamp,
  },
  'The dismissal of the findings of a check in a value, or the end of a dismissal.',
);
export type IgnoredCheckEvent = Static<typeof IgnoredCheckEvent>;

export const i18nIgnoredChecksList = endpoint({
  id: 'i18n.ignored-checks.list',
  method: 'GET',
  path: PATH,
  summary: 'Lists who dismissed findings of a value or undid that, oldest first.',
  access: scoped('i18n:read'),
  params: closed(valueParams),
  query: listQuery(),
  data: Type.Array(IgnoredCheckEvent),
  meta: ListMeta,
});

export const i18nIgnoredChecksPut = endpoint({
  id: 'i18n.ignored-checks.put',
  method: 'PUT',
  path: `${PATH}/:code`,
  summary:
    'Dismisses the findings of a check in a value until its text or its source string changes.',
  access: translating(scoped('i18n:write')),
  params: codeParams,
  body: closed({ version: Version, sourceVersion: Type.Optional(SourceVersion) }),
  data: TranslationValue,
  errors: ['version_conflict', 'archived'],
});

export const i18nIgnoredChecksDelete = endpoint({
  id: 'i18n.ignored-checks.delete',
  method: 'DELETE',
  path: `${PATH}/:code`,
  summary: 'Ends the dismissal of the findings of a check in a value.',
  access: translating(scoped('i18n:write')),
  params: codeParams,
  data: TranslationValue,
  errors: ['archived'],
});
