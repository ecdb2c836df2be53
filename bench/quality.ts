import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { FileFormatName } from '@parlance/contracts';
import { FORMATS } from '@parlance/formats';
import { type BenchServer, startServer } from './servers/server.ts';
import { importFile } from './workspace.ts';

const USAGE =
  'usage: node scripts/run.mjs bench/quality.ts --source en.json --reference es.json --engine apertium [--limit 500]';
const CLI = fileURLToPath(new URL('../packages/cli/src/main.ts', import.meta.url));
const POLL_MS = 1_000;

/**
 * Compares an engine with human translations in a file: starts a service, imports both files into a project, approves
 * the translations and runs `parlance engines compare`. The files are named by their locales.
 */
const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { source: text, reference: text, engine: text, limit: { ...text, default: '500' } },
});
const { source, reference, engine, limit } = values;
if (!source || !reference || !engine) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
const server = await startServer({ env: { RATE_LIMITS: 'off', MT_ENGINES: engine } });
try {
  const { client, url, apiKey } = server;
  const [sourceLocale, localeCode] = [localeOf(source), localeOf(reference)];
  const { data: project } = await client.i18n.projects.create({ name: 'Quality', sourceLocale });
  const projectId = project.id;
  await importFile(server, project, sourceLocale, formatOf(source), readFileSync(source));
  await importFile(server, project, localeCode, formatOf(reference), readFileSync(reference));
  await approve(server, projectId, localeCode);
  await untilLoaded(server, { projectId, localeCode, engines: [engine] });
  const named = ['--project', projectId, '--locale', localeCode, '--engine', engine];
  const argv = [CLI, 'engines', 'compare', ...named, '--sample', limit];
  const env = { ...process.env, PARLANCE_URL: url, PARLANCE_KEY: apiKey };
  process.exitCode = spawnSync(process.execPath, argv, { env, stdio: 'inherit' }).status ?? 1;
} finally {
  await server.stop();
}

function localeOf(path: string): string {
  return basename(path, extname(path));
}

function formatOf(path: string): FileFormatName {
  const extension = extname(path).slice(1);
  const format = FORMATS.find(({ extensions }) => extensions.some((own) => own === extension));
  if (!format) throw new Error(`${path} has an unknown format\n${USAGE}`);
  return format.id as FileFormatName;
}

/** Sets the state of all translations to `reviewed`. */
async function approve({ client: { i18n } }: BenchServer, projectId: string, locale: string) {
  const { data } = await i18n.values.bulk({
    projectId,
    select: { query: '', locales: [locale] },
    action: { setState: { state: 'reviewed' } },
  });
  if (data.id === null) return;
  const run = { projectId, runId: data.id };
  while ((await i18n.bulkRuns.get(run)).data.status === 'running') await sleep(POLL_MS);
}

/** Waits until the engine has downloaded its model. */
async function untilLoaded(
  { client }: BenchServer,
  order: { projectId: string; localeCode: string; engines: string[] },
): Promise<void> {
  const { data } = await client.i18n.keys.list({ projectId: order.projectId, limit: 1 });
  const keyIds = data.map(({ id }) => id);
  const isLoading = async (): Promise<boolean> => {
    const { data } = await client.translate.preview({ ...order, keyIds });
    return data.engines[0]?.error?.code === 'engine_model_loading';
  };
  while (await isLoading()) await sleep(POLL_MS);
}
