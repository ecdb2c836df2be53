import type { MessageFormat } from '@parlance/messages';
import type { Project } from '@parlance/sdk';
import type { Call } from '../command.ts';
import type { Prompts } from '../output/prompts.ts';
import { updateSettings } from './update-settings.ts';

/**
 * Reports the message format of the files if the project has another one. Changes the project if
 * the user agrees, or without a terminal if the flag is set.
 */
export async function takeMessageFormat(
  call: Call,
  prompts: Prompts | null,
  format: MessageFormat | null,
  target: { server: string; project: string; found: Project | null } | null,
): Promise<string[]> {
  const projectFormat = target?.found?.settings.messageFormat;
  if (format === null || projectFormat === format) return [];
  const line = `Message format of these files: ${format}.`;
  if (projectFormat === undefined) return [`${line} Choose it in the settings of the project.`];
  const isAgreed =
    call.flags.has('set-message-format') ||
    (prompts !== null &&
      (await prompts.agree(`The files have the message format ${format}. Set it in the project?`)));
  if (!isAgreed) {
    return [
      `${line} The project has ${projectFormat}; to change it, run init with --set-message-format.`,
    ];
  }
  if (call.flags.has('dry-run')) return [`${line} Would set it in the project.`];
  return (await updateSettings(call, target!, { messageFormat: format }))
    ? [`${line} The project has it now.`]
    : [`${line} The key may not change the project. Set it there yourself.`];
}
