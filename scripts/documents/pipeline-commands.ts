import { load } from 'js-yaml';

/** Keys of pipelines and hooks whose values are commands. */
const COMMAND_KEYS = new Set(['run', 'script', 'before_script', 'entry']);

/** Lists the commands of a pipeline or a hook in order: its scripts and the action's commands. */
export function pipelineCommands(yaml: string): string[] {
  return commandsIn(load(yaml));
}

function commandsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(commandsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const commands = [inner].flat().filter((one) => typeof one === 'string');
    if (COMMAND_KEYS.has(key)) return commands;
    // `command` is an input of Parlance's action.
    if (key === 'command') return commands.map((command) => `npx --no -- parlance ${command}`);
    return commandsIn(inner);
  });
}
