import { connect, requireProjectId } from '../auth/connect.ts';
import type { Call, Outcome } from '../command.ts';
import { findConfig } from '../config/read-config.ts';
import { translateTexts } from '../translate-texts.ts';

export async function run(call: Call): Promise<Outcome> {
  const { flags } = call;
  const config = findConfig(call.io.cwd) === null ? null : await call.config();
  const connection = connect(call, config);
  const projectId = requireProjectId(call, config);
  const targetLocales = [...flags.texts('locale')];
  const work = {
    projectId,
    ...(targetLocales.length === 0 ? {} : { targetLocales }),
    ...(flags.has('outdated') ? { include: ['missing' as const, 'outdated' as const] } : {}),
  };
  if (!flags.has('estimate')) return translateTexts(call, connection, work);
  const { data } = await connection.client.translate.estimate(work);
  return { data, lines: [`${data.units} units, of which ${data.billableUnits} are paid for.`] };
}
