import { type Static, Type } from 'typebox';
import { endpoint, scoped, unbound } from './endpoint.ts';
import { closed, named, nullable } from './schema/build.ts';
import { Actor, DayOrTimeInput, Id, Timestamp } from './schema/common.ts';
import { ListMeta, listQuery } from './schema/list.ts';

export const AuditEntry = named('AuditEntry', {
  id: Id,
  at: Timestamp,
  actor: Actor,
  action: Type.String({ description: 'Such as `api_key.create`.' }),
  target: closed(
    {
      type: Type.String({ description: 'Such as `api_key`.' }),
      id: Type.String({ description: 'Its id, or what else identifies it.' }),
      name: nullable(Type.String(), { description: 'As it was then; null where it has none.' }),
    },
    { description: 'What it was done to.' },
  ),
  address: nullable(Type.String(), {
    description: 'Address that the request came from; null for what no request did.',
  }),
  details: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'What was changed; what it holds depends on the action.',
  }),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const auditLogList = endpoint({
  id: 'audit-log.list',
  method: 'GET',
  path: '/v1/audit-log',
  summary: 'Lists who did what, newest first.',
  access: unbound(scoped('admin:api-keys')),
  query: listQuery({
    from: Type.Optional(DayOrTimeInput),
    to: Type.Optional(DayOrTimeInput),
    action: Type.Optional(
      Type.String({
        pattern: '^[a-z_]{1,50}(\\.[a-z_]{1,50})?$',
        description: 'One action, `api_key.create`, or all of a noun, `api_key`.',
      }),
    ),
    actor: Type.Optional(Type.String({ format: 'uuid', description: 'Id of the actor.' })),
  }),
  data: Type.Array(AuditEntry),
  meta: ListMeta,
});
