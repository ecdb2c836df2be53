import { connect, requireProjectId } from '../../auth/connect.ts';
import type { Call, Outcome } from '../../command.ts';
import { findCallConfig } from '../../config/read-config.ts';
import { findFiles } from '../../documents/documents.ts';
import { PROGRAM } from '../../program.ts';

export async function run(call: Call): Promise<Outcome> {
  const config = await findCallConfig(call);
  const { i18n } = connect(call, config).client;
  const [given] = call.arguments;
  const projectId = requireProjectId(call, config);
  const { data } = await i18n.locales.create({ projectId, code: given! });
  const { code, counts } = data;
  const hasFile =
    config !== null && findFiles(config).some(({ locale }) => locale === null || locale === code);
  const ways = [
    ...(counts.missing > 0 ? [`${PROGRAM} translate --locale ${code}`] : []),
    ...(hasFile ? [`${PROGRAM} push --all for its file`] : []),
  ];
  const isEmpty = counts.missing + counts.needsReview + counts.translated === 0;
  const other = isEmpty ? `${PROGRAM} push: the project has no texts yet` : `${PROGRAM} pull`;
  const next = ways.length > 0 ? ways.join(', or ') : other;
  return { data: { locale: data }, lines: [`The project has ${code}.`, `Next: ${next}.`] };
}
