import type { Config } from '@parlance/config';

/** Names of the project of a call. */
interface Named {
  /** Project of `--project`. */
  readonly flag: string | undefined;
  /** Project of the environment. */
  readonly env: string | undefined;
}

/** Projects of the entries of `files`, in their order; null for entries that leave it to the rest of the configuration, which names none. */
export function projectsOf(
  { files, project }: Pick<Config, 'files' | 'project'>,
  env: string | undefined,
): (string | null)[] {
  const rest = env ?? project ?? null;
  return [...new Set(files.map((file) => file.project ?? rest))];
}

/** True if an entry of `files` has a project of its own. */
export const hasProjects = ({ files }: Pick<Config, 'files'>): boolean =>
  files.some(({ project }) => project !== undefined);

/** Leaves out the entries of other projects than that of `--project`. A configuration without projects in `files` stays whole. */
export function narrowConfig(config: Config, { flag, env }: Named): Config {
  return flag === undefined || !hasProjects(config) ? config : narrowTo(config, flag, env);
}

/** Leaves the entries of one project; null for those without one. */
export function narrowTo(config: Config, name: string | null, env: string | undefined): Config {
  const rest = env ?? config.project ?? null;
  const files = config.files.filter(({ project = rest }) => project === name);
  return { ...config, files, ...(name !== null && { project: name }) };
}
