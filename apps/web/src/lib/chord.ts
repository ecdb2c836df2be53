import i18next from 'i18next';

/** The properties of a keyboard event from which a key combination is derived. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly isComposing?: boolean;
  getModifierState?(key: 'AltGraph'): boolean;
}

const isApple = /Mac|iP(?:hone|ad)/.test(globalThis.navigator?.platform ?? '');

/**
 * Returns the key combination of a key press, such as `Mod+Enter`. Returns null during a composition, or if AltGr was
 * used to type a character. `Mod` is Ctrl, or Command on Apple systems. Letters are those of the keyboard layout. Shift
 * is only included if it does not select another character.
 */
export function chordOf(event: KeyPress, apple = isApple): string | null {
  if (event.isComposing || event.getModifierState?.('AltGraph')) return null;
  if (['Control', 'Shift', 'Alt', 'Meta', 'Dead', 'Process', 'Unidentified'].includes(event.key)) {
    return null;
  }
  const isCharacter = [...event.key].length === 1 && event.key !== ' ';
  const lower = event.key.toLowerCase();
  const isLetter = isCharacter && lower !== event.key.toUpperCase();
  const mod = apple ? event.metaKey : event.ctrlKey;
  const other = apple ? event.ctrlKey : event.metaKey;
  return [
    ...(mod ? ['Mod'] : []),
    ...(other ? ['Other'] : []),
    ...(event.altKey ? ['Alt'] : []),
    ...(event.shiftKey && (!isCharacter || isLetter) ? ['Shift'] : []),
    isLetter ? lower : event.key,
  ].join('+');
}

const DENIED: ReadonlySet<string> = new Set([
  ...[...'twnrlpsjmh0123456789'].map((key) => `Mod+${key}`),
  'Mod+PageUp',
  'Mod+PageDown',
  'Mod+ ',
  'Mod+Tab',
  ...[1, 3, 5, 6, 11, 12].map((number) => `F${number}`),
  ...['c', 'i', 'j', 'k', 'n', 'p', 't', 'w'].map((key) => `Mod+Shift+${key}`),
  ...['3', '4', '5', '#', '$', '%'].map((key) => `Mod+Shift+${key}`),
]);

/** True for a key combination that browsers or operating systems use themselves. */
export const isDenied = (chord: string): boolean =>
  DENIED.has(chord) || chord.includes('Other+') || /^(?:Mod\+)?Alt\+/.test(chord);

/** Returns the label of a key in the language of the app. */
function keyName(key: string): string {
  const id = `keyName.${key}`;
  return i18next.exists(id) ? i18next.t(id as 'keyName.Enter') : key;
}

/** Returns a key combination as it is shown to the user, with the labels of its keys. */
export function spellChord(chord: string, apple = isApple): string {
  const keys = chord.replace(/\+$/, '+Plus').split('+');
  const names: Readonly<Record<string, string>> = {
    Mod: apple ? '⌘' : 'Ctrl',
    Shift: apple ? '⇧' : 'Shift',
    ArrowUp: '↑',
    ArrowDown: '↓',
    ArrowLeft: '←',
    ArrowRight: '→',
    Escape: 'Esc',
    Plus: '+',
  };
  return keys
    .map((key) => names[key] ?? ([...key].length === 1 ? key.toUpperCase() : key))
    .map((key) => (apple ? key : keyName(key)))
    .join(apple ? '' : '+');
}
