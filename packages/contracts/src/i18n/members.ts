import { type Static, Type } from 'typebox';
import { endpoint, scoped, unbound } from '../endpoint.ts';
import { closed, named } from '../schema/build.ts';
import {
  EmailAddress,
  GrantRoleSchema,
  Id,
  Label,
  MemberLocales,
  ProjectId,
  SearchText,
  Timestamp,
} from '../schema/common.ts';
import { ListMeta, listQuery } from '../schema/list.ts';
import { projectParams } from './projects.ts';

export const ProjectMember = named(
  'ProjectMember',
  {
    userId: Id,
    name: Label,
    email: EmailAddress,
    role: GrantRoleSchema,
    localeCodes: MemberLocales,
    grantedAt: Timestamp,
  },
  'A member of the organization with a grant: a role in this project, in place of the role in the organization.',
);
export type ProjectMember = Static<typeof ProjectMember>;

const memberParams = closed({ projectId: ProjectId, userId: Id });

export const i18nMembersList = endpoint({
  id: 'i18n.members.list',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/members',
  summary: 'Lists the members with a grant for a project, in the order of their grants.',
  access: unbound(scoped('admin:api-keys')),
  params: projectParams,
  query: listQuery({
    q: Type.Optional({ ...SearchText, description: 'Part of the name or the email address.' }),
  }),
  data: Type.Array(ProjectMember),
  meta: ListMeta,
});

export const i18nMembersPut = endpoint({
  id: 'i18n.members.put',
  method: 'PUT',
  path: '/v1/i18n/projects/:projectId/members/:userId',
  summary: 'Gives a member of the organization a role in a project. Owners and admins need none.',
  access: unbound(scoped('admin:api-keys')),
  params: memberParams,
  body: closed({
    role: GrantRoleSchema,
    localeCodes: Type.Optional({ ...MemberLocales, default: null }),
  }),
  data: ProjectMember,
  errors: ['conflict', 'limit_exceeded'],
});

export const i18nMembersDelete = endpoint({
  id: 'i18n.members.delete',
  method: 'DELETE',
  path: '/v1/i18n/projects/:projectId/members/:userId',
  summary: 'Deletes the grant of a member for a project. A guest no longer sees the project.',
  access: unbound(scoped('admin:api-keys')),
  params: memberParams,
  data: ProjectMember,
});
