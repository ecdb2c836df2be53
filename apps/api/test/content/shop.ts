import type { Project } from '@parlance/contracts';
import type { Client } from '@parlance/sdk';
import { createProject } from '../app/build.ts';

/**
 * Creates a project of four plain keys and a plural family. German has values for two of the plain keys and one form.
 */
export async function createShop(client: Client): Promise<Project> {
  const project = await createProject(client, { name: 'Shop' });
  const items = { item_one: '{{count}} item', item_other: '{{count}} items' };
  for (const [locale, content] of [
    ['en', { a: 'One', b: 'Two', c: 'Three', d: 'Four', ...items }],
    ['de', { a: 'Eins', b: 'Zwei', item_other: '{{count}} Dinge' }],
  ] as const) {
    await client.i18n.projects.import({ projectId: project.id, locale, content });
  }
  return project;
}
