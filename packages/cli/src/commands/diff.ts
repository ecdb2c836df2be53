import type { Call, Outcome } from '../command.ts';
import { inEachProject } from '../each-project.ts';
import { EXIT } from '../fault.ts';
import { escapeText, quoteText } from '../output/escape-text.ts';
import { cellOf } from '../output/markdown.ts';
import { compareAgainst, type PlacedDifference } from '../sync/compare-against.ts';
import { describeOutdated } from '../sync/outdated.ts';
import { type DifferenceKind, isShown } from '../sync/three-way.ts';
import { openWorkspace } from '../sync/workspace.ts';

const WORDS: Readonly<Record<DifferenceKind, string>> = {
  here: 'changed here',
  there: 'changed in the project',
  'new-here': 'new here',
  'new-there': 'new in the project',
  'removed-here': 'removed here',
  'removed-there': 'removed in the project',
  'empty-here': 'empty here',
  conflict: 'conflict',
};

export const run = (call: Call): Promise<Outcome> =>
  inEachProject(call, async (own) => {
    const outcome = await listDifferences(own);
    return async () => outcome;
  });

async function listDifferences(call: Call): Promise<Outcome> {
  const against = call.flags.text('against') ?? 'project';
  const { rows, outdated = null } =
    against === 'project'
      ? await compareProject(call)
      : { rows: await compareAgainst(call, against) };
  const format = call.flags.text('format') ?? 'text';
  const lines = format === 'markdown' ? toMarkdown(rows, against) : toLines(rows, against);
  return {
    data: { differences: rows, ...(outdated && { outdated: outdated.counts }) },
    lines: [...lines, ...(outdated ? ['', `${outdated.line.replace(/\.$/, '')}.`] : [])],
    exit: rows.length === 0 ? EXIT.done : EXIT.no,
  };
}

async function compareProject(call: Call) {
  const workspace = await openWorkspace(call);
  const { differences, documentOf } = workspace;
  const shown = differences.filter(isShown);
  const rows: PlacedDifference[] = shown.map((one) => ({
    ...one,
    path: documentOf(one.locale, one.key)!.path,
  }));
  const sent = shown.filter(({ kind }) => kind === 'here' || kind === 'conflict');
  return { rows, outdated: await describeOutdated(workspace, sent) };
}

const sideOf = (against: string): string =>
  against === 'project' ? 'the project' : escapeText(against.replace(':', ' '));

const sameTexts = (against: string): string =>
  `The files and ${sideOf(against)} have the same texts.`;

const toLines = (rows: readonly PlacedDifference[], against: string): string[] =>
  rows.length === 0 ? [sameTexts(against)] : rows.flatMap(toText);

const toText = ({ kind, key, path, base, file, project }: PlacedDifference): string[] => [
  `${escapeText(path)}  ${escapeText(key)}  ${WORDS[kind]}`,
  ...(kind === 'conflict' ? [`  base   ${quoteText(base)}`] : []),
  ...(file === null ? [] : [`  here   ${quoteText(file)}`]),
  ...(project === null ? [] : [`  there  ${quoteText(project)}`]),
];

/** Comments of pull requests are found again by this mark. */
const MARK = '<!-- parlance:diff -->';

function toMarkdown(rows: readonly PlacedDifference[], against: string): string[] {
  if (rows.length === 0) return [MARK, sameTexts(against)];
  return [
    MARK,
    `**${rows.length} texts differ between the files and ${cellOf(sideOf(against))}**`,
    '',
    `| file | key | | here | in ${cellOf(sideOf(against))} |`,
    '|---|---|---|---|---|',
    ...rows.map(
      ({ path, key, kind, file, project }) =>
        `| ${[cellOf(path), cellOf(key), WORDS[kind], cellOf(file), cellOf(project)].join(' | ')} |`,
    ),
  ];
}
