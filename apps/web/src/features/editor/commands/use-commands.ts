import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../ui/toast/toast.tsx';
import { DENSITIES, type Density } from '../grid/columns.ts';
import type { GridCommand } from '../shortcuts/shortcuts.ts';
import type { EditorPreferences } from '../use-preferences.ts';
import {
  askEngines,
  type CommandContext,
  copyFrom,
  copySource,
  goTo,
  goToReview,
  goToWork,
  review,
  setState,
  undo,
  use,
} from './commands.ts';
import type { SelectionCommand } from './use-selection.ts';

/** Commands that the page of the editor handles itself. They open dialogs and panels or select rows. */
type FrameCommand =
  | 'edit'
  | 'history'
  | 'suggestions'
  | 'proposals'
  | 'comments'
  | 'question'
  | 'threads'
  | 'sendBack'
  | 'query'
  | 'filter'
  | 'goTo'
  | 'newKey'
  | 'editKey'
  | 'archivedKeys'
  | 'columns'
  | 'help'
  | 'bulk'
  | 'fillEqual'
  | SelectionCommand;

/** Returns the commands that change the appearance of the editor. */
function useLooks({ setView, ...now }: EditorPreferences) {
  const { t } = useTranslation();
  return {
    panel: () => setView({ isPanelOpen: !now.isPanelOpen }),
    tree: () => setView({ isTreeOpen: !now.isTreeOpen }),
    invisibles() {
      const showsInvisibles = !now.showsInvisibles;
      setView({ showsInvisibles });
      toast(t(showsInvisibles ? 'editor.say.invisiblesOn' : 'editor.say.invisiblesOff'));
    },
    density() {
      const names = Object.keys(DENSITIES) as Density[];
      setView({ density: names[(names.indexOf(now.density) + 1) % names.length]! });
    },
  };
}

/** Returns the commands of the editor. `goTo` moves to a row by its number or by the name of its key. */
export function useCommands(
  given: Omit<CommandContext, 'queries' | 't'> & { readonly preferences: EditorPreferences },
  frame: Readonly<Record<FrameCommand, () => void>>,
): {
  commands: Readonly<Record<GridCommand, (chord?: string) => void>>;
  goTo(place: string): Promise<boolean>;
  /** Goes to the next text that needs a review. */
  goToReview(): Promise<void>;
  /** Replaces the text of the active cell with a suggestion. */
  use(text: string): void;
  /** Undoes the last save or bulk change. If `changeId` is given, undoes this bulk change. */
  undo(changeId?: string): Promise<void>;
  /** Copies the texts of another locale into the active cell, as drafts. */
  copyFrom(localeCode: string): void;
} {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const looks = useLooks(given.preferences);
  const context: CommandContext = { ...given, queries, t };
  return {
    goTo: (place) => goTo(context, place),
    goToReview: () => goToReview(context),
    use: (text) => void use(context, text),
    copyFrom: (code) => void copyFrom(context, code),
    undo: (changeId) => undo(context, changeId),
    commands: {
      ...frame,
      ...looks,
      nextWork: () => void goToWork(context, 1),
      previousWork: () => void goToWork(context, -1),
      reviewed: () =>
        void setState(context, (now) => (now === 'reviewed' ? 'translated' : 'reviewed')),
      review: () => void review(context),
      needsReview: () => void setState(context, () => 'needs_review'),
      copySource: () => void copySource(context),
      machine() {
        frame.suggestions();
        void askEngines(context);
      },
      suggestion(chord = '1') {
        const text = context.offered.current[Number(chord) - 1];
        if (text === undefined) frame.suggestions();
        else void use(context, text);
      },
      undo: () => void undo(context),
    },
  };
}
