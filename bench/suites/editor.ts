import type { Project } from '@parlance/contracts';
import { EDITOR_KEYS, EDITOR_LOCALES, fillEditorProject } from '../editor-project.ts';
import { percentile, repeat } from '../rows/web-rows.ts';
import { type BenchServer, onServer } from '../servers/server.ts';
import { type Row, type Suite, timed } from '../suite.ts';
import { createProject } from '../workspace.ts';

const WARM_UP_RUNS = 3;
const RUNS = 15;
/** Number of calls per figure. Each figure is the 95th percentile of its calls. */
const CALLS = 20;
const SHOWN_LOCALES = EDITOR_LOCALES.slice(1, 6);
const ROWS = 200;

export const editor: Suite = {
  name: 'editor',
  title: 'Editor',
  about:
    `A project of ${EDITOR_KEYS.toLocaleString('en')} keys in ${EDITOR_LOCALES.length} locales: 60 % of the ` +
    'translations are present, 3 % of the keys belong to plural families, 1 % are ICU messages, and 5 % of ' +
    'the values lack a placeholder.',
  rows: () => onServer(editorRows),
};

async function* editorRows(server: BenchServer): AsyncGenerator<Row> {
  const project = await createProject(server);
  await fillEditorProject(server.databaseUrl, project);
  await server.settled();
  const anchors = await anchorsOf(server, project);
  const screen = (at: number) =>
    read(server, project, 'rows', {
      locales: SHOWN_LOCALES.join(','),
      limit: String(ROWS),
      cursor: anchors[at % anchors.length]!,
    });
  yield {
    name: `rows: ${ROWS} rows × ${SHOWN_LOCALES.length} locales, 95th percentile`,
    unit: 'ms',
    ours: await percentiles((call) => screen(call * 37)),
    goal: { atMost: 60 },
  };
  const locales = SHOWN_LOCALES.join(',');
  const reads = [
    ['row-index: all rows', 'row-index', { locales }, 100],
    ['row-index: is:needs-review', 'row-index', { locales, query: 'is:needs-review' }, 300],
    [
      'row-index: check:placeholder_missing',
      'row-index',
      { locales, query: 'check:placeholder_missing' },
      300,
    ],
    ['counts of five locales', 'counts', { locales }, 100],
    ['key-tree', 'key-tree', { prefix: 'area3.' }, 100],
  ] as const;
  for (const [name, path, query, atMost] of reads) {
    const call = () => read(server, project, path, query);
    yield { name, unit: 'ms', ours: await timings(call), goal: { atMost } };
  }
  const etag = (await read(server, project, 'row-index', { locales })).headers.get('etag')!;
  yield {
    name: 'row-index: 304',
    unit: 'ms',
    ours: await timings(() => read(server, project, 'row-index', { locales }, etag)),
    goal: { atMost: 5 },
  };
}

async function timings(call: () => Promise<unknown>): Promise<number[]> {
  await repeat(() => timed(call), WARM_UP_RUNS);
  return repeat(() => timed(call), RUNS);
}

/** Returns the 95th percentile of several series of calls. */
async function percentiles(call: (at: number) => Promise<unknown>): Promise<number[]> {
  let at = 0;
  await call(at);
  return repeat(async () => percentile(await repeat(() => timed(() => call(at++)), CALLS)));
}

async function anchorsOf(server: BenchServer, project: Project): Promise<string[]> {
  const locales = SHOWN_LOCALES.join(',');
  const response = await read(server, project, 'row-index', { locales });
  const { data } = (await response.json()) as { data: { anchors: string[] } };
  return data.anchors;
}

/** Reads a complete response, as a browser would. */
async function read(
  { url, apiKey }: BenchServer,
  project: Project,
  path: string,
  query: Readonly<Record<string, string>>,
  etag?: string,
): Promise<Response> {
  const response = await fetch(
    `${url}/v1/i18n/projects/${project.id}/${path}?${new URLSearchParams(query)}`,
    {
      headers: {
        Authorization: `ApiKey ${apiKey}`,
        ...(etag === undefined ? {} : { 'If-None-Match': etag }),
      },
    },
  );
  if (response.status !== (etag === undefined ? 200 : 304)) {
    throw new Error(`${path}: ${response.status} ${await response.text()}`);
  }
  const text = await response.clone().text();
  if (etag === undefined && text === '') throw new Error(`${path}: the body is empty`);
  return response;
}
