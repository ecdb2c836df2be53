import type { Config } from '@parlance/config';

/** Projects that a call names outside of the configuration. */
interface Named {
  /** Value of `--project`. */
  readonly flag: string | undefined;
  /** Value of the environment variable. */
  readonly env: string | undefined;
}

/**
 * Returns the projects that the entries in `files` belong to, in order. Null stands for entries
 * without a project if no default project is configured.
 */
export function projectsOf(
  { files, project }: Pick<Config, 'files' | 'project'>,
  env: string | undefined,
): (string | null)[] {
  const rest = env ?? project ?? null;
  return [...new Set(files.map((file) => file.project ?? rest))];
}

/** True if any entry in `files` names a project. */
export const hasProjects = ({ files }: Pick<Config, 'files'>): boolean =>
  files.some(({ project }) => project !== undefined);

/**
 * Removes the entries that belong to other projects than `--project`. A configuration whose entries
 * name no projects is returned unchanged.
 */
export function narrowConfig(config: Config, { flag, env }: Named): Config {
  return flag === undefined || !hasProjects(config) ? config : narrowTo(config, flag, env);
}

/** Keeps the entries of one project. If `name` is null, keeps the entries without a project. */
export function narrowTo(config: Config, name: string | null, env: string | undefined): Config {
  const rest = env ?? config.project ?? null;
  const files = config.files.filter(({ project = rest }) => project === name);
  return { ...config, files, ...(name !== null && { project: name }) };
}
