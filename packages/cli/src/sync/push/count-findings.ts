import { setImmediate } from 'node:timers/promises';
import { hasSourceTexts } from '@parlance/config';
import type { FileRow } from '@parlance/formats';
import { knownRuntimes } from '@parlance/messages';
import { PartChecker } from '../../check/part-checker.ts';
import type { Call } from '../../command.ts';
import type { Document } from '../../documents/documents.ts';
import { count } from '../../output/count.ts';
import { PROGRAM } from '../../program.ts';
import type { Workspace } from '../workspace.ts';
import type { PushPlan } from './push-plan.ts';

/** Findings in the texts of a push. */
export interface PushFindings {
  /** Number of texts with at least one finding. */
  texts: number;
  errors: number;
  warnings: number;
}

/**
 * Counts the findings in the texts of a push, with the checks of `parlance check`. Uses the files
 * and the settings that the push has read, and sends no request.
 */
export async function countPushFindings(
  { io }: Pick<Call, 'io'>,
  workspace: Workspace,
  plans: readonly PushPlan[],
): Promise<PushFindings> {
  const sent = new Map(
    plans.map(({ locale, texts }) => [locale, new Set(texts.map(({ key }) => key))]),
  );
  const found: PushFindings = { texts: 0, errors: 0, warnings: 0 };
  const { documents, project, skipped } = workspace;
  const checker = checkerOf(workspace, async () => {
    await setImmediate();
    io.signal.throwIfAborted();
  });
  for (const one of documents) if (hasSourceTexts(one, project.sourceLocale)) checker.learn(one);
  checker.learnFamilies();
  const hasAllSources = !skipped.some(({ isSource }) => isSource);
  const faulty = new Set<string>();
  for (const document of documents) {
    const sentDocument = { ...document, rows: sentRows(workspace, document, sent) };
    for (const { key, locale, finding } of await checker.check(sentDocument)) {
      if (finding.code === 'no_source_text' && !hasAllSources) continue;
      found[finding.severity === 'error' ? 'errors' : 'warnings']++;
      faulty.add(JSON.stringify([locale, key]));
    }
  }
  return { ...found, texts: faulty.size };
}

function checkerOf(
  { documents, context, project }: Workspace,
  letInterrupt: () => Promise<void>,
): PartChecker {
  const { messageFormat, runtimes, checks: levels } = project.settings;
  const checked = { ...context, messageFormat, runtimes: knownRuntimes(runtimes), levels };
  const scope = { isPart: false, hasFile: () => true, hasLocale: () => true, hasKey: () => true };
  return new PartChecker(documents, checked, { scope, letInterrupt });
}

/** Returns the rows of a file with only the texts that the push sends. */
function sentRows(
  { renamed }: Workspace,
  { rows, prefix, locale }: Document,
  sent: ReadonlyMap<string, ReadonlySet<string>>,
): FileRow[] {
  if (locale !== null && !sent.has(locale)) return [];
  return rows.flatMap((row) => {
    const name = prefix + row.name;
    const key = renamed.get(name) ?? name;
    const values = row.values.filter(({ localeTag }) => sent.get(localeTag)?.has(key));
    return values.length === 0 ? [] : [{ ...row, values }];
  });
}

/** Returns a line with the numbers of findings and the command that lists them. Returns no lines without findings. */
export function describePushFindings({ texts, errors, warnings }: PushFindings): string[] {
  if (texts === 0) return [];
  const numbers = `${count(errors, 'error')}, ${count(warnings, 'warning')}`;
  const subject = `${count(texts, 'text')} ${texts === 1 ? 'has' : 'have'} findings`;
  return [`${subject}: ${numbers}. See them with ${PROGRAM} check.`];
}
