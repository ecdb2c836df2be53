import { joinOrganization } from '../app/build.ts';
import type { TestUser } from '../app/seed.ts';

const ROLES = ['admin', 'developer', 'reviewer', 'translator', 'contributor', 'viewer'] as const;

export interface RoleMember {
  role: (typeof ROLES)[number];
  user: TestUser;
  organizationId: string;
}

/** Creates an organization with a member of each role. */
export async function createRoleMembers(owner: TestUser): Promise<RoleMember[]> {
  const { data } = await owner.client.organizations.create({ name: 'Shared' });
  const all: RoleMember[] = [];
  for (const role of ROLES) {
    const user = await joinOrganization(owner, data.id, role);
    all.push({ role, user, organizationId: data.id });
  }
  return all;
}
