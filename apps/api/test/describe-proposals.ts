import type { Proposal, Role } from '@parlance/contracts';
import type { Client } from '@parlance/sdk';
import { beforeEach } from 'vitest';
import { actFor, joinOrganization } from './build.ts';
import { type DescribedProject, describeProject } from './describe-project.ts';

export interface Person {
  id: string;
  client: Client;
  i18n: Client['i18n'];
}

export interface DescribedProposals extends DescribedProject {
  /** Key `hello` with a placeholder, which has a value in `de` and none in `fr`. */
  keyId: string;
  i18n: Client['i18n'];
  join(role: Role, locales?: readonly string[] | null): Promise<Person>;
  /** Proposes a text for the value of the key in `de`, unless `more` says otherwise. */
  propose(by: Pick<Person, 'i18n'>, text: string, more?: object): Promise<Proposal>;
  /** Lists the open proposals, unless the query says otherwise. */
  open(query?: object): Promise<Proposal[]>;
  keyOf(name: string): Promise<string>;
}

/** Does what `describeProject` does, with two keys to propose texts for. */
export function describeProposals(take: (given: DescribedProposals) => void): void {
  let given: DescribedProject;
  describeProject((project) => {
    given = project;
  });
  beforeEach(async () => {
    const { tenant, projectId } = given;
    const { i18n } = tenant.client;
    const content = { hello: 'Hi {name}', bye: 'Bye' };
    await i18n.projects.import({ projectId, locale: 'en', content });
    await i18n.projects.import({ projectId, locale: 'de', content: { hello: 'Hallo {name}' } });
    await i18n.locales.create({ projectId, code: 'fr' });
    const keyOf = async (name: string) =>
      (await i18n.keys.list({ projectId })).data.find((key) => key.name === name)!.id;
    const keyId = await keyOf('hello');
    take({
      ...{ ...given, keyId, i18n, keyOf },
      async join(role, locales = null) {
        const user = await joinOrganization(
          ...([tenant.user, tenant.organizationId, role, undefined, locales] as const),
        );
        const client = actFor(user, tenant.organizationId);
        return { id: user.id, client, i18n: client.i18n };
      },
      propose: async (by, text, more = {}) => {
        const place = { projectId, keyId, localeCode: 'de' };
        return (await by.i18n.proposals.create({ ...place, text, ...more })).data;
      },
      open: async (query = {}) => (await i18n.proposals.list({ projectId, ...query })).data,
    });
  });
}
