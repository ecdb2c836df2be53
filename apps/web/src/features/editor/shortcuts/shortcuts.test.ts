import { describe, expect, it } from 'vitest';
import help from '../../../i18n/en/help.json' with { type: 'json' };
import { chordOf, isDenied, spellChord } from '../../../lib/chord.ts';
import { bindingsOf, chordsOf, commandOf, faultOfChord, MOVES, SHORTCUTS } from './shortcuts.ts';

const press = (key: string, modifiers: Partial<Parameters<typeof chordOf>[0]> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
});

describe('the shortcuts', () => {
  it('have labels, which the list of keys shows', () => {
    const { command, text, proposal, comment } = help.editor;
    const labels = Object.entries({ command, text, proposal, comment }).flatMap(([group, texts]) =>
      Object.keys(texts).map((id) => `editor.${group}.${id}`),
    );
    expect(SHORTCUTS.map(({ label }) => String(label)).toSorted()).toEqual(labels.toSorted());
  });
});

describe('chordOf', () => {
  it('uses the layout for letters, and uses Shift only if it does not select the character', () => {
    expect(chordOf(press('J', { shiftKey: true }), false)).toBe('Shift+j');
    expect(chordOf(press('j'), false)).toBe('j');
    // On a German keyboard, `/` is Shift+7.
    expect(chordOf(press('/', { shiftKey: true }), false)).toBe('/');
    expect(chordOf(press('?', { shiftKey: true }), false)).toBe('?');
    expect(chordOf(press('Enter', { shiftKey: true }), false)).toBe('Shift+Enter');
  });

  it('maps Ctrl to Mod, and maps Command to Mod on a Mac', () => {
    expect(chordOf(press('z', { ctrlKey: true }), false)).toBe('Mod+z');
    expect(chordOf(press('z', { metaKey: true }), true)).toBe('Mod+z');
    expect(chordOf(press('z', { ctrlKey: true }), true)).toBe('Other+z');
  });

  it('returns null while a text is composed or AltGraph types a character', () => {
    expect(chordOf(press('j', { isComposing: true }))).toBeNull();
    const altGraph = { ctrlKey: true, altKey: true, getModifierState: () => true };
    expect(chordOf(press('{', altGraph))).toBeNull();
    for (const key of ['Shift', 'Control', 'Dead', 'Process'])
      expect(chordOf(press(key))).toBeNull();
  });
});

describe('the shortcuts of the editor', () => {
  it('use no chord of a browser or an operating system, and use each chord once per scope', () => {
    for (const scope of ['grid', 'text'] as const) {
      const chords = SHORTCUTS.filter((shortcut) => shortcut.scope === scope).flatMap((shortcut) =>
        chordsOf(shortcut, {}),
      );
      expect(chords.filter(isDenied)).toEqual([]);
      expect(new Set(chords).size).toBe(chords.length);
      expect(chords.filter((chord) => MOVES.has(chord))).toEqual([]);
    }
  });

  it('use no single letters in the text scope', () => {
    const text = SHORTCUTS.filter(({ scope }) => scope === 'text').flatMap(({ chords }) => chords);
    expect(text.filter((chord) => [...chord].length === 1)).toEqual([]);
  });

  it('map each chord to its command', () => {
    for (const shortcut of SHORTCUTS) {
      for (const chord of chordsOf(shortcut, {})) {
        expect(commandOf(chord, shortcut.scope, {})).toBe(shortcut.id);
      }
    }
    expect(commandOf('z', 'grid', {})).toBeNull();
    expect(commandOf(null, 'grid', {})).toBeNull();
  });

  it('can be changed and disabled by valid preferences', () => {
    const bindings = bindingsOf({
      shortcuts: { nextWork: 'n', reviewed: '', help: 'Mod+w', edit: 7, other: 'x' },
    });
    expect(bindings).toEqual({ nextWork: 'n', reviewed: null });
    expect(commandOf('n', 'grid', bindings)).toBe('nextWork');
    expect(commandOf('j', 'grid', bindings)).toBeNull();
    expect(commandOf('r', 'grid', bindings)).toBeNull();
    expect(commandOf('?', 'grid', bindings)).toBe('help');
    expect(bindingsOf({ shortcuts: 'all' })).toEqual({});
  });

  it('reject chords that are taken, that the browser needs, or that type a character', () => {
    const [grid, text] = ['nextWork', 'text.save'].map(
      (id) => SHORTCUTS.find((of) => of.id === id)!,
    );
    expect(faultOfChord('k', grid!, {})).toBe('taken');
    expect(faultOfChord('k', grid!, { previousWork: null })).toBeNull();
    expect(faultOfChord('Mod+t', grid!, {})).toBe('denied');
    expect(faultOfChord('ArrowUp', grid!, {})).toBe('denied');
    expect(faultOfChord('x', text!, {})).toBe('letter');
    expect(spellChord('Mod+Enter', false)).toBe('Ctrl+Enter');
    expect(spellChord('Mod+Enter', true)).toBe('⌘Enter');
  });
});
