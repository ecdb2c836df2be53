import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchServer, startServer } from '../../bench/servers/server.ts';
import { Clone } from '../../packages/cli/test/clone.ts';
import { type Batch, buildSource, extensionOf } from './build.ts';
import { SOURCE } from './entries.ts';
import { textsOf } from './entry.ts';
import type { Subject } from './subject.ts';

let server: Promise<BenchServer> | undefined;

/** Stops the service if a pull has started it. */
export async function stopService(): Promise<void> {
  await (await server)?.stop();
}

/** Pushes a file of the source language to a service, imports translations, and pulls a file with the command line. */
export async function pullFile(subject: Subject, batch: Batch): Promise<Uint8Array> {
  server ??= startServer();
  const { client, url, apiKey } = await server;
  const { localeTag, entries } = batch;
  const { data: project } = await client.i18n.projects.create({
    name: subject.id,
    sourceLocale: SOURCE,
  });
  await client.i18n.locales.create({ projectId: project.id, code: localeTag });
  const clone = new Clone({ PARLANCE_URL: url, PARLANCE_KEY: apiKey });
  try {
    const { charset, shape } = subject.writing;
    const path = `texts/{locale}.${extensionOf(subject)}`;
    const file = { path, format: subject.format.id, shape, ...(charset && { charset }) };
    clone.write('parlance.json', { project: project.id, files: [file] });
    clone.write(
      path.replace('{locale}', SOURCE),
      Buffer.from(buildSource(subject, batch)).toString(),
    );
    await runClean(clone, 'push', '--all');
    const translated = entries.filter(({ isTranslated }) => isTranslated);
    await client.i18n.projects.import({
      projectId: project.id,
      locale: localeTag,
      content: Object.fromEntries(
        translated.flatMap((entry) =>
          textsOf(entry, 'next').map(([name, { stored }]) => [name, stored]),
        ),
      ),
    });
    await runClean(clone, 'pull');
    return readFileSync(join(clone.root, path.replace('{locale}', localeTag)));
  } finally {
    clone.remove();
  }
}

async function runClean(clone: Clone, ...argv: string[]): Promise<void> {
  const { exit, json } = await clone.run(...argv);
  if (exit !== 0)
    throw new Error(
      `parlance ${argv[0]} ends with ${exit}: ${JSON.stringify(json.errors).slice(0, 1000)}`,
    );
}
