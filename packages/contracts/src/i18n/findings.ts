import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { choice, closed, named } from '../schema/build.ts';
import { Code, Id } from '../schema/common.ts';

const Offset = (description: string) => Type.Integer({ minimum: 0, description });

export const ValueFinding = named('ValueFinding', {
  code: Code,
  severity: choice(['error', 'warning'], {
    description: 'Severity of the finding. An error breaks the message.',
  }),
  message: Type.String({ description: 'Message for people.' }),
  ignored: Type.Boolean({ description: 'True if a person dismissed the finding.' }),
  at: Type.Optional(
    closed(
      {
        start: Offset('Start of the range, in UTF-16 code units.'),
        end: Offset('End of the range (exclusive), in UTF-16 code units.'),
        side: choice(['source', 'target'], {
          description: 'Text of the range: the source string or the value.',
        }),
      },
      { description: 'Range of text that the finding is about. Absent if there is none.' },
    ),
  ),
  fix: Type.Optional(
    closed(
      { text: Type.String({ description: 'The whole corrected text of the value.' }) },
      {
        description:
          'Correction that removes the finding and adds no other. Absent if there is none.',
      },
    ),
  ),
});
export type ValueFinding = Static<typeof ValueFinding>;

export const ValueFindings = named('ValueFindings', {
  version: Type.Integer({
    minimum: 1,
    description: 'Version of the value that was checked. Send it with a fix to `values.update`.',
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
  params: closed({ projectId: Id, valueId: Id }),
  data: ValueFindings,
});
