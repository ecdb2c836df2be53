import type { Config } from '@parlance/config';

interface Named {
  readonly flag: string | undefined;
  /** Value of the environment variable `PARLANCE_PROJECT`. */
  readonly env: string | undefined;
}

/**
 * Returns the names of the projects in the configuration, without duplicates. Null stands for
 * entries that name no project.
 */
export function projectsOf(
  { files, project }: Pick<Config, 'files' | 'project'>,
  env: string | undefined,
): (string | null)[] {
  const rest = env ?? project ?? null;
  return [...new Set(files.map((file) => file.project ?? rest))];
}

export const hasProjects = ({ files }: Pick<Config, 'files'>): boolean =>
  files.some(({ project }) => project !== undefined);

/**
 * Removes the entries of projects other than `--project`. A configuration whose entries name no
 * projects is returned unchanged.
 */
export function narrowConfig(config: Config, { flag, env }: Named): Config {
  return flag === undefined || !hasProjects(config) ? config : narrowTo(config, flag, env);
}

/**
 * Returns the configuration with only the entries of one project. If the name is null, these are
 * the entries that name no project.
 */
export function narrowTo(config: Config, name: string | null, env: string | undefined): Config {
  const rest = env ?? config.project ?? null;
  const files = config.files.filter(({ project = rest }) => project === name);
  return { ...config, files, ...(name !== null && { project: name }) };
}
