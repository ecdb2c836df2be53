import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportResult, Project } from '@parlance/contracts';
import { messagesOf } from './messages.ts';
import type { BenchServer } from './server.ts';
import { timed } from './suite.ts';

export const FILE_TYPES = {
  json: 'application/json',
  csv: 'text/csv',
  yaml: 'application/yaml',
  xliff: 'application/xliff+xml',
} as const;
export type FileFormat = keyof typeof FILE_TYPES;

export const jsonOf = (keys: number, edition = ''): string =>
  JSON.stringify(Object.fromEntries(messagesOf(keys, edition)));

export async function createProject({ client }: BenchServer): Promise<Project> {
  return (await client.i18n.projects.create({ name: 'Bench', sourceLocale: 'en' })).data;
}

export async function importFile(
  { client }: BenchServer,
  project: Project,
  locale: string,
  format: FileFormat,
  body: string | Buffer,
): Promise<ImportResult> {
  const { data } = await client.i18n.projects.import({
    projectId: project.id,
    locale,
    body,
    contentType: FILE_TYPES[format],
  });
  return data;
}

export async function exportFile(
  { client }: BenchServer,
  project: Project,
  locale: string,
  format: FileFormat,
): Promise<Buffer> {
  const response = await client.i18n.projects.export(
    { projectId: project.id, locale, format },
    { raw: format === 'json' ? `${FILE_TYPES.json}; profile=raw` : FILE_TYPES[format] },
  );
  return Buffer.from(await response.arrayBuffer());
}

/** The longest that `/health` took to answer while `run` was going on, in ms. */
export async function slowestHealthDuring(
  { url }: BenchServer,
  run: () => Promise<unknown>,
): Promise<number> {
  let isRunning = true;
  let slowestMs = 0;
  const watching = (async () => {
    while (isRunning) {
      slowestMs = Math.max(slowestMs, await timed(() => fetch(`${url}/health`)));
      await sleep(10);
    }
  })();
  try {
    await run();
  } finally {
    isRunning = false;
  }
  await watching;
  return slowestMs;
}
