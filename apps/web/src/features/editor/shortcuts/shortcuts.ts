import type { ParseKeys } from 'i18next';
import { chordOf, isDenied } from '../../../lib/chord.ts';
import { TEXT_CHORDS, type TextCommand } from '../cell/field/text-commands.ts';

export interface Shortcut {
  readonly id: string;
  /** Key combinations of the command. The first is the default, and only this one can be changed. */
  readonly chords: readonly string[];
  /** Element that must have the focus for the shortcut: a cell (`grid`), a text field, a proposal or a comment. */
  readonly scope: 'grid' | 'text' | 'proposal' | 'comment';
  readonly label: ParseKeys;
}

/** Commands of the grid with their default key combinations. */
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
  proposals: ['v'],
  comments: ['w'],
  question: ['q'],
  threads: ['Shift+w'],
  sendBack: ['Shift+u'],
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

/** Commands that change the value of the active cell, or propose a text for it. */
export const VALUE_COMMANDS: readonly GridCommand[] = [
  'reviewed',
  'needsReview',
  'sendBack',
  'copySource',
  'suggestion',
  'fillEqual',
];

/** Commands that change keys. */
export const KEY_COMMANDS: readonly GridCommand[] = ['newKey', 'editKey', 'archivedKeys'];

/** Commands that are not available to users who may only propose texts. */
export const WRITE_COMMANDS: readonly GridCommand[] = [
  'reviewed',
  'review',
  'needsReview',
  'sendBack',
  'machine',
  'fillEqual',
  'bulk',
  'undo',
];

/** Commands for the proposal with the focus, with their default key combinations. */
const PROPOSAL_CHORDS = { accept: 'a', decline: 'd', withdraw: 'w', vote: 'v' } as const;
export type ProposalCommand = keyof typeof PROPOSAL_CHORDS;

/** Commands for the comment with the focus, with their default key combinations. */
const COMMENT_CHORDS = { answer: 'a', resolve: 'r', edit: 'e', delete: 'd', mute: 'm' } as const;
export type CommentCommand = keyof typeof COMMENT_CHORDS;

const listShortcuts = (
  scope: Shortcut['scope'],
  chords: Readonly<Record<string, string | readonly string[]>>,
): Shortcut[] =>
  Object.entries(chords).map(([id, keys]) => ({
    id: scope === 'grid' ? id : `${scope}.${id}`,
    chords: [keys].flat(),
    scope,
    // A test compares the labels with the commands.
    label: `editor.${scope === 'grid' ? 'command' : scope}.${id}` as Shortcut['label'],
  }));

export const SHORTCUTS: readonly Shortcut[] = [
  ...listShortcuts('grid', GRID_CHORDS),
  ...listShortcuts('text', TEXT_CHORDS),
  ...listShortcuts('proposal', PROPOSAL_CHORDS),
  ...listShortcuts('comment', COMMENT_CHORDS),
];

/** The key combinations that a user has chosen, by the id of the command. Null disables the shortcut of a command. */
export type Bindings = Readonly<Record<string, string | null>>;

/** Reads the user's key combinations from the preferences, whose content is not validated. */
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

/** Returns the key combinations of a command. */
export function chordsOf({ id, chords }: Shortcut, bindings: Bindings): readonly string[] {
  const bound = bindings[id];
  if (bound === undefined) return chords;
  return [...(bound === null ? [] : [bound]), ...chords.slice(1)];
}

/**
 * Keys that move through the grid. The user cannot change them, because the ARIA role of the grid defines them (ARIA
 * APG, grid).
 */
export const MOVES: ReadonlySet<string> = new Set([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'PageUp',
  'PageDown',
  'Home',
  'End',
  'Mod+Home',
  'Mod+End',
]);

/** Returns the command of a key combination. Combinations that the user has chosen take precedence over defaults. */
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

/** Returns the command of a key press in a text field, with the user's key combinations. */
export function boundTextCommand(event: KeyboardEvent, bindings: Bindings): TextCommand | null {
  const id = commandOf(chordOf(event), 'text', bindings);
  return id === null ? null : (id.slice('text.'.length) as TextCommand);
}

/** Returns the reason why a key combination cannot be used for a command. Returns null if it can be used. */
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
