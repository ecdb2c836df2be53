import { groupBy } from '@parlance/config';
import { knownRuntimes } from '@parlance/messages';
import { checkDocuments } from '../check/check-documents.ts';
import type { CheckFinding } from '../check/check-text.ts';
import type { Call } from '../command.ts';
import { count } from '../output/count.ts';
import { describeWork } from '../output/describe-units.ts';
import type { Difference } from './three-way.ts';
import type { Workspace } from './workspace.ts';

const nameOf = (locale: string | null, key: string | undefined): string =>
  JSON.stringify([locale, key]);

/**
 * Checks the texts that were changed in the files, and the translations of changed source texts.
 */
export async function findInChanges(
  { io }: Call,
  { config, context, project }: Workspace,
  differences: readonly Difference[],
): Promise<CheckFinding[]> {
  const inFiles = differences.filter(({ file }) => file !== null);
  if (inFiles.length === 0) return [];
  const { messageFormat, runtimes: names, checks: levels } = project.settings;
  const runtimes = knownRuntimes(names);
  const { findings } = await checkDocuments(
    config,
    { ...context, messageFormat, runtimes, levels },
    { signal: io.signal },
  );
  const changed = new Set(inFiles.map(({ locale, key }) => nameOf(locale, key)));
  return findings.filter(
    ({ locale, path }) =>
      changed.has(nameOf(locale, path)) || changed.has(nameOf(project.sourceLocale, path)),
  );
}

export interface WorkEstimate {
  texts: number;
  units: number;
  billableUnits: number;
  /** Target locales for which no translation engine is available. */
  withoutEngine: string[];
}

/** Estimates the work of translating the new and changed source texts of the files. */
export async function estimateChanges(
  { connection, project, inProject }: Workspace,
  differences: readonly Difference[],
): Promise<WorkEstimate> {
  const { sourceLocale } = project;
  const isNew = ({ kind, file }: Difference): boolean =>
    /^(here|new-here|conflict)$/.test(kind) && (file ?? '') !== '';
  const changed = new Set(differences.filter(isNew).map(({ locale, key }) => nameOf(locale, key)));
  const sources = differences.filter(
    (difference) => difference.locale === sourceLocale && isNew(difference),
  );
  const codes = inProject.map(({ code }) => code).filter((code) => code !== sourceLocale);
  const localesOf = ({ key }: Difference): string =>
    codes.filter((code) => !changed.has(nameOf(code, key))).join(' ');
  const sum: WorkEstimate = { texts: 0, units: 0, billableUnits: 0, withoutEngine: [] };
  for (const [locales, group] of groupBy(sources, localesOf)) {
    if (locales === '') continue;
    const { data } = await connection.client.translate.estimate({
      projectId: project.id,
      sourceLocale,
      targetLocales: locales.split(' '),
      strings: group.map(({ file }) => file!),
    });
    sum.texts += group.length;
    sum.units += data.units;
    sum.billableUnits += data.billableUnits;
    for (const [locale, { error }] of Object.entries(data.perLocale)) {
      if (error && !sum.withoutEngine.includes(locale)) sum.withoutEngine.push(locale);
    }
  }
  return sum;
}

export function describeEstimate(estimate: WorkEstimate): string {
  const { texts, units, billableUnits, withoutEngine } = estimate;
  if (texts === 0) return 'There is no source text to translate.';
  const [first, ...others] = describeWork({ units, billableUnits }, withoutEngine);
  const what = count(texts, 'source text');
  return units === 0 && withoutEngine.length > 0
    ? `${what} to translate. ${first}`
    : [`The translation of ${what} takes ${first}`, ...others].join(' ');
}
