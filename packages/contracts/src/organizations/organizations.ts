import { type Static, Type } from 'typebox';
import { endpoint, scopedOrMember, unbound } from '../endpoint.ts';
import { closed, named, nullable, updateBody } from '../schema/build.ts';
import {
  Id,
  Label,
  MailedName,
  MemberGrants,
  MemberLocales,
  RoleSchema,
  SearchText,
  Slug,
  Timestamp,
} from '../schema/common.ts';
import { ListMeta, listQuery } from '../schema/list.ts';

export const Organization = named('Organization', {
  id: Id,
  name: Label,
  slug: Type.String({ description: 'Slug of the organization, unique on the server.' }),
  personal: Type.Boolean({
    description: 'True if the organization was created together with a user account.',
  }),
  role: nullable(RoleSchema, { description: 'Role of the caller. Null for an API key.' }),
  localeCodes: MemberLocales,
  grants: MemberGrants,
  createdAt: Timestamp,
});
export type Organization = Static<typeof Organization>;

/** Optional slug of a new organization. By default, it is derived from the name. */
const SlugOrDerived = {
  ...Slug,
  description:
    'Slug of lower-case letters, digits and single hyphens. Defaults to a slug derived from the name.',
};

export const organizationParams = closed({ organizationId: Id });

export const organizationsList = endpoint({
  id: 'organizations.list',
  method: 'GET',
  path: '/v1/organizations',
  summary: 'Lists the organizations of the signed-in user, or the organization of the API key.',
  access: scopedOrMember('admin:api-keys'),
  query: listQuery({
    q: Type.Optional({ ...SearchText, description: 'Part of the name or the slug.' }),
    slug: Type.Optional({ ...Slug, description: 'Only the organization with exactly this slug.' }),
  }),
  data: Type.Array(Organization),
  meta: ListMeta,
});

export const organizationsCreate = endpoint({
  id: 'organizations.create',
  method: 'POST',
  path: '/v1/organizations',
  summary: 'Creates an organization with the signed-in user as its owner.',
  access: scopedOrMember('admin:api-keys'),
  body: closed({ name: MailedName, slug: Type.Optional(SlugOrDerived) }),
  status: 201,
  data: Organization,
  errors: ['conflict', 'session_required'],
});

export const organizationsGet = endpoint({
  id: 'organizations.get',
  method: 'GET',
  path: '/v1/organizations/:organizationId',
  summary: 'Returns an organization.',
  access: scopedOrMember('admin:api-keys'),
  params: organizationParams,
  data: Organization,
});

export const organizationsUpdate = endpoint({
  id: 'organizations.update',
  method: 'PATCH',
  path: '/v1/organizations/:organizationId',
  summary: 'Changes the name or the slug of an organization.',
  access: unbound(scopedOrMember('admin:api-keys')),
  params: organizationParams,
  body: updateBody({ name: Type.Optional(MailedName), slug: Type.Optional(Slug) }),
  data: Organization,
  errors: ['conflict'],
});
