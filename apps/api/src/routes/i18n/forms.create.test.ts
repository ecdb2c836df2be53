import type { Role } from '@parlance/contracts';
import type { Client } from '@parlance/sdk';
import { beforeEach, describe, expect, it } from 'vitest';
import { actFor, codeOf, joinOrganization, type Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';

let tenant: Tenant;
let projectId: string;
describeProject((given) => {
  ({ tenant, projectId } = given);
});

beforeEach(async () => {
  const content = { files_one: '{{count}} file', files_other: '{{count}} files', title: 'Title' };
  await tenant.client.i18n.projects.import({ projectId, locale: 'en', content });
  await tenant.client.i18n.locales.create({ projectId, code: 'ru' });
});

const actAs = async (role: Role): Promise<Client> =>
  actFor(await joinOrganization(tenant.user, tenant.organizationId, role), tenant.organizationId);

const namesOf = async () =>
  (await tenant.client.i18n.keys.list({ projectId })).data.map(({ name }) => name).toSorted();

describe('i18n.forms.create', () => {
  it.each(['translator', 'contributor'] as const)(
    'lets a %s create the key of a plural form that the language needs, once',
    async (role) => {
      const { i18n } = await actAs(role);
      const { data } = await i18n.forms.create({ projectId, name: 'files_few' });
      expect(data).toMatchObject({ name: 'files_few', pluralFamily: 'files' });
      expect((await i18n.forms.create({ projectId, name: 'files_few' })).data.id).toBe(data.id);
      expect(await namesOf()).toEqual(['files_few', 'files_one', 'files_other', 'title']);
    },
  );

  it('accepts the text of a translator for the new form, in the same family', async () => {
    const { i18n } = await actAs('translator');
    const { data } = await i18n.forms.create({ projectId, name: 'files_many' });
    const text = '{{count}} файлов';
    await i18n.values.put({ projectId, keyId: data.id, localeCode: 'ru', text });
    const { data: rows } = await i18n.rows.list({ projectId, locales: ['ru'] });
    const forms = rows.find(({ key }) => key === 'files')!.values.ru!.forms!;
    expect(forms.map(({ category, text: own }) => [category, own])).toEqual([['many', text]]);
  });

  it('restores an archived key', async () => {
    const { i18n } = await actAs('translator');
    const { data } = await i18n.forms.create({ projectId, name: 'files_few' });
    await tenant.client.i18n.keys.delete({ projectId, keyId: data.id });
    expect((await i18n.forms.create({ projectId, name: 'files_few' })).data).toMatchObject({
      id: data.id,
      archivedAt: null,
    });
  });

  it('refuses every other key, and refuses a viewer', async () => {
    const { i18n } = await actAs('translator');
    for (const name of ['other', 'new_key', 'cats_few', 'title_few', 'files_several', 'files']) {
      expect(await codeOf(i18n.forms.create({ projectId, name })), name).toBe('validation_failed');
    }
    const viewer = await actAs('viewer');
    expect(await codeOf(viewer.i18n.forms.create({ projectId, name: 'files_few' }))).toBe(
      'insufficient_scope',
    );
    expect(await namesOf()).toEqual(['files_one', 'files_other', 'title']);
  });
});
