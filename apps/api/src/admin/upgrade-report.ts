import { NIL_ID } from '../db/ids/uuid.ts';
import { reportProject, type UpgradeReport } from '../domain/upgrade/report-project.ts';
import { listStoredProjects } from '../domain/upgrade/upgrade.store.ts';
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

function describe({ findings: { added, removed }, defaults, lookUps }: UpgradeReport): string[] {
  const lines = [
    ...countsOf(added).map(([code, count]) => `+${count} ${code}`),
    ...countsOf(removed).map(([code, count]) => `-${count} ${code}`),
    ...Object.entries(defaults).map(
      ([name, value]) => `${name}: ${JSON.stringify(value)} (default)`,
    ),
    ...(lookUps === 0 ? [] : [`${lookUps} source texts with another look-up in the memory`]),
  ];
  return lines.length === 0 ? ['no changes'] : lines;
}

const countsOf = (counts: Readonly<Record<string, number>>): [string, number][] =>
  Object.entries(counts).sort(([one], [other]) => (one < other ? -1 : 1));
