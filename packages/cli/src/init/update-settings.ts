import { isParlanceError, type Project } from '@parlance/sdk';
import { connect } from '../auth/connect.ts';
import type { Call } from '../command.ts';

/**
 * Changes settings of a project.
 * @returns false if the API key lacks the right to do so
 */
export async function updateSettings(
  call: Call,
  { server, project: projectId }: { server: string; project: string },
  settings: Partial<Pick<Project['settings'], 'messageFormat' | 'runtimes'>>,
): Promise<boolean> {
  try {
    await connect(call, { server }).client.i18n.projects.update({ projectId, settings });
    return true;
  } catch (error) {
    if (!isParlanceError(error) || error.status !== 403) throw error;
    return false;
  }
}
