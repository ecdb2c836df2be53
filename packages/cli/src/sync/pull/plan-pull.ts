import type { ValueState } from '@parlance/sdk';
import type { Call } from '../../command.ts';
import {
  findWrongMembers,
  hasSourceMembers,
  sourceFileOf,
} from '../../documents/correct-members.ts';
import { type Document, readBytes } from '../../documents/documents.ts';
import { findNeeded } from '../../documents/locale-sets.ts';
import { type Edit, oneOfEach } from '../../documents/write-document.ts';
import type { Fault } from '../../fault.ts';
import { type Decide, decideConflicts } from '../conflict-policy.ts';
import { hasStates } from '../has-states.ts';
import { type HeldMarks, hashOfText, markOf } from '../held-texts.ts';
import type { StateDifference } from '../states.ts';
import { type Difference, isHeldBack } from '../three-way.ts';
import type { Workspace } from '../workspace.ts';
import { findEmptyTexts } from './empty-texts.ts';
import { type RenamedEntries, renamesIn } from './rename-entries.ts';
import { findStrayForms } from './stray-forms.ts';

export interface PulledFile {
  path: string;
  isNew: boolean;
  added: number;
  changed: number;
  removed: number;
  /** Number of keys that were renamed in the project. */
  renamed: number;
  /** Number of plural forms that move from this file to the file of their plural, or into this file. */
  moved: number;
  /** Number of texts that stay the same but get another review state. */
  states: number;
  /** Number of texts that only the file has changed. The pull does not overwrite these texts. */
  kept: number;
  /** Number of texts that `pull.states` excludes. */
  held: number;
  /** Number of texts that are not written, because their array or plural is incomplete. */
  partial: number;
  /** Conflicts for which the text in the file is kept. The next push sends these texts. */
  keptConflicts: Difference[];
  /** Texts in the files that the pull replaces or removes. */
  overwritten: Difference[];
}

/** Bytes that comments, anchors and tags of YAML begin with. */
const YAML_MARKS = ['#', '&', '!'];

/** True if an entry of the file may have a comment or a mark besides its text. */
const mayHaveMarks = ({ spec: { format }, bytes }: Document): boolean =>
  format === 'yaml'
    ? YAML_MARKS.some((mark) => Buffer.from(bytes).includes(mark))
    : format !== 'json';

export interface FilePlan {
  document: Document;
  /** Edits of the file, first by locale and then by the key name in the file. */
  edits: Map<string, Map<string, Edit | null>>;
  counts: PulledFile;
  /** Reason why a file without changed texts is written. */
  reason?: Fault;
  /** True if the document has new key names that are not yet in the file on disk. */
  hasNewNames?: true;
  /**
   * File of the source locale, with its content. Set if the placeholders of this file must follow
   * it.
   */
  model?: Document;
}

export interface PullPlan {
  files: readonly FilePlan[];
  kept: ReadonlySet<string>;
  held: HeldMarks;
  /** New names of the keys that were renamed in a file. */
  renamed: ReadonlySet<string>;
  warnings: readonly Fault[];
}

/**
 * Plans the changes that a pull makes to the files.
 * @throws CliError with the unresolved conflicts
 */
export async function planPull(
  call: Call,
  { workspace, renamed }: RenamedEntries,
): Promise<PullPlan> {
  const open = workspace.differences.filter((difference) => !isHeldBack(difference));
  const sideOf = await decideConflicts(call, workspace, open);
  const planner = new PullPlanner(call, workspace, sideOf);
  for (const difference of workspace.differences) planner.takeText(difference);
  for (const difference of workspace.states) planner.takeState(difference);
  planner.takeRenamed(renamed);
  planner.replaceRenamed();
  planner.moveStrayForms();
  planner.fillEmpty();
  planner.addNeeded();
  await planner.correctMembers();
  return planner.plan;
}

class PullPlanner {
  readonly #call: Call;
  readonly #workspace: Workspace;
  readonly #sideOf: Decide;
  readonly #plans = new Map<Document, FilePlan>();
  readonly #kept = new Set<string>();
  readonly #held = new Map<string, Map<string, string>>();
  readonly #renamed = new Set<string>();
  readonly #warnings: Fault[] = [];

  constructor(call: Call, workspace: Workspace, sideOf: Decide) {
    this.#call = call;
    this.#workspace = workspace;
    this.#sideOf = sideOf;
  }

  get plan(): PullPlan {
    return {
      files: [...this.#plans.values()],
      kept: this.#kept,
      held: this.#held,
      renamed: this.#renamed,
      warnings: this.#warnings,
    };
  }

  takeText(difference: Difference): void {
    const { locale, key, kind, project, isPartial } = difference;
    const document = this.#workspace.documentOf(locale, key)!;
    const { counts } = this.#planOf(document);
    const isHeld = isHeldBack(difference);
    if (isHeld || !isTaken(this.#call, this.#sideOf, difference)) {
      if (isPartial) counts.partial++;
      else if (isHeld) counts.held++;
      else counts.kept++;
      this.#kept.add(locale);
      if (!isHeld && kind === 'conflict') counts.keptConflicts.push(difference);
      // Marks a text that stays in the file although the project has another text or none. Without
      // the mark, the next push would send the text as a change.
      const isMarked = difference.file !== null && (isHeld || kind === 'removed-there');
      if (isPartial || isMarked) this.#mark(locale, key, markOf(difference));
      return;
    }
    const next = project === null ? null : newText(this.#workspace, document, difference);
    this.#edit(document, locale, key, next);
    if (kind === 'conflict' || project === null) counts.overwritten.push(difference);
    if (project === null) counts.removed++;
    else if (difference.file === null) counts.added++;
    else counts.changed++;
  }

  takeState({ kind, isHeld, key, locale, text, project: state }: StateDifference): void {
    const document = this.#workspace.documentOf(locale, key)!;
    const { counts } = this.#planOf(document);
    if (kind === 'here' || isHeld) {
      this.#kept.add(locale);
      if (!isHeld) return;
      counts.held++;
      this.#mark(locale, key, hashOfText(text));
      return;
    }
    this.#edit(document, locale, key, { text, state });
    counts.states++;
  }

  /** Adds the files in which only key names change. */
  takeRenamed(renamed: RenamedEntries['renamed']): void {
    for (const [document, names] of renamed) {
      const plan = this.#planOf(document);
      plan.hasNewNames = true;
      plan.counts.renamed += names.length;
      for (const name of names) this.#renamed.add(name);
    }
  }

  /** Replaces the entries that still have old key names by new entries, and adds warnings about them. */
  replaceRenamed(): void {
    for (const document of this.#workspace.documents) {
      const { path, prefix, rows } = document;
      const renames = renamesIn(this.#workspace, document);
      if (renames.size === 0) continue;
      for (const { name, values } of rows) {
        const next = renames.get(name);
        if (next === undefined) continue;
        for (const { localeTag, text, state } of values) {
          this.#editUnedited(document, localeTag, prefix + name, null);
          this.#editUnedited(document, localeTag, prefix + next, { text, ...(state && { state }) });
        }
        this.#renamed.add(prefix + next);
      }
      this.#planOf(document).counts.renamed += renames.size;
      if (!mayHaveMarks(document)) continue;
      const [first] = renames.values();
      const many = renames.size === 1 ? 'The renamed key has' : `${renames.size} renamed keys have`;
      this.#warnings.push({
        code: 'entry_replaced',
        file: path,
        path: prefix + first!,
        message: `${many} a new entry in the file: comments and marks of the old entry were not carried over.`,
      });
    }
  }

  /** Moves forms of plurals that an earlier version has written to other files to the file of their plural. */
  moveStrayForms(): void {
    for (const { locale, key, text, from, to } of findStrayForms(this.#workspace)) {
      const name = key.slice(from.prefix.length);
      const edits = this.#plans.get(from)?.edits.get(locale);
      const next = edits?.has(name) ? edits.get(name)! : text;
      if (next === null) continue;
      this.#edit(from, locale, key, null);
      this.#edit(to, locale, key, next);
      this.#planOf(from).counts.moved++;
      this.#planOf(to).counts.moved++;
    }
  }

  fillEmpty(): void {
    for (const { document, locale, key, text } of findEmptyTexts(this.#workspace)) {
      if (document.hash === null && !this.#plans.get(document)?.edits.has(locale)) continue;
      const { counts } = this.#planOf(document);
      if (this.#isEdited(document, locale, key)) continue;
      if (text === null && !this.#call.flags.has('prune')) continue;
      this.#edit(document, locale, key, text === null ? null : { text });
      if (text === null) counts.removed++;
      else counts.added++;
    }
  }

  /** Plans files without texts that a platform needs in addition to the new files. */
  addNeeded(): void {
    const { config, documents } = this.#workspace;
    const hasTexts = (document: Document): boolean =>
      (this.#plans.get(document)?.edits.size ?? 0) > 0;
    const isNew = (document: Document): boolean => document.hash === null && hasTexts(document);
    if (!documents.some(isNew)) return;
    const files = documents.filter((document) => document.hash !== null || isNew(document));
    for (const { file, message, stops } of findNeeded(config, files)) {
      if (!stops) continue;
      const document = { ...file, rows: [], hash: null, bytes: new Uint8Array() };
      const plan = this.#planOf(documents.find(({ path }) => path === file.path) ?? document);
      plan.edits.set(file.locale!, new Map());
      plan.reason = {
        code: 'fallback_missing',
        file: file.path,
        message: `Written without texts: ${message}`,
      };
    }
  }

  /** Plans the files whose placeholders differ from the file of the source locale. */
  async correctMembers(): Promise<void> {
    const { config, context, documents, locales, selection } = this.#workspace;
    for (const document of documents) {
      const { locale, hash, path } = document;
      if (hash === null || !hasSourceMembers(document, context)) continue;
      if (!selection.hasFile(path) || !locales.includes(locale!)) continue;
      if ((this.#plans.get(document)?.edits.size ?? 0) > 0) continue;
      const source = sourceFileOf(document, documents, context);
      if (source === undefined || source.hash === null) continue;
      const [translated, model] = [document, source].map((document) =>
        document.bytes.length > 0 ? document : { ...document, bytes: readBytes(config, document) },
      ) as [Document, Document];
      const [notice] = oneOfEach(await findWrongMembers(translated, model.bytes, context));
      if (notice === undefined) continue;
      const plan = this.#planOf(document);
      plan.document = translated;
      plan.model = model;
      plan.edits.set(locale!, new Map());
      plan.reason = {
        code: notice.code,
        file: path,
        path: document.prefix + notice.path,
        message: `Placeholders are those of ${source.path} now: ${notice.message}`,
      };
    }
  }

  #planOf(document: Document): FilePlan {
    let plan = this.#plans.get(document);
    if (!plan) {
      const isNew = document.hash === null;
      const none = {
        added: 0,
        changed: 0,
        removed: 0,
        renamed: 0,
        moved: 0,
        states: 0,
        kept: 0,
        held: 0,
        partial: 0,
      };
      const lists = { keptConflicts: [], overwritten: [] };
      const counts: PulledFile = { path: document.path, isNew, ...none, ...lists };
      plan = { document, edits: new Map(), counts };
      this.#plans.set(document, plan);
    }
    return plan;
  }

  #edit(document: Document, locale: string, key: string, next: Edit | null): void {
    const { edits } = this.#planOf(document);
    const localeEdits = edits.get(locale) ?? new Map<string, Edit | null>();
    edits.set(locale, localeEdits.set(key.slice(document.prefix.length), next));
  }

  #editUnedited(document: Document, locale: string, key: string, next: Edit | null): void {
    if (!this.#isEdited(document, locale, key)) this.#edit(document, locale, key, next);
  }

  #isEdited(document: Document, locale: string, key: string): boolean {
    const localeEdits = this.#plans.get(document)?.edits.get(locale);
    return localeEdits?.has(key.slice(document.prefix.length)) === true;
  }

  #mark(locale: string, key: string, mark: string): void {
    const marks = this.#held.get(locale) ?? new Map<string, string>();
    this.#held.set(locale, marks.set(key, mark));
  }
}

/**
 * Returns the edit that writes the project's text to the file. If the format of the file can store
 * review states, the edit also contains the review state that a translation has in the project.
 */
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
