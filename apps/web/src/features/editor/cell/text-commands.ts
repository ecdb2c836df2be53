/** What keys do while a text has the focus, with their default chords. `Mod` is Ctrl, on Apple's systems Command. */
export const TEXT_CHORDS = {
  save: 'Enter',
  lineBreak: 'Shift+Enter',
  saveReviewed: 'Mod+Enter',
  nextCell: 'Tab',
  previousCell: 'Shift+Tab',
  leave: 'Escape',
  menu: 'Mod+.',
  copySource: 'Mod+b',
  nextFinding: 'F8',
  previousFinding: 'Shift+F8',
  actions: 'F9',
} as const;
export type TextCommand = keyof typeof TEXT_CHORDS;

const isApple = /Mac|iP(?:hone|ad)/.test(globalThis.navigator?.platform ?? '');

function chordOf(event: KeyboardEvent): string {
  const mod = isApple ? event.metaKey : event.ctrlKey;
  const other = isApple ? event.ctrlKey : event.metaKey;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return [
    ...(mod ? ['Mod'] : []),
    ...(other ? ['Other'] : []),
    ...(event.altKey ? ['Alt'] : []),
    ...(event.shiftKey ? ['Shift'] : []),
    key,
  ].join('+');
}

const COMMANDS: ReadonlyMap<string, TextCommand> = new Map(
  Object.entries(TEXT_CHORDS).map(([command, chord]) => [chord, command as TextCommand]),
);

/** Returns the command of a key by the default chords, or null. */
export const textCommandOf = (event: KeyboardEvent): TextCommand | null =>
  COMMANDS.get(chordOf(event)) ?? null;
