import { type Static, Type } from 'typebox';
import { endpoint, scoped, unbound } from './endpoint.ts';
import { closed, named, nullable } from './schema/build.ts';
import { Actor, DayOrTimeInput, Id, Timestamp } from './schema/common.ts';
import { ListMeta, listQuery } from './schema/list.ts';

export const AuditEntry = named('AuditEntry', {
  id: Id,
  at: Timestamp,
  actor: Actor,
  action: Type.String({ description: 'Action, such as `api_key.create`.' }),
  target: closed(
    {
      type: Type.String({ description: 'Type of the target, such as `api_key`.' }),
      id: Type.String({ description: 'Id or other identifier of the target.' }),
      name: nullable(Type.String(), {
        description:
          'Name of the target at the time of the action. Null if the target has no name.',
      }),
    },
    { description: 'The resource that the action changed.' },
  ),
  address: nullable(Type.String(), {
    description: 'IP address of the client. Null if the action was not caused by a request.',
  }),
  details: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'Details of the change. The members depend on the action.',
  }),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const auditLogList = endpoint({
  id: 'audit-log.list',
  method: 'GET',
  path: '/v1/audit-log',
  summary: 'Lists the entries of the audit log, newest first.',
  access: unbound(scoped('admin:api-keys')),
  query: listQuery({
    from: Type.Optional(DayOrTimeInput),
    to: Type.Optional(DayOrTimeInput),
    action: Type.Optional(
      Type.String({
        pattern: '^[a-z_]{1,50}(\\.[a-z_]{1,50})?$',
        description:
          'An action such as `api_key.create`, or a noun such as `api_key` for all actions on it.',
      }),
    ),
    actor: Type.Optional(Type.String({ format: 'uuid', description: 'Id of the actor.' })),
  }),
  data: Type.Array(AuditEntry),
  meta: ListMeta,
});
