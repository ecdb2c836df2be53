import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '@parlance/sdk';
import { connect, hasKeyFor, requireSafeUrl } from '../auth/connect.ts';
import { storedOrigins } from '../auth/credentials.ts';
import type { Call, Outcome } from '../command.ts';
import { hashOfFile } from '../documents/documents.ts';
import { messageFormatOf } from '../documents/message-format-of.ts';
import { writeFiles } from '../documents/write-files.ts';
import { EXIT, failUsage } from '../fault.ts';
import type { Described } from '../init/described.ts';
import { findLocaleFiles } from '../init/find-locale-files.ts';
import { readOthers } from '../init/read-others.ts';
import { takeRuntimes } from '../init/take-runtimes.ts';
import { collect } from '../lists.ts';
import { escapeText } from '../output/escape-text.ts';
import type { Prompts } from '../output/prompts.ts';

const NAME = 'parlance.json';

export async function run(call: Call): Promise<Outcome> {
  const { io, flags } = call;
  const path = join(io.cwd, NAME);
  if (existsSync(path) && !flags.has('force')) {
    failUsage(`There is a ${NAME} already. Pass --force to replace it.`);
  }
  const described = readOthers(io.cwd);
  const found = described ? [] : findLocaleFiles(io.cwd);
  const files = described?.files ?? found.map(({ locales: _, ...entry }) => entry);
  if (files.length === 0) {
    failUsage('No locale files were found, such as locales/en.json. Write parlance.json by hand.');
  }
  const messageFormat = messageFormatOf(io.cwd, files);
  const prompts = await call.prompts();
  if (prompts) {
    const kind = described ? `Locale files of ${described.from}` : 'Locale files found';
    call.note(`${kind}: ${files.map((one) => one.path).join(', ')}`);
  }
  const server = flags.text('url') ?? (io.env.PARLANCE_URL || (await askServer(call, prompts)));
  const named = flags.text('project') ?? (io.env.PARLANCE_PROJECT || undefined);
  const projects = named === undefined && server ? await listProjects(call, server) : [];
  const project = named ?? (await askProject(prompts, projects));
  const hasKey = server !== undefined && hasKeyFor(call, server);
  const target = hasKey && project ? { server, project } : null;
  const runtimes = await takeRuntimes(call, prompts, target);
  const config = {
    $schema: './node_modules/@parlance/cli/schema.json',
    ...(server ? { server } : {}),
    ...(project ? { project } : {}),
    ...(described?.sourceLocale ? { sourceLocale: described.sourceLocale } : {}),
    ...(runtimes.names.length > 0 ? { runtimes: runtimes.names } : {}),
    files,
    ...mapOf(described),
  };
  const text = `${JSON.stringify(config, null, 2)}\n`;
  const isDry = flags.has('dry-run');
  if (!isDry) {
    const hash = hashOfFile(io.cwd, NAME);
    writeFiles(io.cwd, [{ path: NAME, bytes: Buffer.from(text), hash }]);
  }
  const missing = [...(server ? [] : ['server']), ...(project ? [] : ['project'])];
  return {
    data: {
      ...{ config, from: described?.from ?? null, messageFormat, dryRun: isDry },
      ...{ runtimes: runtimes.found, projectHasRuntimes: runtimes.isInProject },
    },
    lines: [
      isDry
        ? text.trimEnd()
        : `Wrote ${NAME} from ${described ? described.from : 'the locale files that were found'}.`,
      ...(missing.length === 0
        ? []
        : [`Add ${missing.map((name) => `"${name}"`).join(' and ')} to it.`]),
      ...(project || projects.length === 0
        ? []
        : [
            'Projects of the key:',
            ...projects.map(({ slug, name }) => `  ${slug}  ${escapeText(name)}`),
          ]),
      ...(messageFormat
        ? [
            `Message format of these files: ${messageFormat}. Choose it in the settings of the project.`,
          ]
        : []),
      ...runtimes.lines,
      hasKey
        ? 'Next: parlance doctor, then parlance pull or parlance push.'
        : 'Next: parlance login, then parlance doctor.',
      'In a pipeline: npx --no parlance check --offline for pull requests, npx --no parlance push --prune on the main branch.',
    ],
    exit: EXIT.done,
  };
}

async function askServer(
  { io, flags }: Call,
  prompts: Prompts | null,
): Promise<string | undefined> {
  const known = storedOrigins(io);
  if (!prompts) return flags.has('yes') ? known[0] : undefined;
  const answer = await prompts.text('Address of the server', known[0]);
  return requireSafeUrl(answer, flags.has('allow-insecure-http')).href.replace(/\/$/, '');
}

/**
 * Lists the projects that the user's API key for the server can access.
 * @throws CliError if there are none
 */
async function listProjects(call: Call, server: string): Promise<Project[]> {
  if (!hasKeyFor(call, server)) return [];
  const projects = await collect(connect(call, { server }).client.i18n.projects.listAll());
  if (projects.length === 0) failUsage(`You have no project at ${server}. Create one there first.`);
  return projects;
}

/** Asks for a project. Without a terminal, returns the project if there is exactly one. */
async function askProject(
  prompts: Prompts | null,
  projects: readonly Project[],
): Promise<string | undefined> {
  if (!prompts) return projects.length === 1 ? projects[0]!.slug : undefined;
  if (projects.length === 0) return prompts.text('Slug or id of the project');
  return prompts.choose(
    'Project',
    projects.map(({ slug, name }) => ({ value: slug, label: escapeText(name), hint: slug })),
  );
}

function mapOf(described: Described | null): { locales?: { map: Record<string, string> } } {
  const map = described?.map ?? {};
  return Object.keys(map).length === 0 ? {} : { locales: { map } };
}
