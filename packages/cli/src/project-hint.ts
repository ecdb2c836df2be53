import { isParlanceError, ParlanceConnectionError, type Project } from '@parlance/sdk';
import { connect } from './auth/connect.ts';
import type { Call } from './command.ts';
import { projectsOf } from './config/projects.ts';
import { findCallConfig } from './config/read-config.ts';
import { CliError } from './fault.ts';
import { didYouMean } from './output/did-you-mean.ts';
import { listNames } from './output/list-names.ts';

/** Maximum number of projects that a hint names. */
const MAX_NAMED = 10;

/**
 * Adds the projects to which the API key has access to an error about a project that does not
 * exist. Returns any other error unchanged, and any error if the server does not respond.
 */
export async function withProjectHint(error: CliError, call: Call): Promise<CliError> {
  const isMissing = error.faults.some(({ code }) => code === 'not_found');
  if (!isMissing || call.io.signal.aborted) return error;
  try {
    const config = await findCallConfig(call);
    const env = call.io.env.PARLANCE_PROJECT || undefined;
    const flag = call.flags.text('project');
    const names = flag !== undefined ? [flag] : config ? projectsOf(config, env) : [env ?? null];
    const { projects } = connect({ ...call, note: () => {} }, config).client.i18n;
    const hints: string[] = [];
    for (const name of names) {
      if (name === null || (await exists(projects, name))) continue;
      const { data } = await projects.list({ limit: 100 });
      hints.push(describeReached(name, data));
    }
    if (hints.length === 0) return error;
    const faults = error.faults.map((fault, index) =>
      index === 0 ? { ...fault, message: `${fault.message} ${hints.join(' ')}` } : fault,
    );
    return new CliError(error.exit, faults, error.data);
  } catch (other) {
    const isOfServer = isParlanceError(other) || other instanceof ParlanceConnectionError;
    if (isOfServer || other instanceof CliError) return error;
    throw other;
  }
}

type Projects = ReturnType<typeof connect>['client']['i18n']['projects'];

async function exists(projects: Projects, projectId: string): Promise<boolean> {
  try {
    await projects.get({ projectId });
    return true;
  } catch (error) {
    if (isParlanceError(error, 'not_found') || isParlanceError(error, 'validation_failed'))
      return false;
    throw error;
  }
}

function describeReached(given: string, reached: readonly Project[]): string {
  if (reached.length === 0) return `The key reaches no project, so not "${given}" either.`;
  const slugs = reached.map(({ slug }) => slug);
  const named = listNames(slugs, MAX_NAMED);
  const meant = didYouMean(given, slugs);
  return `The key reaches no project "${given}", but ${named}.${meant}`;
}
