import type { ParseKeys } from 'i18next';
import { chordOf, isDenied } from '../../../lib/chord.ts';
import { TEXT_CHORDS, type TextCommand } from '../cell/field/text-commands.ts';

export interface Shortcut {
  readonly id: string;
  /** Chords, with the default first. Only the default can be changed. */
  readonly chords: readonly string[];
  /** `grid` while a cell has the focus, `text` while a text is edited. */
  readonly scope: 'grid' | 'text';
  readonly label: ParseKeys;
}

/** Commands of the grid with their default chords. */
const GRID_CHORDS = {
  edit: ['Enter', 'F2'],
  nextWork: ['j'],
  previousWork: ['k'],
  reviewed: ['r'],
  review: ['a'],
  needsReview: ['u'],
  copySource: ['c'],
  history: ['h'],
  suggestions: ['s'],
  machine: ['m'],
  suggestion: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
  query: ['/'],
  filter: ['f'],
  goTo: ['g'],
  newKey: ['n'],
  editKey: ['o'],
  archivedKeys: ['Shift+n'],
  columns: ['l'],
  panel: ['p'],
  tree: ['t'],
  invisibles: ['i'],
  density: ['d'],
  select: ['x'],
  selectDown: ['Shift+ArrowDown'],
  selectUp: ['Shift+ArrowUp'],
  selectAll: ['Mod+a'],
  clearSelection: ['Escape'],
  bulk: ['b'],
  fillEqual: ['e'],
  undo: ['Mod+z'],
  help: ['?'],
} as const;
export type GridCommand = keyof typeof GRID_CHORDS;

/** Commands that change texts. */
export const WRITING_COMMANDS: readonly GridCommand[] = [
  'reviewed',
  'needsReview',
  'copySource',
  'suggestion',
  'newKey',
  'editKey',
  'archivedKeys',
  'bulk',
  'fillEqual',
  'undo',
];

export const SHORTCUTS: readonly Shortcut[] = [
  ...Object.entries(GRID_CHORDS).map(
    ([id, chords]): Shortcut => ({
      id,
      chords,
      scope: 'grid',
      label: `editor.command.${id as GridCommand}`,
    }),
  ),
  ...Object.entries(TEXT_CHORDS).map(
    ([id, chord]): Shortcut => ({
      id: `text.${id}`,
      chords: [chord],
      scope: 'text',
      label: `editor.text.${id as TextCommand}`,
    }),
  ),
];

/** Chords of one user by the command's id. Null disables a command. */
export type Bindings = Readonly<Record<string, string | null>>;

/** Reads the bindings from the free-form preferences of a user. */
export function bindingsOf(preferences: Readonly<Record<string, unknown>>): Bindings {
  const stored = preferences.shortcuts;
  if (typeof stored !== 'object' || stored === null) return {};
  const bindings: Record<string, string | null> = {};
  for (const { id } of SHORTCUTS) {
    const chord = (stored as Record<string, unknown>)[id];
    if (chord === '') bindings[id] = null;
    else if (typeof chord === 'string' && !isDenied(chord)) bindings[id] = chord;
  }
  return bindings;
}

/** Returns the chords of a command. */
export function chordsOf({ id, chords }: Shortcut, bindings: Bindings): readonly string[] {
  const bound = bindings[id];
  if (bound === undefined) return chords;
  return [...(bound === null ? [] : [bound]), ...chords.slice(1)];
}

/** Keys that move through the grid. They belong to its role (ARIA APG, grid) and cannot be changed. */
export const MOVES: ReadonlySet<string> = new Set([
  ...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown'],
  ...['Home', 'End', 'Mod+Home', 'Mod+End'],
]);

/** Returns the command of a chord. The user's chords take precedence over default ones. */
export function commandOf(
  chord: string | null,
  scope: Shortcut['scope'],
  bindings: Bindings,
): string | null {
  if (chord === null) return null;
  const inScope = SHORTCUTS.filter((shortcut) => shortcut.scope === scope);
  const chosen = inScope.find(({ id }) => bindings[id] === chord);
  return (
    (chosen ?? inScope.find((shortcut) => chordsOf(shortcut, bindings).includes(chord)))?.id ?? null
  );
}

/** Returns the command of a key press in an open text, with the chords of the user. */
export function boundTextCommand(event: KeyboardEvent, bindings: Bindings): TextCommand | null {
  const id = commandOf(chordOf(event), 'text', bindings);
  return id === null ? null : (id.slice('text.'.length) as TextCommand);
}

/** Explains why a chord cannot be used for a command. Null if it can. */
export function faultOfChord(
  chord: string,
  shortcut: Shortcut,
  bindings: Bindings,
): 'denied' | 'taken' | 'letter' | null {
  if (isDenied(chord) || MOVES.has(chord)) return 'denied';
  if (shortcut.scope === 'text' && [...chord].length === 1) return 'letter';
  const isTaken = SHORTCUTS.some(
    (other) =>
      other.id !== shortcut.id &&
      other.scope === shortcut.scope &&
      chordsOf(other, bindings).includes(chord),
  );
  return isTaken || chord === 'Mod+k' ? 'taken' : null;
}
