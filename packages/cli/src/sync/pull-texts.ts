import { formatById } from '@parlance/formats';
import type { ValueState } from '@parlance/sdk';
import type { Call } from '../command.ts';
import { type Decide, decideConflicts } from './conflict-policy.ts';
import { fetchDescriptions } from './descriptions.ts';
import { type Document, hashOf } from './documents.ts';
import { findEmptyTexts } from './empty-texts.ts';
import { type HeldMarks, hashOfText, markOf } from './held-texts.ts';
import { filesInStep, noteState } from './note-state.ts';
import { orderOf } from './place-rows.ts';
import { SaidPlurals } from './said-plurals.ts';
import { anyHasStates, hasStates } from './states.ts';
import { type Difference, isHeldBack } from './three-way.ts';
import type { Workspace } from './workspace.ts';
import { type Edit, hasLongLines, shapeOf, writeDocument } from './write-document.ts';
import { type FileWrite, writeFiles } from './write-files.ts';

export interface PulledFile {
  path: string;
  isNew: boolean;
  added: number;
  changed: number;
  removed: number;
  /** Texts that stay and get another state. */
  states: number;
  /** Texts that only the file has changed, and that stay. */
  kept: number;
  /** Texts that `pull.states` leaves out. */
  held: number;
  /** Conflicts that the file won: the next push replaces these texts of the project. */
  keptConflicts: Difference[];
  /** Conflicts that the project won, and texts that were removed. */
  overwritten: Difference[];
}

interface FilePlan {
  document: Document;
  /** By locale: texts by their name in the file. */
  edits: Map<string, Map<string, Edit | null>>;
  counts: PulledFile;
}

export interface PullPlan {
  files: readonly FilePlan[];
  /** Locales with texts that the files and the project do not share after the pull. */
  kept: ReadonlySet<string>;
  /** Marks of texts that `pull.states` leaves out, and of those that stay though the project removed them. */
  held: HeldMarks;
}

/** Decides what a pull writes. @throws CliError for conflicts that nothing decides */
export async function planPull(call: Call, workspace: Workspace): Promise<PullPlan> {
  const open = workspace.differences.filter((one) => !isHeldBack(one));
  const sideOf = await decideConflicts(call, workspace, open);
  const plans = new Map<Document, FilePlan>();
  const planOf = (document: Document): FilePlan => {
    let plan = plans.get(document);
    if (!plan) {
      const isNew = document.hash === null;
      const none = { added: 0, changed: 0, removed: 0, states: 0, kept: 0, held: 0 };
      const lists = { keptConflicts: [], overwritten: [] };
      const counts: PulledFile = { path: document.path, isNew, ...none, ...lists };
      plan = { document, edits: new Map(), counts };
      plans.set(document, plan);
    }
    return plan;
  };
  const edit: EditText = (document, locale, key, next) => {
    const { edits } = planOf(document);
    const own = edits.get(locale) ?? new Map<string, Edit | null>();
    own.set(key.slice(document.prefix.length), next);
    edits.set(locale, own);
  };
  const kept = new Set<string>();
  const held = new Map<string, Map<string, string>>();
  for (const difference of workspace.differences) {
    const { locale, key, project } = difference;
    const document = workspace.documentOf(locale, key)!;
    const { counts } = planOf(document);
    const isHeld = isHeldBack(difference);
    if (isHeld || !isTaken(call, sideOf, difference)) {
      if (isHeld) counts.held++;
      else counts.kept++;
      kept.add(locale);
      if (!isHeld && difference.kind === 'conflict') counts.keptConflicts.push(difference);
      // Otherwise the next command would take a text that the project removed for a new one.
      if (difference.file !== null && (isHeld || difference.kind === 'removed-there')) {
        const marks = held.get(locale) ?? new Map<string, string>();
        held.set(locale, marks.set(key, markOf(difference)));
      }
      continue;
    }
    edit(document, locale, key, project === null ? null : newText(workspace, document, difference));
    if (difference.kind === 'conflict' || project === null) counts.overwritten.push(difference);
    if (project === null) counts.removed++;
    else if (difference.file === null) counts.added++;
    else counts.changed++;
  }
  const isEdited = (document: Document, locale: string, key: string): boolean =>
    plans.get(document)?.edits.get(locale)?.has(key.slice(document.prefix.length)) === true;
  for (const { kind, isHeld, key, locale, text, project: state } of workspace.states) {
    const document = workspace.documentOf(locale, key)!;
    const { counts } = planOf(document);
    if (kind === 'here' || isHeld) {
      kept.add(locale);
      if (!isHeld) continue;
      counts.held++;
      const marks = held.get(locale) ?? new Map<string, string>();
      held.set(locale, marks.set(key, hashOfText(text)));
      continue;
    }
    edit(document, locale, key, { text, state });
    counts.states++;
  }
  renameInFiles(workspace, (document, locale, key, next) => {
    // The text that the project has since stays.
    if (!isEdited(document, locale, key)) edit(document, locale, key, next);
  });
  for (const { document, locale, key, text } of findEmptyTexts(workspace)) {
    const { counts } = planOf(document);
    if (isEdited(document, locale, key) || (text === null && !call.flags.has('prune'))) continue;
    edit(document, locale, key, text === null ? null : { text });
    if (text === null) counts.removed++;
    else counts.added++;
  }
  return { files: [...plans.values()], kept, held };
}

type EditText = (document: Document, locale: string, key: string, next: Edit | null) => void;

/** The text of the project, with its state if the file has states. */
function newText(
  { project, projectStates }: Workspace,
  { spec }: Document,
  { locale, key, project: text }: Difference,
): Edit {
  const state =
    hasStates(spec) && locale !== project.sourceLocale
      ? (projectStates.get(locale)?.get(key) as ValueState | undefined)
      : undefined;
  return { text: text!, ...(state && { state }) };
}

function isTaken(call: Call, sideOf: Decide, difference: Difference): boolean {
  const { kind, project } = difference;
  switch (kind) {
    case 'there':
    case 'new-there':
    case 'empty-here':
      return true;
    case 'removed-there':
      return call.flags.has('prune');
    case 'removed-here':
      return call.flags.has('restore');
    case 'conflict':
      if (sideOf(difference) !== 'theirs') return false;
      return project !== null || call.flags.has('prune');
    default:
      return false;
  }
}

/** Keys that were renamed in the project get their new name in the files. The text is that of the file. */
function renameInFiles({ documents, renamed, selection }: Workspace, edit: EditText): void {
  if (renamed.size === 0) return;
  for (const document of documents.filter(({ path }) => selection.hasFile(path))) {
    const names = new Set(document.rows.map(({ name }) => document.prefix + name));
    for (const { name, values } of document.rows) {
      const key = document.prefix + name;
      const next = renamed.get(key);
      if (next === undefined || names.has(next) || !next.startsWith(document.prefix)) continue;
      if (!selection.hasKey(key) && !selection.hasKey(next)) continue;
      for (const { localeTag, text, state } of values) {
        edit(document, localeTag, key, null);
        edit(document, localeTag, next, { text, ...(state && { state }) });
      }
    }
  }
}

/** Writes all files or none, and notes the state that they are then in step with. */
export async function pullTexts(workspace: Workspace, plan: PullPlan): Promise<void> {
  const { config, context, project, projectTexts, projectToken, isWhole, documents } = workspace;
  const writes: FileWrite[] = [];
  const plurals = new SaidPlurals(documents, project.sourceLocale);
  const hashes = new Map<string, string>();
  const described = plan.files.some(
    ({ document, edits }) => document.hash === null && edits.size > 0 && hasComments(document),
  );
  const descriptions = described ? await fetchDescriptions(workspace) : new Map<string, string>();
  for (const { document, edits } of plan.files) {
    if (edits.size === 0) continue;
    const like = documents.find((one) => one.spec === document.spec && one.hash !== null);
    const shape = shapeOfNew(document, documents, context.keySeparator);
    const bytes = await writeDocument(document, edits, context, {
      ...{ shape, plurals, descriptions },
      order: orderOf(config, document, documents),
      poWrap: like === undefined || !hasLongLines(like),
      sources: projectTexts.get(project.sourceLocale) ?? new Map(),
    });
    writes.push({ path: document.path, bytes, hash: document.hash });
    hashes.set(document.path, hashOf(bytes));
  }
  // Without all locales, the files that were left out are not in step with the project as it was read.
  if (isWhole && projectToken !== null) {
    const files = filesInStep(workspace, (locale) => !plan.kept.has(locale), hashes);
    const noted = { files, hasStates: anyHasStates(config), held: plan.held };
    const lock = noteState(workspace, projectToken, noted);
    if (lock) writes.push(lock);
  }
  writeFiles(config.root, writes);
}

const hasComments = ({ spec }: Document): boolean =>
  spec.format === 'csv' || formatById(spec.format)!.carries.includes('comments');

/** A file whose names do not tell its shape has that of another one of its entry. */
function shapeOfNew(
  document: Document,
  documents: readonly Document[],
  keySeparator: string | null,
): 'flat' | 'nested' {
  const tells = ({ rows }: Document): boolean =>
    keySeparator !== null && rows.some(({ name }) => name.includes(keySeparator));
  const like = tells(document)
    ? document
    : documents.find((one) => one.spec === document.spec && tells(one));
  return like ? shapeOf(like, keySeparator) : (document.spec.shape ?? 'nested');
}
