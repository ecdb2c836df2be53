import { connect, requireProjectId } from '../../auth/connect.ts';
import type { Call, Outcome } from '../../command.ts';
import { findCallConfig } from '../../config/read-config.ts';
import { PROGRAM } from '../../program.ts';

export async function run(call: Call): Promise<Outcome> {
  const config = await findCallConfig(call);
  const { locales } = connect(call, config).client.i18n;
  const [code] = call.arguments;
  const { data } = await locales.create({ projectId: requireProjectId(call, config), code: code! });
  return {
    data: { locale: data },
    lines: [
      `The project has ${data.code}.`,
      `Next: ${PROGRAM} translate --locale ${data.code}, or ${PROGRAM} push --all for its file.`,
    ],
  };
}
