import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call, Outcome } from '../command.ts';
import { EXIT, failUsage } from '../fault.ts';
import { findLocaleFiles } from '../init/find-locale-files.ts';
import { type Described, readOthers } from '../init/read-others.ts';

const NAME = 'parlance.json';

export async function run({ io, flags }: Call): Promise<Outcome> {
  const path = join(io.cwd, NAME);
  if (existsSync(path) && !flags.has('force')) {
    failUsage(`There is a ${NAME} already. Pass --force to replace it.`);
  }
  const described = readOthers(io.cwd);
  const found = described
    ? []
    : findLocaleFiles(io.cwd).filter(({ locales }, at) => at === 0 || locales.length > 1);
  const files =
    described?.files ??
    found.map(({ path: own, prefix }) => ({ path: own, ...(prefix ? { prefix } : {}) }));
  if (files.length === 0) {
    failUsage('No locale files were found, such as locales/en.json. Write parlance.json by hand.');
  }
  const server = flags.text('url') ?? io.env.PARLANCE_URL;
  const project = flags.text('project') ?? io.env.PARLANCE_PROJECT;
  const config = {
    $schema: './node_modules/@parlance/cli/schema.json',
    ...(server ? { server } : {}),
    ...(project ? { project } : {}),
    ...(described?.sourceLocale ? { sourceLocale: described.sourceLocale } : {}),
    files,
    ...mapOf(described),
  };
  const text = `${JSON.stringify(config, null, 2)}\n`;
  const isDry = flags.has('dry-run');
  if (!isDry) writeFileSync(path, text);
  const source = described ? `from ${described.from}` : 'from the files that were found';
  const missing = [...(server ? [] : ['server']), ...(project ? [] : ['project'])];
  return {
    data: { config, from: described?.from ?? null, dryRun: isDry },
    lines: [
      isDry ? text.trimEnd() : `Wrote ${NAME} ${source}.`,
      ...(missing.length === 0
        ? []
        : [`Add ${missing.map((name) => `"${name}"`).join(' and ')} to it.`]),
      'Next: parlance login, then parlance doctor.',
    ],
    exit: EXIT.done,
  };
}

function mapOf(described: Described | null): { locales?: { map: Record<string, string> } } {
  const map = described?.map ?? {};
  return Object.keys(map).length === 0 ? {} : { locales: { map } };
}
