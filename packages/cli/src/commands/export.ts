import { warningKind, type XliffVersion } from '@parlance/formats';
import type { FileFormatName } from '@parlance/sdk';
import { connect, requireProjectId } from '../auth/connect.ts';
import type { Call, Outcome } from '../command.ts';
import { findCallConfig } from '../config/read-config.ts';
import { sayWarning } from '../documents/file-warnings.ts';
import { failUsage } from '../fault.ts';
import { count } from '../output/count.ts';
import { writeOutput } from '../output/write-output.ts';
import { charsetFor, contentTypeOf, detectedFormat } from './formats.ts';

/** Message for an unknown code, which only a newer service uses. */
const UNKNOWN = 'The tool that reads the file rejects or ignores a part of it.';

export async function run(call: Call): Promise<Outcome> {
  const { io, flags } = call;
  const [path = '-'] = call.arguments;
  const [locale, ...others] = flags.texts('locale');
  if (locale === undefined || others.length > 0) failUsage('Name one locale: --locale de.');
  const config = await findCallConfig(call);
  const { client } = connect(call, config);
  const format: FileFormatName = detectedFormat(flags.text('format'), path);
  const response = await client.i18n.projects.export(
    {
      projectId: requireProjectId(call, config),
      locale,
      format,
      ...charsetFor(flags, format),
      ...handOffOf(call, format),
      shape: flags.has('nested') ? 'nested' : 'flat',
    },
    { raw: format === 'json' ? `${contentTypeOf(format)}; profile=raw` : contentTypeOf(format) },
  );
  const bytes = Buffer.from(await response.arrayBuffer());
  const data = { path, locale, format, sizeBytes: bytes.length };
  const codes = response.headers.get('parlance-warnings')?.split(', ') ?? [];
  const warnings = codes.map((code) =>
    sayWarning({ code, message: warningKind(code).means || UNKNOWN }, 'flags'),
  );
  if (path === '-') return { data, lines: [], warnings, raw: bytes.toString() };
  writeOutput(io, path, bytes);
  return { data, lines: [`Wrote ${count(bytes.length, 'byte')} to ${path}.`], warnings };
}

/**
 * Returns the options that only some formats have.
 * @throws CliError for options of another format
 */
function handOffOf(
  { flags }: Call,
  format: FileFormatName,
): { handOff?: true; xliffVersion?: XliffVersion } {
  const version = flags.text('xliff-version') as XliffVersion | undefined;
  const isHandOff = flags.has('hand-off');
  if (version !== undefined && format !== 'xliff') failUsage('--xliff-version belongs to XLIFF.');
  if (isHandOff && format !== 'csv' && format !== 'xliff') {
    failUsage('--hand-off belongs to CSV and XLIFF.');
  }
  return {
    ...(isHandOff && { handOff: true }),
    ...(version !== undefined && { xliffVersion: version }),
  };
}
