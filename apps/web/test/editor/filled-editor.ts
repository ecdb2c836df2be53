import type { Row } from '@parlance/sdk';
import type { Page } from 'playwright-core';
import { fillEditorProject } from '../../../../bench/editor-project.ts';
import { createProject } from '../../../api/test/app/build.ts';
import { seedUser, type TestUser } from '../../../api/test/app/seed.ts';
import { BROWSER_SITE } from '../../../api/test/browser/chromium.ts';
import type { Site } from '../../../api/test/browser/site.ts';

export interface OpenedPage {
  page: Page;
  problems: string[];
  /** Requests for rows, in order. */
  reads: string[];
}

/** The editor of a project with many keys, created with SQL. */
export interface FilledEditor {
  user: TestUser;
  projectId: string;
  /** Address of the editor, without a query. */
  editor: string;
  /** Ids of all rows, in order. */
  keyIds: string[];
  open(address: string, size?: { width: number; height: number }): Promise<OpenedPage>;
  rowsOf(ids: string[], locales?: string[]): Promise<Row[]>;
  nameOf(row: number): Promise<string>;
}

export async function fillEditor(site: Site, keys: number): Promise<FilledEditor> {
  const user = await seedUser(site.app);
  const project = await createProject(user.client);
  const projectId = project.id;
  await fillEditorProject(site.app.connectionString, project, keys);
  const { data: organizations } = await user.client.organizations.list();
  const { slug } = organizations.find(({ id }) => id === user.organizationId)!;
  const { rows } = user.client.i18n;
  const all = await Array.fromAsync(rows.listAll({ projectId, locales: ['de'], limit: 200 }));
  const keyIds = all.map(({ keyId }) => keyId);
  const rowsOf = async (ids: string[], locales = ['de']): Promise<Row[]> =>
    (await rows.list({ projectId, locales, keyIds: ids })).data;
  return {
    user,
    projectId,
    keyIds,
    rowsOf,
    editor: `${BROWSER_SITE}/o/${slug}/p/${projectId}/editor`,
    nameOf: async (row) => (await rowsOf([keyIds[row]!]))[0]!.key,
    async open(address, size = { width: 1280, height: 800 }) {
      const { page, problems } = await site.browser.open('about:blank');
      const [name, value] = user.jar.header()!.split('=') as [string, string];
      await page.context().addCookies([{ name, value, url: BROWSER_SITE }]);
      await page.setViewportSize(size);
      const reads: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/rows?')) reads.push(request.url());
      });
      await page.goto(address);
      return { page, problems, reads };
    },
  };
}
