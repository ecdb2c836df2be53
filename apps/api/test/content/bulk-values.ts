import type { ValuesBulkAction } from '@parlance/contracts';
import type { Client } from '@parlance/sdk';
import { createProject } from '../app/build.ts';
import { type DescribedTenant, describeTenant } from '../app/describe-project.ts';
import { bring, storedTexts } from './import.ts';

/**
 * Starts a service with a tenant for tests of bulk changes. Returns functions that start changes and read their effect.
 */
export function describeBulkValues(take: (given: DescribedTenant) => void) {
  let given: DescribedTenant;
  describeTenant((described) => {
    given = described;
    take(described);
  });
  const i18n = () => given.tenant.client.i18n;
  return {
    i18n,
    /** Creates a project with texts in two languages. */
    async newProject(
      en: Record<string, string> = { a: 'Save file', b: 'Open file', c: 'Close' },
      de: Record<string, string> = { a: 'Datei sichern', b: 'Datei öffnen' },
    ): Promise<string> {
      const { tenant } = given;
      const project = await createProject(tenant.client);
      await bring(tenant, project, en);
      await bring(tenant, project, de, { locale: 'de' });
      return project.id;
    },
    async bulk(
      projectId: string,
      action: ValuesBulkAction,
      more: Partial<Parameters<Client['i18n']['values']['bulk']>[0]> = {},
    ) {
      const select = { query: '', locales: ['de'] };
      return (await i18n().values.bulk({ projectId, select, action, ...more })).data;
    },
    texts: async (projectId: string, locale = 'de') =>
      Object.fromEntries(await storedTexts(given.app, projectId, locale)),
    revert: (projectId: string, changeId: string) => i18n().changes.revert({ projectId, changeId }),
  };
}
