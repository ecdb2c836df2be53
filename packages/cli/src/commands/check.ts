import { appendFileSync } from 'node:fs';
import type { Config } from '@parlance/config';
import { knownRuntimes } from '@parlance/messages';
import { connect, requireProjectId } from '../auth/connect.ts';
import { type Checked, checkDocuments } from '../check/check-documents.ts';
import type { CheckContext } from '../check/check-text.ts';
import { fixDocuments } from '../check/fix-documents.ts';
import { removeKnown } from '../check/keys-elsewhere.ts';
import { findMissingKeys } from '../check/missing-keys.ts';
import { offlineContext } from '../check/offline-context.ts';
import {
  describeFindings,
  REPORTS,
  type ReportKind,
  writeReport,
  writeSummary,
} from '../check/reports.ts';
import type { Call, Outcome } from '../command.ts';
import { prepareEach } from '../each-project.ts';
import { CliError, EXIT, type Fault, failUsage } from '../fault.ts';
import { count } from '../output/count.ts';
import { didYouMean } from '../output/did-you-mean.ts';
import { writeOutput } from '../output/write-output.ts';
import { readSelection } from '../sync/selection.ts';
import { toCliError } from '../to-cli-error.ts';

export async function run(call: Call): Promise<Outcome> {
  const { io, flags } = call;
  if (flags.has('fix') && flags.has('staged')) {
    failUsage('--fix writes files, and --staged checks what git has staged. Pass one of them.');
  }
  const reports = flags.texts('report').map(readReport);
  // Checks projects separately, because a key must not be compared with the source text of another
  // project.
  const parts = (await prepareEach(call, checkProject)).map(({ value }) => value);
  const config = await call.config();
  config.source.locale = parts[0]!.sourceLocale;
  if (!flags.has('staged')) requireMinimums(config, parts);
  const findings = parts.flatMap((part) => part.findings);
  const files = parts.reduce((sum, part) => sum + part.files, 0);
  const texts = parts.reduce((sum, part) => sum + part.texts, 0);
  const fixed = parts.reduce((sum, part) => sum + part.fixed, 0);
  if (files === 0 && findings.length === 0 && !flags.has('allow-none') && !flags.has('staged')) {
    failUsage('No file matches the configuration. Correct "files", or pass --allow-none.');
  }
  const code = flags.has('missing-in-code') ? await findMissingKeys(config) : null;
  findings.push(...(code?.findings ?? []));
  for (const { kind, path } of reports) {
    writeOutput(io, path, writeReport(kind, findings, io.version));
  }
  const failOn = flags.text('fail-on') ?? config.check?.failOn ?? 'error';
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const summary = `Checked ${count(texts, 'text')} in ${count(files, 'file')}: ${count(errors, 'error')}, ${count(findings.length - errors, 'warning')}.`;
  if (io.env.GITHUB_ACTIONS === 'true') {
    for (const one of findings) io.err(annotationOf(one));
    const path = io.env.GITHUB_STEP_SUMMARY;
    if (path) appendFileSync(path, writeSummary(summary, findings));
  }
  const fails = failOn === 'never' ? 0 : failOn === 'warning' ? findings.length : errors;
  return {
    data: {
      files,
      texts,
      fixed,
      errors,
      warnings: findings.length - errors,
      ...(code && { code: { files: code.files, strings: code.strings } }),
      findings,
    },
    lines: [
      ...describeFindings(findings),
      ...(flags.has('fix') ? [`Repaired ${count(fixed, 'text')}.`] : []),
      ...(code && code.strings > 0
        ? [
            `Compared ${count(code.strings, 'string')} in ${count(code.files, 'file')} of the program with the keys.`,
          ]
        : []),
      summary,
    ],
    warnings: [...parts.flatMap((part) => part.notes), ...(code?.nothing ? [code.nothing] : [])],
    exit: fails > 0 ? EXIT.no : EXIT.done,
  };
}

/** @throws CliError if a locale of `check.minimum` has no file */
function requireMinimums({ check, file }: Config, parts: readonly Checked[]): void {
  for (const locale of Object.keys(check?.minimum ?? {})) {
    if (parts.some(({ locales }) => locales.has(locale))) continue;
    failUsage(`"minimum" names ${locale}, and no file has this locale.`, { file });
  }
}

interface CheckedProject extends Checked {
  sourceLocale: string;
  /** Number of translations that were repaired. */
  fixed: number;
}

async function checkProject(call: Call): Promise<CheckedProject> {
  const { io, flags } = call;
  const config = await call.config();
  const context = flags.has('offline') ? offlineContext(config) : await readContext(call, config);
  config.source.locale = context.sourceLocale;
  const options = () => ({
    signal: io.signal,
    staged: flags.has('staged'),
    locales: flags.texts('locale'),
    selection: readSelection(call),
  });
  const fixed = flags.has('fix') ? await fixDocuments(config, context, options()) : 0;
  const checked = await checkDocuments(config, context, {
    ...options(),
    removeKnown: (references) => removeKnown(call, config, context, references),
  });
  return { ...checked, fixed, sourceLocale: context.sourceLocale };
}

/** @throws CliError that names `--offline`, with which a check needs no server */
async function readContext(call: Call, config: Config): Promise<CheckContext> {
  try {
    return await askContext(call, config);
  } catch (error) {
    if (call.io.signal.aborted) throw error;
    const { exit, faults, data } = toCliError(error, call);
    const [first, ...others] = faults as [Fault, ...Fault[]];
    const message = `${first.message} Or pass --offline, which asks no server.`;
    throw new CliError(exit, [{ ...first, message }, ...others], data);
  }
}

async function askContext(call: Call, config: Config): Promise<CheckContext> {
  const { client } = connect(call, config);
  const { data } = await client.i18n.projects.get({ projectId: requireProjectId(call, config) });
  const { keySeparator, messageFormat, runtimes: names, checks: levels } = data.settings;
  const runtimes = knownRuntimes(names);
  return { keySeparator, sourceLocale: data.sourceLocale, messageFormat, runtimes, levels };
}

function readReport(text: string): { kind: ReportKind; path: string } {
  const [, name, path] = /^(\w+)=(.+)$/.exec(text) ?? [];
  const kind = REPORTS.find((one) => one === name);
  if (!kind || path === undefined) {
    const meant = didYouMean(name ?? text, REPORTS, (one) => `${one}=${path ?? 'file'}`);
    failUsage(`--report is ${REPORTS.join('=file, ')}=file, not "${text}".${meant}`);
  }
  return { kind, path };
}

/**
 * Returns a finding as a workflow command of GitHub Actions. GitHub shows the finding beside the
 * line of the file.
 */
function annotationOf({
  severity,
  file = '',
  line = 1,
  column = 1,
  path,
  message,
  code,
}: {
  severity: string;
  file?: string;
  line?: number;
  column?: number;
  path?: string;
  message: string;
  code: string;
}): string {
  const encode = (text: string): string =>
    text.replace(/[%\r\n]/g, (character) => encodeURIComponent(character));
  const property = (text: string): string =>
    encode(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
  const place = `file=${property(file)},line=${line},col=${column},title=${property(code)}`;
  return `::${severity} ${place}::${encode([path, message].filter(Boolean).join(': '))}\n`;
}
