import type { CheckFinding, Release, ReleaseChecks } from '@parlance/contracts';
import type { CheckLevels } from '@parlance/messages';
import { type CheckCounts, sumCounts } from '../../domain/content/index.ts';
import { membersOf } from '../../domain/kernel/index.ts';
import { RELEASE, type ReleaseRow, type StandInCounts } from '../../domain/release/index.ts';

export const presentRelease = (row: ReleaseRow): Release => ({
  ...membersOf(RELEASE, row),
  environment: row.environment,
  fromRelease:
    row.from_release_id === null || row.from_version === null || row.from_environment === null
      ? null
      : {
          id: row.from_release_id,
          version: row.from_version,
          environment: row.from_environment,
        },
  locales: row.locales.map(({ locale, key_count, size_bytes, sha256, stand_ins }) => ({
    code: locale,
    keys: key_count,
    standIns: stand_ins && presentStandIns(stand_ins),
    bytes: size_bytes,
    sha256: sha256.toString('hex'),
  })),
  keptLocales: row.kept.map(({ locale, from_release_id, version }) => ({
    code: locale,
    release: { id: from_release_id, version },
  })),
  createdBy: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
  ...(row.check_findings
    ? {
        checks: presentChecks(
          row.locales.map(({ checks }) => checks ?? {}),
          row.check_findings,
          row.check_levels ?? {},
        ),
      }
    : {}),
});

/** Presents the locale with most stand-ins first. */
export const presentStandIns = (counts: StandInCounts): { locale: string; keys: number }[] =>
  Object.entries(counts)
    .map(([locale, keys]) => ({ locale, keys }))
    .sort((a, b) => b.keys - a.keys);

export function presentChecks(
  counts: readonly CheckCounts[],
  findings: readonly CheckFinding[],
  levels: CheckLevels,
): ReleaseChecks {
  const byCode = new Map<string, number>();
  for (const localeCounts of counts) {
    for (const [code, count] of Object.entries(localeCounts)) {
      byCode.set(code, (byCode.get(code) ?? 0) + count);
    }
  }
  return {
    errors: sumCounts(counts, levels, 'error'),
    warnings: sumCounts(counts, levels, 'warning'),
    byCode: Object.fromEntries(byCode),
    findings: [...findings],
  };
}
