import { type Static, Type } from 'typebox';
import { endpoint, scopedOrMember, unbound } from '../endpoint.ts';
import { closed, named, updateBody } from '../schema/build.ts';
import {
  EmailAddress,
  Id,
  Label,
  MemberGrants,
  MemberLocales,
  RoleSchema,
  SearchText,
  Timestamp,
} from '../schema/common.ts';
import { ListMeta, listQuery } from '../schema/list.ts';
import { organizationParams } from './organizations.ts';

export const Member = named('Member', {
  userId: Id,
  name: Label,
  email: EmailAddress,
  role: RoleSchema,
  localeCodes: MemberLocales,
  grants: MemberGrants,
  joinedAt: Timestamp,
});
export type Member = Static<typeof Member>;

const memberParams = closed({ organizationId: Id, userId: Id });

export const organizationsMembersList = endpoint({
  id: 'organizations.members.list',
  method: 'GET',
  path: '/v1/organizations/:organizationId/members',
  summary: 'Lists the members of an organization, in the order in which they joined.',
  access: unbound(scopedOrMember('admin:api-keys')),
  params: organizationParams,
  query: listQuery({
    role: Type.Optional({ ...RoleSchema, description: 'Role of the members. Defaults to all.' }),
    q: Type.Optional({ ...SearchText, description: 'Part of the name or the email address.' }),
  }),
  data: Type.Array(Member),
  meta: ListMeta,
});

export const organizationsMembersUpdate = endpoint({
  id: 'organizations.members.update',
  method: 'PATCH',
  path: '/v1/organizations/:organizationId/members/:userId',
  summary:
    'Changes the role or the locales of a member. Only owners can grant or revoke the role `owner`.',
  access: unbound(scopedOrMember('admin:api-keys')),
  params: memberParams,
  body: updateBody({
    role: Type.Optional(RoleSchema),
    localeCodes: Type.Optional({
      ...MemberLocales,
      description:
        'Locales whose values the member may change. Null for all locales. Without it, the member keeps its locales, unless the role cannot be limited.',
    }),
  }),
  data: Member,
  errors: ['conflict'],
});

export const organizationsMembersDelete = endpoint({
  id: 'organizations.members.delete',
  method: 'DELETE',
  path: '/v1/organizations/:organizationId/members/:userId',
  summary:
    'Removes a member from an organization, with the API keys that the member made. The last owner cannot be removed.',
  access: unbound(scopedOrMember('admin:api-keys')),
  params: memberParams,
  query: closed({
    force: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'True to revoke the API keys for programs that `losses` of the error `conflict` names.',
      }),
    ),
  }),
  data: Member,
  errors: ['conflict'],
});
