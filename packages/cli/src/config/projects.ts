import type { Config } from '@parlance/config';

/** Names of the project of a call. */
interface Named {
  /** Project from `--project`. */
  readonly flag: string | undefined;
  /** Project from the environment. */
  readonly env: string | undefined;
}

/**
 * Returns the projects of the entries in `files`, in order. Null for entries without a project, if the rest of the
 * configuration does not name one either.
 */
export function projectsOf(
  { files, project }: Pick<Config, 'files' | 'project'>,
  env: string | undefined,
): (string | null)[] {
  const rest = env ?? project ?? null;
  return [...new Set(files.map((file) => file.project ?? rest))];
}

/** True if an entry in `files` has a project of its own. */
export const hasProjects = ({ files }: Pick<Config, 'files'>): boolean =>
  files.some(({ project }) => project !== undefined);

/**
 * Removes the entries of projects other than that of `--project`. A configuration without projects in `files` stays
 * unchanged.
 */
export function narrowConfig(config: Config, { flag, env }: Named): Config {
  return flag === undefined || !hasProjects(config) ? config : narrowTo(config, flag, env);
}

/** Keeps the entries of one project, or those without a project if the name is null. */
export function narrowTo(config: Config, name: string | null, env: string | undefined): Config {
  const rest = env ?? config.project ?? null;
  const files = config.files.filter(({ project = rest }) => project === name);
  return { ...config, files, ...(name !== null && { project: name }) };
}
