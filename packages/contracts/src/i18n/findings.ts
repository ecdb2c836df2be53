import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { choice, closed, named, recordOf } from '../schema/build.ts';
import { Code, Count, counting, Id, ProjectId } from '../schema/common.ts';
import { findingFacts } from '../schema/finding.ts';
import { ListMeta, listQuery } from '../schema/list.ts';

export const ValueFinding = named('ValueFinding', {
  code: Code,
  severity: choice(['error', 'warning'], {
    description: 'Severity of the finding. An error breaks the message.',
  }),
  message: Type.String({ description: 'Message for people.' }),
  ignored: Type.Boolean({ description: 'True if a person dismissed the finding.' }),
  ...findingFacts,
});
export type ValueFinding = Static<typeof ValueFinding>;

export const ValueFindings = named('ValueFindings', {
  version: Type.Integer({
    minimum: 1,
    description: 'Version of the value that was checked. Send it with a fix to `values.update`.',
  }),
  sourceVersion: Type.Integer({
    minimum: 0,
    description:
      'Version of the source string that the value was checked against, counted from 0. Send it with a dismissal of a finding.',
  }),
  findings: Type.Array(ValueFinding, { description: 'Findings of the current text.' }),
});
export type ValueFindings = Static<typeof ValueFindings>;

export const i18nFindingsGet = endpoint({
  id: 'i18n.findings.get',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/values/:valueId/findings',
  summary: 'Checks a value and returns its findings with positions and fixes.',
  access: scoped('i18n:read'),
  params: closed({ projectId: ProjectId, valueId: Id }),
  data: ValueFindings,
});

const byCode = (description: string) => recordOf(Count, { description });

export const FindingsPreview = named('FindingsPreview', {
  values: counting('Number of values that were checked for this response.'),
  added: byCode('Findings that the values would get, by code.'),
  removed: byCode('Findings that the values would lose, by code.'),
});
export type FindingsPreview = Static<typeof FindingsPreview>;

const { cursor } = listQuery().properties;

export const i18nFindingsPreview = endpoint({
  id: 'i18n.findings.preview',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/findings/preview',
  summary:
    'Counts the findings that other `runtimes` would add and remove, in a part of the values. Changes nothing.',
  access: scoped('i18n:read'),
  params: closed({ projectId: ProjectId }),
  query: closed({
    runtimes: Type.Optional(
      Type.Array(Type.String({ maxLength: LIMITS.nameLength }), {
        minItems: 1,
        maxItems: LIMITS.runtimesPerProject,
        uniqueItems: true,
        description: 'Runtimes, as in the settings of a project. Omitted: none.',
      }),
    ),
    cursor,
  }),
  data: FindingsPreview,
  meta: ListMeta,
});
