import { connect, requireProjectId } from '../../auth/connect.ts';
import type { Call, Outcome } from '../../command.ts';
import { findCallConfig } from '../../config/read-config.ts';
import { collect } from '../../lists.ts';
import { align } from '../../output/align.ts';
import { escapeText } from '../../output/escape-text.ts';

const COLUMNS = ['locale', 'name', 'translated', 'needs review', 'missing', ''];

export async function run(call: Call): Promise<Outcome> {
  const config = await findCallConfig(call);
  const { i18n } = connect(call, config).client;
  const projectId = requireProjectId(call, config);
  const locales = await collect(i18n.locales.listAll({ projectId, limit: 500 }));
  const rows = locales.map(({ code, name, counts, isSource, enabled }) => [
    code,
    escapeText(name),
    String(counts.translated),
    String(counts.needsReview),
    String(counts.missing),
    isSource ? 'source' : enabled ? '' : 'disabled',
  ]);
  return { data: { locales }, lines: align([COLUMNS, ...rows]).map((line) => line.trimEnd()) };
}
