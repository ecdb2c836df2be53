import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { choice, closed, named } from '../schema/build.ts';
import { Code, Id, ProjectId } from '../schema/common.ts';
import { findingFacts } from '../schema/finding.ts';

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
