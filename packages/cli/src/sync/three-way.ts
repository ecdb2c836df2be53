/** The differences between a file, the project and their last common state. */
export type DifferenceKind =
  /** Only the file changed. */
  | 'here'
  /** Only the project changed. */
  | 'there'
  /** Only the file has the text. */
  | 'new-here'
  /** Only the project has the text. */
  | 'new-there'
  /** The file no longer has the text. */
  | 'removed-here'
  /** The project no longer has the text. */
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
  /** True if the text in the project has a state that `pull.states` leaves out. */
  readonly isHeld?: true;
  /** True if the file cannot contain the text yet, because its array or plural lacks another text. */
  readonly isPartial?: true;
}

/**
 * True for a text of the project that no pull writes until its state changes or the rest of its array or plural exists.
 */
export const isHeldBack = ({ kind, isHeld, isPartial }: Difference): boolean =>
  isPartial === true || (isHeld === true && kind !== 'here');

/** True for a difference to show. One that is held back is only shown if both sides changed the text. */
export const isShown = (difference: Difference): boolean =>
  difference.kind === 'conflict' || !isHeldBack(difference);

export interface ThreeTexts {
  readonly file: ReadonlyMap<string, string>;
  readonly project: ReadonlyMap<string, string>;
  /** Texts of the last common state. Null if it is unknown. */
  readonly base: ReadonlyMap<string, string> | null;
}

/** Compares the texts of one locale. Equal texts are not listed. */
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
    // If both sides have no text, there is no conflict.
    return file === base || file === '' ? 'removed-there' : 'conflict';
  }
  if (file === base) return 'there';
  if (file === '') return 'empty-here';
  return project === base ? 'here' : 'conflict';
}
