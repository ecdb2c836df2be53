import { type CheckFinding, LIMITS } from '@parlance/contracts';
import {
  type CheckCode,
  type CheckLevels,
  type Finding,
  levelOf,
  maskToCodes,
  type Severity,
  severityMask,
} from '@parlance/messages';
import type { Db } from '../../../db/client.ts';
import { createYieldToLoop } from '../../../lib/yield-to-loop.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { type CheckInput, readCheckInputs } from './check.store.ts';
import { type Checker, CheckerSource, isIgnored } from './checker.ts';
import { factsOfFinding } from './finding-facts.ts';
import {
  countMasks,
  listComplaints,
  listRechecked,
  type PublishedValues,
} from './published.store.ts';

export type CheckCounts = Partial<Record<CheckCode, number>>;

export interface CheckSummary {
  readonly counts: ReadonlyMap<string, CheckCounts>;
  /** Severity of each check when the release was created. */
  readonly levels: CheckLevels;
  readonly findings: readonly CheckFinding[];
}

const MAX_FINDINGS = LIMITS.checkFindingsListed;
/**
 * Maximum number of listed findings of one value. A long message can have thousands of findings.
 */
const MAX_DETAILS = 10;
const SEVERITIES: readonly Severity[] = ['error', 'warning'];

export function sumCounts(
  counts: Iterable<CheckCounts>,
  levels: CheckLevels,
  severity?: Severity,
): number {
  let sum = 0;
  for (const one of counts) {
    for (const [code, count] of Object.entries(one)) {
      if (severity === undefined || levelOf(code as CheckCode, levels) === severity) sum += count;
    }
  }
  return sum;
}

/**
 * Summarizes the findings about the values of a release. Most counts come from stored findings. A
 * value is checked again if its stored findings are outdated, or if the summary lists one of its
 * findings, because the database does not store messages of findings.
 */
export async function summarizeChecks(
  tx: Db,
  projectId: ProjectRef,
  locales: readonly (PublishedValues & { code: string })[],
): Promise<CheckSummary> {
  const checker = await new CheckerSource(projectId).open(
    tx,
    locales.map(({ localeId }) => localeId),
  );
  const { levels } = checker.settings;
  const counts = new Map<string, CheckCounts>();
  const late = new Map<string, CheckFinding[]>();
  for (const locale of locales) {
    const localeCounts: CheckCounts = {};
    const { localeId, onlyReviewed } = locale;
    for (const { mask, count } of await countMasks(tx, projectId, [localeId], onlyReviewed)) {
      for (const code of maskToCodes(BigInt(mask)))
        localeCounts[code] = (localeCounts[code] ?? 0) + count;
    }
    late.set(locale.code, await checkLate(tx, checker, locale, localeCounts));
    counts.set(locale.code, localeCounts);
  }
  const findings: CheckFinding[] = [];
  for (const severity of SEVERITIES) {
    for (const locale of locales) {
      const room = MAX_FINDINGS - findings.length;
      if (room === 0 || sumCounts([counts.get(locale.code)!], levels, severity) === 0) continue;
      const keyIds = await listComplaints(tx, locale, severityMask(severity, levels), room);
      const inputs = await readPublished(tx, checker, locale, keyIds);
      const all = await describeAll(locale.code, inputs, checker.findFixes);
      all.push(...late.get(locale.code)!);
      findings.push(...all.filter((one) => one.severity === severity).slice(0, room));
    }
  }
  return { counts, levels, findings };
}

const readPublished = (
  db: Db,
  { settings }: Checker,
  { projectId, localeId }: PublishedValues,
  keyIds: readonly string[],
): Promise<CheckInput[]> =>
  readCheckInputs(
    db,
    projectId,
    settings.sourceLocaleId,
    keyIds.map((keyId) => ({ localeId, keyId })),
  );

/**
 * Checks values whose stored findings are outdated, and corrects the counts of findings.
 * @returns findings of these values for the list in the summary
 */
async function checkLate(
  tx: Db,
  checker: Checker,
  locale: PublishedValues & { code: string },
  counts: CheckCounts,
): Promise<CheckFinding[]> {
  const kept: Record<Severity, CheckFinding[]> = { error: [], warning: [] };
  const add = (mask: bigint, by: 1 | -1): void => {
    for (const code of maskToCodes(mask)) counts[code] = (counts[code] ?? 0) + by;
  };
  for await (const values of listRechecked(tx, locale)) {
    const inputs = await readPublished(
      tx,
      checker,
      locale,
      values.map(({ keyId }) => keyId),
    );
    const stored = new Map(values.map(({ keyId, mask }) => [keyId, BigInt(mask)]));
    const masks = await checker.masksOf(inputs);
    const changed = inputs.filter((value, index) => {
      const mask = masks[index]! & ~BigInt(value.ignoredChecks);
      add(stored.get(value.keyId)!, -1);
      add(mask, 1);
      return mask !== stored.get(value.keyId);
    });
    if (SEVERITIES.every((severity) => kept[severity].length >= MAX_FINDINGS)) continue;
    for (const finding of await describeAll(locale.code, changed, checker.findFixes)) {
      const list = kept[finding.severity];
      if (list.length < MAX_FINDINGS) list.push(finding);
    }
  }
  for (const code of Object.keys(counts) as CheckCode[]) {
    if (counts[code] === 0) delete counts[code];
  }
  return [...kept.error, ...kept.warning];
}

/** Returns at most one finding of each check for each value. */
async function describeAll(
  locale: string,
  values: readonly CheckInput[],
  findingsOf: Checker['findingsOf'],
): Promise<CheckFinding[]> {
  const described: CheckFinding[] = [];
  const yieldToLoop = createYieldToLoop(null);
  for (const value of values) {
    const found = (await findingsOf(value)).filter((finding) => !isIgnored(value, finding));
    for (const [code, findings] of Map.groupBy(found, (finding) => finding.code)) {
      const { fix, ...first } = findings[0]!;
      const facts = factsOfFinding(findings.length === 1 && fix ? { ...first, fix } : first);
      const { severity } = first;
      const message = messageOf(findings);
      described.push({ locale, key: value.keyName, code, severity, message, ...facts });
    }
    await yieldToLoop();
  }
  return described;
}

function messageOf(findings: readonly Finding[]): string {
  const details = [...new Set(findings.map(({ detail }) => detail))];
  const more = details.length - MAX_DETAILS;
  const shown = details.slice(0, MAX_DETAILS).join('; ');
  return more > 0 ? `${shown}; and ${more} more` : shown;
}
