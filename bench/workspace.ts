import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FileFormatName, ImportResult, Project } from '@parlance/contracts';
import { formatById } from '@parlance/formats';
import { messagesOf } from './messages.ts';
import type { BenchServer } from './servers/server.ts';
import { timed } from './suite.ts';

const contentTypeOf = (format: FileFormatName): string => formatById(format)!.contentType;

export const jsonOf = (keys: number, edition = ''): string =>
  JSON.stringify(Object.fromEntries(messagesOf(keys, edition)));

export async function createProject({ client }: BenchServer): Promise<Project> {
  return (await client.i18n.projects.create({ name: 'Bench', sourceLocale: 'en' })).data;
}

/** Creates a project with the same keys in each locale. The texts of other locales than English end with its tag. */
export async function createFilled(
  server: BenchServer,
  keys: number,
  locales: readonly string[],
): Promise<Project> {
  const project = await createProject(server);
  for (const locale of locales) {
    const edition = locale === 'en' ? '' : ` (${locale})`;
    await importFile(server, project, locale, 'json', jsonOf(keys, edition));
  }
  return project;
}

export async function importFile(
  { client }: BenchServer,
  project: Project,
  locale: string,
  format: FileFormatName,
  body: string | Buffer,
): Promise<ImportResult> {
  const { data } = await client.i18n.projects.import({
    projectId: project.id,
    locale,
    body,
    contentType: contentTypeOf(format),
  });
  return data;
}

export async function exportFile(
  { client }: BenchServer,
  project: Project,
  locale: string,
  format: FileFormatName,
): Promise<Buffer> {
  const response = await client.i18n.projects.export(
    { projectId: project.id, locale, format },
    { raw: contentTypeOf(format) + (format === 'json' ? '; profile=raw' : '') },
  );
  return Buffer.from(await response.arrayBuffer());
}

/** Returns the duration of `run`, and the longest response time of `/health` meanwhile, in ms. */
export async function timedWithHealth(
  { url }: BenchServer,
  run: () => Promise<unknown>,
): Promise<{ tookMs: number; slowestMs: number }> {
  const watch = new Worker(new URL('./health-watch.ts', import.meta.url), { workerData: url });
  try {
    await once(watch, 'message');
    const tookMs = await timed(run);
    watch.postMessage('end');
    const [slowestMs] = (await once(watch, 'message')) as [number];
    return { tookMs, slowestMs };
  } finally {
    await watch.terminate();
  }
}
