import type { Proposal, Role } from '@parlance/contracts';
import type { Client } from '@parlance/sdk';
import { beforeEach } from 'vitest';
import { actFor, joinOrganization } from '../app/build.ts';
import { type DescribedProject, describeProject } from '../app/describe-project.ts';

export interface Person {
  id: string;
  client: Client;
  i18n: Client['i18n'];
}

export interface DescribedProposals extends DescribedProject {
  /** Id of the key `hello`, whose text has a placeholder. The key has a value in `de` and none in `fr`. */
  keyId: string;
  /** Client with the tenant's API key. */
  owner: Client['i18n'];
}

/** Extends `describeProject` with two keys. Returns functions that propose texts in the project of a test. */
export function describeProposals(
  take: (given: DescribedProposals) => void,
  options: Parameters<typeof describeProject>[1] = {},
) {
  let given: DescribedProposals;
  describeProject((project) => {
    given = { ...project, keyId: '', owner: project.tenant.client.i18n };
  }, options);
  const keyOf = async (name: string): Promise<string> => {
    const { data } = await given.owner.keys.list({ projectId: given.projectId });
    return data.find((key) => key.name === name)!.id;
  };
  beforeEach(async () => {
    const { owner, projectId } = given;
    const content = { hello: 'Hi {name}', bye: 'Bye' };
    await owner.projects.import({ projectId, locale: 'en', content });
    await owner.projects.import({ projectId, locale: 'de', content: { hello: 'Hallo {name}' } });
    await owner.locales.create({ projectId, code: 'fr' });
    given.keyId = await keyOf('hello');
    take(given);
  });
  return {
    keyOf,
    async join(role: Role, locales: readonly string[] | null = null): Promise<Person> {
      const { user: inviter, organizationId } = given.tenant;
      const user = await joinOrganization(inviter, organizationId, role, undefined, locales);
      const client = actFor(user, organizationId);
      return { id: user.id, client, i18n: client.i18n };
    },
    /** Proposes a text for the value of the key in `de`. `more` overrides the place. */
    async propose(by: Pick<Person, 'i18n'>, text: string, more: object = {}): Promise<Proposal> {
      const place = { projectId: given.projectId, keyId: given.keyId, localeCode: 'de' };
      return (await by.i18n.proposals.create({ ...place, text, ...more })).data;
    },
    async valueIn(localeCode: string) {
      const { owner, projectId, keyId } = given;
      const page = await owner.rows.list({ projectId, locales: [localeCode], keyIds: [keyId] });
      return page.data[0]!.values[localeCode]!;
    },
    /** Lists the open proposals, or those that match the query. */
    open: async (query: object = {}): Promise<Proposal[]> =>
      (await given.owner.proposals.list({ projectId: given.projectId, ...query })).data,
  };
}
