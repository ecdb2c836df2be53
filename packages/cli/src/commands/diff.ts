import type { OpenWork } from '@parlance/sdk';
import type { CheckFinding } from '../check/check-text.ts';
import { describeFindings, writeSummary } from '../check/reports.ts';
import type { Call, Outcome } from '../command.ts';
import { findFiles } from '../documents/documents.ts';
import { inEachProject } from '../each-project.ts';
import { EXIT, failUsage } from '../fault.ts';
import { describeOpenWork, readOpenWork } from '../open-work.ts';
import { count } from '../output/count.ts';
import { escapeText, quoteText } from '../output/escape-text.ts';
import { cellOf } from '../output/markdown.ts';
import { compareAgainst, type PlacedDifference } from '../sync/compare-against.ts';
import { findLeft, isDisabled, type LeftLocale, warnOfLeft } from '../sync/left-locales.ts';
import { describeOutdated } from '../sync/push/outdated.ts';
import { notesOnEmptyEntries } from '../sync/require-files.ts';
import {
  describeEstimate,
  estimateChanges,
  findInChanges,
  type WorkEstimate,
} from '../sync/review-changes.ts';
import { type DifferenceKind, isShown } from '../sync/three-way.ts';
import { openWorkspace, type Workspace } from '../sync/workspace.ts';

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
  inEachProject(call, async (projectCall) => {
    const outcome = await listDifferences(projectCall);
    return async () => outcome;
  });

async function listDifferences(call: Call): Promise<Outcome> {
  const { flags } = call;
  const against = flags.text('against') ?? 'project';
  const extra = ['findings', 'estimate'].find((flag) => flags.has(flag));
  if (extra && against !== 'project') failUsage(`--${extra} needs --against project.`);
  const {
    rows,
    left = [],
    outdated,
    findings,
    estimate,
    openWork = [],
  }: Compared = against === 'project'
    ? await compareProject(call)
    : { rows: await compareAgainst(call, against) };
  const config = await call.config();
  const isMarkdown = flags.text('format') === 'markdown';
  return {
    data: {
      differences: rows,
      ...(outdated && { outdated: outdated.counts }),
      ...(findings && { findings }),
      ...(estimate && { estimate }),
    },
    lines: [
      ...(isMarkdown ? toMarkdown(rows, against) : toLines(rows, against)),
      ...(outdated ? ['', `${outdated.line.replace(/\.$/, '')}.`] : []),
      ...(findings ? ['', ...listFindings(findings, isMarkdown)] : []),
      ...(openWork.length > 0 ? ['', ...toList(openWork)] : []),
      ...(estimate ? ['', describeEstimate(estimate)] : []),
    ],
    warnings: [...notesOnEmptyEntries(config, findFiles(config)), ...left.map(warnOfLeft)],
    exit: rows.length === 0 ? EXIT.done : EXIT.no,
  };
}

interface Compared {
  rows: readonly PlacedDifference[];
  /** Locales that are disabled in the project and whose texts are therefore not compared. */
  left?: readonly LeftLocale[];
  outdated?: Awaited<ReturnType<typeof describeOutdated>>;
  findings?: CheckFinding[];
  estimate?: WorkEstimate;
  /** Open questions and proposals, for the comment on a pull request. */
  openWork?: OpenWork[];
}

async function compareProject(call: Call): Promise<Compared> {
  const { flags } = call;
  const workspace = await openWorkspace(call);
  const { differences, documentOf } = workspace;
  const left = findLeft(workspace, []).filter(isDisabled);
  const disabled = new Set(left.map(({ locale }) => locale));
  const shown = differences.filter(
    (difference) => isShown(difference) && !disabled.has(difference.locale),
  );
  const rows: PlacedDifference[] = shown.map((difference) => ({
    ...difference,
    path: documentOf(difference.locale, difference.key)!.path,
  }));
  const sent = shown.filter(({ kind }) => kind === 'here' || kind === 'conflict');
  return {
    rows,
    left,
    outdated: await describeOutdated(workspace, sent),
    ...(flags.has('findings') && { findings: await findInChanges(call, workspace, shown) }),
    ...(flags.has('estimate') && { estimate: await estimateChanges(workspace, shown) }),
    ...(flags.text('format') === 'markdown' && { openWork: await openWorkOf(workspace) }),
  };
}

const openWorkOf = ({ connection, project, locales }: Workspace): Promise<OpenWork[]> =>
  readOpenWork(connection.client, project.id, locales);

const toList = (work: readonly OpenWork[]): string[] => [
  '**Waits for an answer in the project**',
  '',
  ...describeOpenWork(work).map((line) => `- ${line}`),
];

function listFindings(findings: readonly CheckFinding[], isMarkdown: boolean): string[] {
  if (findings.length === 0) return ['No findings.'];
  return isMarkdown ? toTable(findings) : describeFindings(findings);
}

const toTable = (findings: readonly CheckFinding[]): string[] => [
  writeSummary(count(findings.length, 'finding'), findings).trimEnd(),
];

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

/** Hidden text in the comment on a pull request, by which a later run finds this comment. */
const MARK = '<!-- parlance:diff -->';

function toMarkdown(rows: readonly PlacedDifference[], against: string): string[] {
  if (rows.length === 0) return [MARK, sameTexts(against)];
  return [
    MARK,
    `**${count(rows.length, 'text')} ${rows.length === 1 ? 'differs' : 'differ'} between the files and ${cellOf(sideOf(against))}**`,
    '',
    `| file | key | | here | in ${cellOf(sideOf(against))} |`,
    '|---|---|---|---|---|',
    ...rows.map(
      ({ path, key, kind, file, project }) =>
        `| ${[cellOf(path), cellOf(key), WORDS[kind], cellOf(file), cellOf(project)].join(' | ')} |`,
    ),
  ];
}
