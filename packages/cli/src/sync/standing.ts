import type { Workspace } from './workspace.ts';

/**
 * State of a locale in the project. `disabled`: the project has the locale, but neither translates
 * nor releases it. `absent`: the project does not have the locale, and a push would add it.
 */
export type Standing = 'enabled' | 'disabled' | 'absent';

export function standingOf(
  { config, inProject }: Pick<Workspace, 'config' | 'inProject'>,
  locale: string,
): Standing {
  if (inProject.some(({ code }) => code === locale)) return 'enabled';
  return config.source.inProject?.includes(locale) ? 'disabled' : 'absent';
}
