import { connect, requireProjectId } from '../auth/connect.ts';
import type { Call, Outcome } from '../command.ts';
import type { Config } from '../config/config.ts';
import { findCallConfig } from '../config/read-config.ts';
import { inEachProject } from '../each-project.ts';
import { translateTexts } from '../translate-texts.ts';

export async function run(call: Call): Promise<Outcome> {
  const config = await findCallConfig(call);
  // With --project, it may be any project of the key.
  return config !== null && call.flags.text('project') === undefined
    ? inEachProject(call, async (own) => prepareJob(own, await own.config()))
    : prepareJob(call, config)();
}

function prepareJob(call: Call, config: Config | null): () => Promise<Outcome> {
  const { flags } = call;
  const connection = connect(call, config);
  const projectId = requireProjectId(call, config);
  const targetLocales = [...flags.texts('locale')];
  const work = {
    projectId,
    ...(targetLocales.length === 0 ? {} : { targetLocales }),
    ...(flags.has('outdated') ? { include: ['missing' as const, 'outdated' as const] } : {}),
  };
  if (!flags.has('estimate')) return () => translateTexts(call, connection, work);
  return async () => {
    const { data } = await connection.client.translate.estimate(work);
    return { data, lines: [`${data.units} units, of which ${data.billableUnits} are paid for.`] };
  };
}
