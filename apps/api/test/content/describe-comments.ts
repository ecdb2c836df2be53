import type { Comment, Role } from '@parlance/contracts';
import { beforeEach } from 'vitest';
import { actFor, joinOrganization } from '../app/build.ts';
import { type DescribedProject, describeProject } from '../app/describe-project.ts';
import type { TestUser } from '../app/seed.ts';
import type { Person } from './describe-proposals.ts';

export interface DescribedComments extends DescribedProject {
  /** Id of the key `hello`. The key has a value in `de`, which the tenant's API key wrote, and none in `fr`. */
  keyId: string;
  /** The owner of the organization in a session. */
  owner: Person;
}

/** A member. `user` is the same person outside the organization. */
export interface Joined extends Person {
  user: TestUser;
}

/** Extends `describeProject` with keys to comment on. Returns functions that comment in the project of a test. */
export function describeComments(
  take: (given: DescribedComments) => void,
  options: Parameters<typeof describeProject>[1] = {},
) {
  let given: DescribedComments;
  describeProject((project) => {
    const { user, organizationId } = project.tenant;
    const client = actFor(user, organizationId);
    const owner = { id: user.id, client, i18n: client.i18n };
    given = { ...project, keyId: '', owner };
  }, options);
  const keyOf = async (name: string): Promise<string> => {
    const { data } = await given.owner.i18n.keys.list({ projectId: given.projectId });
    return data.find((key) => key.name === name)!.id;
  };
  beforeEach(async () => {
    const { i18n } = given.tenant.client;
    const { projectId } = given;
    await i18n.projects.import({ projectId, locale: 'en', content: { hello: 'Hi', bye: 'Bye' } });
    await i18n.projects.import({ projectId, locale: 'de', content: { hello: 'Hallo' } });
    await i18n.locales.create({ projectId, code: 'fr' });
    given.keyId = await keyOf('hello');
    take(given);
  });
  return {
    keyOf,
    async join(role: Role, locales: readonly string[] | null = null): Promise<Joined> {
      const { user: inviter, organizationId } = given.tenant;
      const user = await joinOrganization(inviter, organizationId, role, undefined, locales);
      const client = actFor(user, organizationId);
      return { id: user.id, user, client, i18n: client.i18n };
    },
    /** Writes a comment on the key. `more` overrides the place and the kind. */
    async comment(by: Pick<Person, 'i18n'>, text: string, more: object = {}): Promise<Comment> {
      const place = { projectId: given.projectId, keyId: given.keyId };
      return (await by.i18n.keys.comments.create({ ...place, text, ...more })).data;
    },
    /** Lists threads of the project as the owner. */
    threads: async (query: object = {}): Promise<Comment[]> =>
      (await given.owner.i18n.comments.list({ projectId: given.projectId, ...query })).data,
    /** Lists the comments on the key as the owner. */
    comments: async (query: object = {}): Promise<Comment[]> => {
      const place = { projectId: given.projectId, keyId: given.keyId };
      return (await given.owner.i18n.keys.comments.list({ ...place, ...query })).data;
    },
  };
}
