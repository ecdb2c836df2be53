import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { spellChord } from '../../../lib/chord.ts';
import { pageActions } from '../../../lib/page-actions.ts';
import { type Bindings, chordsOf, type GridCommand, SHORTCUTS } from '../shortcuts/shortcuts.ts';

/** Adds the commands of the grid to the command palette. */
export function usePageActions(
  commands: Readonly<Record<GridCommand, (chord?: string) => void>>,
  bindings: Bindings,
): void {
  const { t } = useTranslation();
  const run = useEffectEvent((id: GridCommand) => commands[id]());
  const bound = JSON.stringify(bindings);
  useEffect(() => {
    const boundKeys = JSON.parse(bound) as Bindings;
    let end: (() => void) | null = () => {};
    const list = () =>
      SHORTCUTS.filter(({ scope }) => scope === 'grid').map((shortcut) => {
        const [chord] = chordsOf(shortcut, boundKeys);
        return {
          id: `editor-${shortcut.id}`,
          label: t(shortcut.label),
          ...(chord !== undefined && { keys: spellChord(chord) }),
          // The palette first restores the focus. The command must run after that, because it may move the focus.
          run: () => setTimeout(() => run(shortcut.id as GridCommand)),
        };
      });
    // The names of the commands are loaded later, so that they do not delay the rows.
    void import('../../../i18n/parts/help.ts').then(() => {
      if (end) end = pageActions.set(list());
    });
    return () => {
      end?.();
      end = null;
    };
  }, [t, bound]);
}
