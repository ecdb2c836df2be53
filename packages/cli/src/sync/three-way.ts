export type DifferenceKind =
  /** Since the last sync, the text has changed only in the file. */
  | 'here'
  /** Since the last sync, the text has changed only in the project. */
  | 'there'
  /**
   * Only the file has the text. The text did not exist at the last sync, or the last sync is
   * unknown.
   */
  | 'new-here'
  /**
   * Only the project has the text. The text did not exist at the last sync, or the last sync is
   * unknown.
   */
  | 'new-there'
  /** The text was removed from the file after the last sync. */
  | 'removed-here'
  /** The text was removed from the project after the last sync. */
  | 'removed-there'
  /** The text is empty in the file, but not in the project. */
  | 'empty-here'
  | 'conflict';

export interface Difference {
  readonly kind: DifferenceKind;
  readonly key: string;
  readonly locale: string;
  readonly base: string | null;
  readonly file: string | null;
  readonly project: string | null;
  /** True if `pull.states` excludes the text because of its state in the project. */
  readonly isHeld?: true;
  /** True if the file cannot contain the text, because its array or plural is incomplete. */
  readonly isPartial?: true;
  /** True for a conflict in an unchanged file that is read by a new rule. */
  readonly isReread?: true;
}

/** True for a text of the project that a pull does not write. */
export const isHeldBack = ({ kind, isHeld, isPartial }: Difference): boolean =>
  isPartial === true || (isHeld === true && kind !== 'here');

export const isShown = (difference: Difference): boolean =>
  difference.kind === 'conflict' || !isHeldBack(difference);

export interface ThreeTexts {
  readonly file: ReadonlyMap<string, string>;
  readonly project: ReadonlyMap<string, string>;
  /** Texts at the last sync. Null if they are unknown. */
  readonly base: ReadonlyMap<string, string> | null;
}

/** Compares the texts of one locale. Equal texts are left out of the result. */
export function compareTexts(locale: string, { file, project, base }: ThreeTexts): Difference[] {
  const differences: Difference[] = [];
  const compare = (key: string, here: string | null, there: string | null): void => {
    if (here === there) return;
    const before = base?.get(key) ?? null;
    const kind = kindOf(here, there, before);
    differences.push({ kind, key, locale, base: before, file: here, project: there });
  };
  for (const [key, text] of file) compare(key, text, project.get(key) ?? null);
  for (const [key, text] of project) if (!file.has(key)) compare(key, null, text);
  return differences;
}

function kindOf(file: string | null, project: string | null, base: string | null): DifferenceKind {
  if (file === null) return base === null ? 'new-there' : 'removed-here';
  if (project === null) {
    if (base === null) return 'new-here';
    return file === base || file === '' ? 'removed-there' : 'conflict';
  }
  if (file === base) return 'there';
  if (file === '') return 'empty-here';
  return project === base ? 'here' : 'conflict';
}
