import { NIL_ID } from '../db/ids/uuid.ts';
import {
  type LookUpChange,
  listStoredProjects,
  reportProject,
  type UpgradeReport,
} from '../domain/release/index.ts';
import type { AdminCommand } from './admin-command.ts';

const PAGE = 100;

export const upgradeReport: AdminCommand = {
  name: 'upgrade-report',
  operands: [],
  options: {},
  summary: 'lists what this version changes in each project: findings, defaults, look-ups',
  onlyExpands: true,
  async run({ db, print }) {
    for (let after = NIL_ID; ; ) {
      const projects = await listStoredProjects(db, { after, limit: PAGE });
      for (const project of projects) {
        const report = await reportProject(db, project);
        print(`${project.organization}/${project.slug}: ${report.findings.values} values`);
        for (const line of describe(report)) print(`  ${line}`);
      }
      if (projects.length < PAGE) return;
      after = projects.at(-1)!.id;
    }
  },
};

function describe(report: UpgradeReport): string[] {
  const { findings, defaults, lookUps, bundles, standIns } = report;
  const { added, removed } = findings;
  const lines = [
    ...countsOf(added).map(([code, count]) => `+${count} ${code}`),
    ...countsOf(removed).map(([code, count]) => `-${count} ${code}`),
    ...Object.entries(defaults).map(
      ([name, value]) => `${name}: ${JSON.stringify(value)} (default)`,
    ),
    ...(lookUps === 0 ? [] : [`${lookUps} source texts with another look-up in the memory`]),
    ...Object.entries(bundles).flatMap(([environment, changes]) =>
      changes.map((change) => `bundles of ${environment}: ${describeLookUp(change)}`),
    ),
    ...standIns.map(
      ({ locale, before, after }) =>
        `missing strings of ${locale}: ${listOf(after)} (before: ${listOf(before)})`,
    ),
  ];
  return lines.length === 0 ? ['no changes'] : lines;
}

/** Maximum number of locales in a line. */
const NAMED = 5;

function describeLookUp({ asked, before, after }: LookUpChange): string {
  const more = asked.length > NAMED ? ` and ${asked.length - NAMED} more` : '';
  const named = asked.slice(0, NAMED).join(', ');
  return `${named}${more}: ${after ?? 'none'} (before: ${before ?? 'none'})`;
}

const listOf = (locales: readonly string[]): string => locales.join(', ') || 'none';

const countsOf = (counts: Readonly<Record<string, number>>): [string, number][] =>
  Object.entries(counts).sort(([one], [other]) => (one < other ? -1 : 1));
