import type { Client } from '@parlance/sdk';

/** Returns the texts of a file with `rows` rows. Every 25th row is a plural family of two forms. */
export const textsOf = (rows: number, text = 'Text'): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: rows }, (_, index) =>
      index % 25 === 0
        ? [
            [`item${index}_one`, `${text} of an item`],
            [`item${index}_other`, `${text} of ${index} items`],
          ]
        : [[`key${index}`, `${text} ${index}`]],
    ).flat(),
  );

export interface OperationProject {
  readonly client: Client;
  readonly projectId: string;
  /** Number of rows of the project. */
  readonly rows: number;
}

export interface Operation {
  readonly name: string;
  /** Scope of the rows that one statement may read: about a page, or about the project. */
  readonly reads: 'page' | 'project';
  readonly run: (project: OperationProject) => Promise<unknown>;
}

const PAGE = 50;
const lastImport = async ({ client, projectId }: OperationProject): Promise<string> =>
  (await client.i18n.changes.list({ projectId, kind: 'import', limit: 1 })).data[0]!.id;

/** Requests of users and programs to a project with values in `en`, some in `de`, and none in `fr`. */
export const OPERATIONS: readonly Operation[] = [
  page('opens the project', ({ client, projectId }) => client.i18n.projects.get({ projectId })),
  page('reads rows', ({ client, projectId }) =>
    client.i18n.rows.list({ projectId, locales: ['de'], limit: PAGE }),
  ),
  page('reads the rows around one', async ({ client, projectId }) => {
    const { data } = await client.i18n.rows.list({ projectId, locales: ['de'], limit: 1 });
    const around = data[0]!.keyId;
    await client.i18n.rows.list({ projectId, locales: ['de'], around, limit: PAGE });
  }),
  page('lists keys', ({ client, projectId }) => client.i18n.keys.list({ projectId, limit: PAGE })),
  page('lists values', ({ client, projectId }) =>
    client.i18n.values.list({ projectId, locale: 'en', limit: PAGE }),
  ),
  page('lists missing values', ({ client, projectId }) =>
    client.i18n.values.list({ projectId, locale: 'fr', missing: true, limit: PAGE }),
  ),
  page('edits values', async ({ client, projectId }) => {
    const { data } = await client.i18n.keys.list({ projectId, limit: 8 });
    for (const [at, { id: keyId }] of data.entries()) {
      await client.i18n.values.put({ projectId, keyId, localeCode: 'de', text: `Mine ${at}` });
    }
  }),
  page('reads the history of a value', async ({ client, projectId }) => {
    const { data } = await client.i18n.values.list({ projectId, locale: 'de', limit: 1 });
    await client.i18n.history.list({ projectId, valueId: data[0]!.id! });
  }),
  page('counts reviews', ({ client, projectId }) =>
    client.i18n.reviews.get({ projectId, since: '2020-01-01' }),
  ),
  page('counts values', ({ client, projectId }) => client.i18n.counts.get({ projectId })),
  page('lists changes', ({ client, projectId }) =>
    client.i18n.changes.list({ projectId, locale: 'de' }),
  ),
  page('reads a large change', async (project) => {
    const { client, projectId } = project;
    const changeId = await lastImport(project);
    await client.i18n.changes.values({ projectId, changeId, limit: PAGE });
  }),
  whole('searches rows', ({ client, projectId }) =>
    client.i18n.rows.list({ projectId, locales: ['de'], query: 'nowhere' }),
  ),
  whole('indexes the rows of a filter', ({ client, projectId }) =>
    client.i18n.rowIndex.get({ projectId, locales: ['de', 'fr'], query: 'is:missing by:nobody' }),
  ),
  whole('opens the tree', ({ client, projectId }) => client.i18n.keyTree.list({ projectId })),
  whole('searches keys', ({ client, projectId }) =>
    client.i18n.keys.list({ projectId, q: 'nowhere' }),
  ),
  whole('searches values', ({ client, projectId }) =>
    client.i18n.values.list({ projectId, locale: 'en', q: 'nowhere' }),
  ),
  whole('lists outdated values', ({ client, projectId }) =>
    client.i18n.values.list({ projectId, locale: 'de', outdated: true }),
  ),
  whole('plans a revert', async (project) => {
    const { client, projectId } = project;
    const changeId = await lastImport(project);
    await client.i18n.changes.revert({ projectId, changeId, dryRun: true });
  }),
  whole('exports, and asks what has changed since', async ({ client, projectId }) => {
    const { meta } = await client.i18n.projects.export({ projectId, locale: 'de', format: 'json' });
    await client.i18n.changes.since({ projectId, token: meta.syncToken! });
  }),
  whole('plans a bulk change', ({ client, projectId }) => {
    const select = { query: '', locales: ['de'] };
    const action = { setState: { state: 'reviewed' } } as const;
    return client.i18n.values.bulk({ projectId, select, action, dryRun: true });
  }),
  whole('estimates a translation', ({ client, projectId }) =>
    client.translate.estimate({ projectId, targetLocales: ['fr'] }),
  ),
  whole('compares with the release', async ({ client, projectId }) => {
    const { data } = await client.i18n.environments.list({ projectId });
    await client.i18n.environments.pending({ projectId, environmentId: data[0]!.id });
  }),
  whole('imports the same file', ({ client, projectId, rows }) =>
    client.i18n.projects.import({ projectId, locale: 'en', content: textsOf(rows) }),
  ),
];

function page(name: string, run: Operation['run']): Operation {
  return { name, reads: 'page', run };
}

function whole(name: string, run: Operation['run']): Operation {
  return { name, reads: 'project', run };
}
