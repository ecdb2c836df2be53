import type { KeyboardEvent } from 'react';
import { useLocale } from 'react-aria-components';
import { chordOf } from '../../../lib/chord.ts';
import type { EditorRows } from '../editor-model.ts';
import { FIRST_TARGET } from '../grid/columns.ts';
import type { GridCell } from '../grid/place.ts';
import { commandOf, type GridCommand } from '../shortcuts/shortcuts.ts';
import { placeAfter } from './move.ts';

/** Handles a key press in the grid: moves to another cell, or runs a command. Returns true if the key had an effect. */
export function useKeys(
  { targets, total, place, preferences }: EditorRows,
  commands: Readonly<Record<GridCommand, (chord?: string) => void>>,
): (event: KeyboardEvent, at: GridCell, pageRows: number) => boolean {
  const isRtl = useLocale().direction === 'rtl';
  return (event, at, pageRows) => {
    const chord = chordOf(event.nativeEvent);
    if (chord === null) return false;
    const columns = targets.length + FIRST_TARGET;
    const next = placeAfter(chord, at, { rows: total, columns, pageRows, isRtl });
    if (next) {
      place.move(next);
      return true;
    }
    const command = commandOf(chord, 'grid', preferences.bindings);
    if (command === null) return false;
    commands[command as GridCommand](chord);
    return true;
  };
}
