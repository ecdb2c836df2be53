import { connect, requireProjectId } from '../../auth/connect.ts';
import type { Call, Outcome } from '../../command.ts';
import { type Compared, compareEngines } from '../../compare/compare-engines.ts';
import { formatOf, tableOf, writeReport } from '../../compare/reports.ts';
import { readSample } from '../../compare/sample.ts';
import { findCallConfig } from '../../config/read-config.ts';
import { EXIT, failUsage } from '../../fault.ts';
import { count } from '../../output/count.ts';
import { requireWritable, writeOutput } from '../../output/write-output.ts';
import { toCliError } from '../../to-cli-error.ts';

const DEFAULT_SAMPLE = 100;
const MAX_SAMPLE = 2_000;

export async function run(call: Call): Promise<Outcome> {
  const { io, flags } = call;
  const size = sampleSizeOf(flags.text('sample'));
  const path = flags.text('out');
  const format = path === undefined ? null : formatOf(path);
  const config = await findCallConfig(call);
  const { client } = connect(call, config);
  const projectId = requireProjectId(call, config);
  const isDryRun = flags.has('dry-run');
  if (path !== undefined && !isDryRun) requireWritable(io, path);
  const all = await readSample(client, projectId, flags.texts('locale'), size);
  const samples = all.filter(({ approved }) => approved.length > 0);
  const texts = samples.reduce((sum, { approved }) => sum + approved.length, 0);
  if (texts === 0) failUsage('No text of these locales has been approved by people yet.');
  const warnings = all
    .filter((sample) => !samples.includes(sample))
    .map(({ locale }) => ({
      code: 'no_approved_texts',
      message: `${locale} has no approved text.`,
    }));
  const order = { projectId, samples, engines: flags.texts('engine'), isDryRun };
  const compared = await compareEngines(call, client, order);
  const { results } = compared;
  const units = results.reduce((sum, row) => sum + row.units, 0);
  if (isDryRun) {
    const line = `${count(texts, 'approved text')}: ${count(units, 'unit')} at most.`;
    return { data: { texts, units }, lines: [line], warnings };
  }
  const data = { texts, units, results };
  if (path !== undefined && format !== null) {
    writeOutput(io, path, writeReport(format, results));
  }
  const hasBroken = results.some(({ broken }) => broken > 0);
  return {
    data,
    lines: [
      ...tableOf(results),
      `${count(texts, 'approved text')}, ${count(units, 'unit')}.`,
      ...(path === undefined ? [] : [`Wrote ${path}.`]),
    ],
    warnings,
    exit: hasBroken ? EXIT.no : EXIT.done,
    ...endOf(call, compared),
  };
}

/** Returns the errors and the exit code of a comparison that ended early. */
function endOf(call: Call, { failure, done, total }: Compared): Partial<Outcome> {
  if (failure === null) return {};
  const { exit, faults } = toCliError(failure, call);
  const message = `${done} of ${count(total, 'translation')} ${total === 1 ? 'was' : 'were'} compared.`;
  return { exit, errors: [...faults, { code: 'partly_done', message }] };
}

function sampleSizeOf(given: string | undefined): number {
  if (given === undefined) return DEFAULT_SAMPLE;
  const size = Number(given);
  if (Number.isInteger(size) && size >= 1 && size <= MAX_SAMPLE) return size;
  return failUsage(`--sample is a whole number from 1 to ${MAX_SAMPLE}.`);
}
