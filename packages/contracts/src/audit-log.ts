import { type Static, Type } from 'typebox';
import { Money } from './billing.ts';
import { endpoint, scoped, unbound } from './endpoint.ts';
import { choice, closed, named, nullable } from './schema/build.ts';
import {
  Actor,
  CanonicalLocaleTag,
  counting,
  DayOrTimeInput,
  Id,
  Label,
  RoleSchema,
  Timestamp,
} from './schema/common.ts';
import { ListMeta, listQuery } from './schema/list.ts';
import { SCOPES } from './scopes.ts';

/**
 * All recorded actions, named `noun.verb`. Actions are never removed, because stored audit log
 * entries contain them.
 */
export const AUDIT_ACTIONS = [
  'api_key.create',
  'api_key.revoke',
  'change.bulk',
  'change.revert',
  'environment.archive',
  'environment.restore',
  'environment.resume_delivery',
  'environment.stop_delivery',
  'glossary_term.archive',
  'glossary_term.restore',
  'grant.delete',
  'grant.update',
  'invitation.create',
  'invitation.revoke',
  'locale.disable',
  'locale.purge',
  'locale.remove',
  'member.create',
  'member.delete',
  'member.update',
  'organization.archive',
  'organization.create',
  'organization.restore',
  'organization.update',
  'payment_order.capture',
  'payment_order.create',
  'payment_order.refund',
  'project.archive',
  'project.import',
  'project.restore',
  'project.resume_delivery',
  'project.stop_delivery',
  'release.publish',
  'translation_key.archive',
  'translation_key.restore',
  'webhook.create',
  'webhook.delete',
  'webhook.disable',
  'webhook.rotate',
  'webhook.update',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Reasons for recorded actions that no user requested directly. */
export const AUDIT_REASONS = [
  'account_deactivated',
  'address_of_another_account',
  'admin_command',
  'member_removed',
  'role_changed',
  'webhook_failing',
  'webhook_gone',
] as const;
export type AuditReason = (typeof AUDIT_REASONS)[number];

const text = (description: string) => Type.Optional(Type.String({ description }));
const count = (description: string) => Type.Optional(counting(description));

const AuditedLocales = Type.Optional(
  Type.Array(CanonicalLocaleTag, {
    description: 'Locales of the member. Absent for all locales.',
  }),
);

const AuditedFields = (description: string) =>
  Type.Optional(
    closed(
      {
        role: Type.Optional(RoleSchema),
        locales: AuditedLocales,
        name: text('Name of the organization.'),
        slug: text('Slug of the organization.'),
      },
      { description },
    ),
  );

const AuditDetails = Type.Object(
  {
    reason: Type.Optional(
      choice(AUDIT_REASONS, { description: 'Why the service took the action by itself.' }),
    ),
    role: Type.Optional(RoleSchema),
    locales: AuditedLocales,
    before: AuditedFields('Values before the action.'),
    after: AuditedFields('Values after the action.'),
    scopes: Type.Optional(
      Type.Array(choice(SCOPES), { description: 'Scopes of the new API key.' }),
    ),
    projectIds: Type.Optional(
      nullable(Type.Array(Id), {
        description:
          'Projects that the new API key or the webhook is restricted to, or for which an invited person gets a role. Null for all.',
      }),
    ),
    personal: Type.Optional(
      Type.Boolean({ description: 'True if the new API key acts for its creator.' }),
    ),
    invitationId: text('Id of the invitation that the member accepted.'),
    email: text('Address that the invitation was sent to.'),
    invitedBy: text('Name of the user or API key that sent the invitation.'),
    projectId: text('Id of the project of the target.'),
    environment: text('Slug of the environment that the release was published to.'),
    version: count('Version of the release.'),
    fromReleaseId: Type.Optional(
      nullable(Type.String(), {
        description:
          'Id of the release that was published again. Null for a release of the project.',
      }),
    ),
    format: text('File format of the import.'),
    locale: text('Locale of the import.'),
    files: count('Files of the import of a folder.'),
    keys: Type.Optional(
      closed(
        {
          created: counting('Keys that were created.'),
          restored: counting('Archived keys that were restored.'),
          archived: counting('Keys that were archived.'),
        },
        { description: 'Changes of an import to keys.' },
      ),
    ),
    values: Type.Optional(
      Type.Union(
        [
          counting('Values that were deleted.'),
          closed(
            {
              created: counting('Values that were created.'),
              updated: counting('Values that were updated.'),
              unchanged: counting('Values that equal the file.'),
              skipped: counting('Values that differ from the file and were kept.'),
            },
            { description: 'Changes of an import to values.' },
          ),
        ],
        {
          description:
            'For an import, its changes to values. For `locale.purge`, the number of values that were deleted.',
        },
      ),
    ),
    kind: Type.Optional(
      choice(['values', 'keys'], {
        description: 'Kind of the bulk change: it changed values or keys.',
      }),
    ),
    action: text('Action of the bulk change, such as `setState`.'),
    rows: count('Rows of the bulk change.'),
    revertedBy: text('Id of the change that reverted the target.'),
    packId: text('Id of the pack of credits.'),
    credits: count('Credits that were bought, or taken back by a refund.'),
    spent: count('Credits of a refund that were spent already.'),
    amount: Type.Optional(Money),
    captureId: text('Id of the payment at its provider.'),
    refundId: text('Id of the refund at its provider.'),
    events: Type.Optional(Type.Array(Type.String(), { description: 'Events of the webhook.' })),
  },
  {
    additionalProperties: true,
    description: 'Details of the change. The members depend on the action.',
  },
);
export type AuditDetails = Static<typeof AuditDetails>;

export const AuditEntry = named('AuditEntry', {
  id: Id,
  at: Timestamp,
  actor: Actor,
  action: Type.String({
    description: `Action: ${AUDIT_ACTIONS.map((action) => `\`${action}\``).join(', ')}.`,
  }),
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
  details: AuditDetails,
  projects: Type.Array(closed({ id: Id, name: Label }), {
    description: 'Projects that `details` names by their ids, with their current names.',
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
