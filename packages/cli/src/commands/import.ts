import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { connect, requireProjectId } from '../auth/connect.ts';
import type { Call, Outcome } from '../command.ts';
import { findCallConfig } from '../config/read-config.ts';
import { sayWarning } from '../documents/file-warnings.ts';
import { failUsage } from '../fault.ts';
import { charsetFor, contentTypeOf, detectedFormat } from './formats.ts';

type Mode = 'overwrite' | 'keep' | 'fail';
type PoKind = 'text' | 'ids';

export async function run(call: Call): Promise<Outcome> {
  const { io, flags } = call;
  const [path = '-'] = call.arguments;
  const [locale, ...others] = flags.texts('locale');
  if (locale === undefined || others.length > 0) failUsage('Name one locale: --locale de.');
  const config = await findCallConfig(call);
  const { client } = connect(call, config);
  const body = path === '-' ? await io.readStdin(io.signal) : readFileSync(resolve(io.cwd, path));
  const format = detectedFormat(flags.text('format'), path, body);
  const poKind = flags.text('po-kind') as PoKind | undefined;
  if (poKind !== undefined && format !== 'po') failUsage('--po-kind is for gettext files only.');
  const { data } = await client.i18n.projects.import({
    projectId: requireProjectId(call, config),
    locale,
    format,
    mode: (flags.text('mode') as Mode | undefined) ?? 'keep',
    dryRun: flags.has('dry-run'),
    ...(poKind === undefined ? {} : { poKind }),
    ...charsetFor(flags, format),
    body,
    contentType: contentTypeOf(format),
  });
  const { created, updated, skipped } = data.values;
  return {
    data,
    lines: [
      `${data.dryRun ? 'Would import' : 'Imported'} ${created} new and ${updated} changed texts; kept ${skipped} of the project.`,
    ],
    warnings: data.warnings.map(({ remedy: _, ...warning }) => sayWarning(warning, 'flags')),
  };
}
