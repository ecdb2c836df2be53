import { connect } from '../auth/connect.ts';
import type { Call } from '../command.ts';
import type { Prompts } from '../output/prompts.ts';
import { type FoundRuntime, findRuntimes } from './find-runtimes.ts';
import { updateSettings } from './update-settings.ts';

export interface TakenRuntimes {
  readonly found: readonly FoundRuntime[];
  /** Names for the configuration. Empty if the user rejected the found runtimes. */
  readonly names: readonly string[];
  /** True if the runtimes were stored in the project. */
  readonly isInProject: boolean;
  readonly lines: readonly string[];
}

/**
 * Finds the libraries that display the texts. If the user agrees, or without a terminal if the flag
 * is set, stores them in the project, unless the project already names runtimes. `isNew` is true for a project that this
 * command creates.
 */
export async function takeRuntimes(
  call: Call,
  prompts: Prompts | null,
  target: { server: string; project: string } | null,
  isNew: boolean,
): Promise<TakenRuntimes> {
  const found = findRuntimes(call.io.cwd);
  if (found.length === 0) return { found, names: [], isInProject: false, lines: [] };
  const named = found.map(({ name, from }) => `${name} (${from.join(', ')})`).join(', ');
  const line = `Libraries that show the texts: ${named}.`;
  if (prompts) call.note(line);
  const isAgreed =
    call.flags.has('set-runtimes') ||
    (prompts !== null && (await prompts.agree('Check the texts as these libraries show them?')));
  if (!isAgreed) {
    const hint = 'To check the texts as they show them, run init with --set-runtimes.';
    return { found, names: [], isInProject: false, lines: [line, hint] };
  }
  const names = found.map(({ name }) => name);
  const set = target && (await setInProject(call, target, names));
  const isDryNew = isNew && call.flags.has('dry-run');
  const later = isDryNew
    ? 'Would set them in the new project.'
    : 'Choose them in the settings of the project as well.';
  return {
    found,
    names,
    isInProject: set?.isSet ?? false,
    lines: [line, set?.line ?? later],
  };
}

async function setInProject(
  call: Call,
  { server, project: projectId }: { server: string; project: string },
  runtimes: string[],
): Promise<{ isSet: boolean; line: string }> {
  const { projects } = connect(call, { server }).client.i18n;
  const { settings } = (await projects.get({ projectId })).data;
  // Absent in responses of older servers.
  const projectRuntimes: readonly string[] | null | undefined = settings.runtimes;
  if (projectRuntimes === undefined)
    return { isSet: false, line: 'The server does not know them yet.' };
  if (projectRuntimes && runtimes.every((name) => projectRuntimes.includes(name))) {
    return { isSet: false, line: 'The project has them already.' };
  }
  if (projectRuntimes)
    return { isSet: false, line: `The project keeps its own: ${projectRuntimes.join(', ')}.` };
  if (call.flags.has('dry-run')) {
    const line = `Would set them in the project ${projectId}, and check its texts again.`;
    return { isSet: false, line };
  }
  return (await updateSettings(call, { server, project: projectId }, { runtimes }))
    ? { isSet: true, line: 'The project has them now, and its texts are checked again.' }
    : { isSet: false, line: 'The key may not change the project. Set them there yourself.' };
}
