import { chordOf, type KeyPress } from '../../../../lib/chord.ts';

/**
 * Keyboard commands of a text field with their default key combinations. `Mod` stands for Ctrl, or Command on Apple
 * systems.
 */
export const TEXT_CHORDS = {
  save: 'Enter',
  lineBreak: 'Shift+Enter',
  saveReviewed: 'Mod+Enter',
  nextCell: 'Tab',
  previousCell: 'Shift+Tab',
  leave: 'Escape',
  menu: 'Mod+.',
  suggestion: 'Mod+i',
  copySource: 'Mod+b',
  fillEqual: 'Mod+e',
  code: 'Mod+/',
  nextFinding: 'F8',
  previousFinding: 'Shift+F8',
  actions: 'F9',
} as const;
export type TextCommand = keyof typeof TEXT_CHORDS;

/** Commands after which the text field loses the focus. */
export const LEAVING: ReadonlySet<TextCommand> = new Set([
  ...(['save', 'saveReviewed', 'nextCell', 'previousCell', 'leave', 'code', 'actions'] as const),
]);

const COMMANDS: ReadonlyMap<string, TextCommand> = new Map(
  Object.entries(TEXT_CHORDS).map(([command, chord]) => [chord, command as TextCommand]),
);

/** Returns the command of a key press by the default key combinations. Returns null if there is none. */
export const textCommandOf = (event: KeyPress): TextCommand | null =>
  COMMANDS.get(chordOf(event) ?? '') ?? null;
