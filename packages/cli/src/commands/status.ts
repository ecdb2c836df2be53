import type { Call, Outcome } from '../command.ts';
import { inEachProject } from '../each-project.ts';
import { EXIT, failUsage } from '../fault.ts';
import { describeOpenWork, readOpenWork } from '../open-work.ts';
import { align } from '../output/align.ts';
import { count } from '../output/count.ts';
import { findLeft, warnOfLeft } from '../sync/left-locales.ts';
import { notesOnEmptyEntries } from '../sync/require-files.ts';
import { isShown } from '../sync/three-way.ts';
import { openWorkspace } from '../sync/workspace.ts';

const COLUMNS = [
  'locale',
  'translated',
  'reviewed',
  'to review',
  'outdated',
  'missing',
  'done',
  'here',
  'there',
];

export const run = (call: Call): Promise<Outcome> =>
  inEachProject(call, async (projectCall) => {
    const outcome = await readStatus(projectCall);
    return async () => outcome;
  });

async function readStatus(call: Call): Promise<Outcome> {
  const limit = limitOf(call.flags.text('fail-under'));
  const workspace = await openWorkspace(call);
  const { connection, config, documents, project, inProject, locales, differences } = workspace;
  const enabled = inProject.map(({ code }) => code);
  const left = findLeft(workspace, enabled).map(warnOfLeft);
  const { data } = await connection.client.i18n.counts.get({ projectId: project.id });
  const rows = inProject
    .filter(({ code }) => locales.includes(code))
    .map(({ code }) => {
      const { missing, needsReview, translated, reviewed, outdated } = data.find(
        ({ locale }) => locale === code,
      )!;
      const all = missing + needsReview + translated + reviewed;
      const localeDifferences = differences.filter(
        (difference) => difference.locale === code && isShown(difference),
      );
      const countOf = (...kinds: string[]) =>
        localeDifferences.filter(({ kind }) => kinds.includes(kind)).length;
      return {
        locale: code,
        translated,
        reviewed,
        needsReview,
        outdated,
        missing,
        percent: all === 0 ? 100 : Math.floor((100 * (all - missing)) / all),
        changedHere: countOf('here', 'new-here', 'removed-here'),
        changedThere: countOf('there', 'new-there', 'removed-there', 'empty-here'),
        conflicts: countOf('conflict'),
      };
    });
  const table = rows.map((row) => [
    row.locale,
    row.translated,
    row.reviewed,
    row.needsReview,
    row.outdated,
    row.missing,
    `${row.percent} %`,
    row.conflicts > 0
      ? `${row.changedHere} (${count(row.conflicts, 'conflict')})`
      : row.changedHere,
    row.changedThere,
  ]);
  const openWork = await readOpenWork(connection.client, project.id, locales);
  const below = limit === null ? [] : rows.filter(({ percent }) => percent < limit);
  return {
    data: { project: project.id, locales: rows, openWork },
    lines: [
      ...align([COLUMNS, ...table.map((row) => row.map(String))]),
      ...(openWork.length > 0 ? ['', ...describeOpenWork(openWork)] : []),
    ],
    warnings: [...notesOnEmptyEntries(config, documents), ...left],
    exit: below.length > 0 ? EXIT.no : EXIT.done,
    errors: below.map(({ locale, percent }) => ({
      code: 'below_threshold',
      message: `${locale} is ${percent} % translated, below ${limit} %.`,
    })),
  };
}

function limitOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,3}$/.test(text) || Number(text) > 100) {
    failUsage(`--fail-under is a per cent from 0 to 100, not "${text}".`);
  }
  return Number(text);
}
