import type { Project } from '@parlance/sdk';
import { addressOf, connect, hasKeyFor, requireSafeUrl, severalLogins } from '../auth/connect.ts';
import { storedAddresses } from '../auth/credentials.ts';
import type { Call } from '../command.ts';
import { failUsage } from '../fault.ts';
import { collect } from '../lists.ts';
import { escapeText } from '../output/escape-text.ts';
import type { Prompts } from '../output/prompts.ts';
import { PROGRAM } from '../program.ts';

/** Server and project of a configuration. */
export interface Target {
  readonly server: string | undefined;
  /** Slug or id of the project. */
  readonly project: string | undefined;
  /** The project, if there is an API key for the server. */
  readonly found: Project | null;
  /** Name of the project to create. Null if the project exists. */
  readonly create: string | null;
  readonly hasKey: boolean;
  /** True if the project was chosen because the API key has access to no other project. */
  readonly isOnly: boolean;
  /** Projects to which the API key has access, if none of them was chosen. */
  readonly others: readonly Project[];
}

/** Value of the list entry for a new project. No slug has this form. */
const NEW = '+';

/**
 * Chooses the server and the project by the flags, the environment or the logins. If they are not
 * sufficient, asks the user.
 */
export async function chooseTarget(call: Call, prompts: Prompts | null): Promise<Target> {
  const { flags, io } = call;
  const server = flags.text('url') ?? (io.env.PARLANCE_URL || (await askServer(call, prompts)));
  const hasKey = server !== undefined && hasKeyFor(call, server);
  const create = flags.text('create') ?? null;
  if (create !== null && !hasKey) {
    failUsage(
      (server === undefined && severalLogins(call.io)) ||
        `--create needs a server and a key. Run ${PROGRAM} login first.`,
    );
  }
  const none = { server, hasKey, found: null, isOnly: false, others: [] };
  if (create !== null) return { ...none, create, project: undefined };
  const named = flags.text('project') ?? (io.env.PARLANCE_PROJECT || undefined);
  if (!hasKey) {
    const project = named ?? (await prompts?.text('Slug or id of the project'));
    return { ...none, create, project };
  }
  const { projects } = connect(call, { server: server! }).client.i18n;
  if (named !== undefined) {
    const { data } = await projects.get({ projectId: named });
    return { ...none, create, project: named, found: data };
  }
  const all = await collect(projects.listAll());
  const chosen = await choose(prompts, all, server!);
  if (chosen === NEW) {
    return { ...none, create: await prompts!.text('Name of the project'), project: undefined };
  }
  const found = all.find(({ slug }) => slug === chosen) ?? null;
  const isOnly = prompts === null && found !== null;
  return { ...none, create, project: chosen, found, isOnly, others: found ? [] : all };
}

/**
 * Asks for the server if there is a terminal. Otherwise, returns the server of the only stored login, or with
 * `--yes` of the first login.
 */
async function askServer(
  { io, flags }: Call,
  prompts: Prompts | null,
): Promise<string | undefined> {
  const addresses = storedAddresses(io);
  if (!prompts) return addresses.length === 1 || flags.has('yes') ? addresses[0] : undefined;
  const answer = await prompts.text('Address of the server', addresses[0]);
  return addressOf(requireSafeUrl(answer, flags.has('allow-insecure-http')));
}

/**
 * Asks for a project, or for a new project. Without a terminal, returns the project if there is exactly one.
 * @throws CliError without a terminal if there is no project
 */
async function choose(
  prompts: Prompts | null,
  projects: readonly Project[],
  server: string,
): Promise<string | undefined> {
  if (prompts) {
    return prompts.choose('Project', [
      ...projects.map(({ slug, name }) => ({ value: slug, label: escapeText(name), hint: slug })),
      { value: NEW, label: 'A new project' },
    ]);
  }
  if (projects.length === 0) {
    failUsage(`You have no project at ${server}. Pass --create with the name of a new one.`);
  }
  return projects.length === 1 ? projects[0]!.slug : undefined;
}
