import type { Locale, Row } from '@parlance/sdk';
import type { KeyboardEvent, RefObject } from 'react';
import type { Move, OpenCell } from './cell/open-cell.ts';
import type { useCommands } from './commands/use-commands.ts';
import type { Repeats } from './commands/use-repeats.ts';
import type { useSelection } from './commands/use-selection.ts';
import type { Drafts } from './drafts/drafts.ts';
import type { UndoableChange } from './drafts/undo.ts';
import type { RowQuery } from './editor.queries.ts';
import type { EditorView } from './editor-address.ts';
import type { EditorDialog, ShowDialog } from './editor-dialogs.tsx';
import type { EditorProps } from './editor-props.ts';
import type { GridCell } from './grid/place.ts';
import type { ChangedBy } from './grid/store/changed-by.ts';
import type { ListState, WindowStore } from './grid/store/window-store.ts';
import type { PanelFocus } from './panel/panel-props.ts';
import type { Panel } from './panel/registry.ts';
import type { ActivePlace } from './place/use-place.ts';
import type { EditorPreferences } from './use-preferences.ts';

/** The rows that match the query, the active cell and the view of them. */
export interface EditorRows {
  readonly source: Locale;
  /** Target locales that the user can choose. */
  readonly possible: readonly Locale[];
  /** Target locales that are shown. */
  readonly targets: readonly Locale[];
  /** The query in the address, which may be invalid. */
  readonly q: string;
  /** The query that the rows match: the last valid one. */
  readonly rows: RowQuery;
  readonly drafts: Drafts;
  readonly preferences: EditorPreferences;
  readonly store: WindowStore;
  readonly changedBy: ChangedBy;
  /** Runs the query again. */
  rerun(): void;
  /** Number of keys that other people have created and that the rows do not contain yet. */
  readonly newKeys: number;
  readonly result: ListState;
  /** Number of rows. */
  readonly total: number;
  readonly place: ActivePlace;
  readonly view: EditorView;
  /** Keeps the view while a text is open, for example when a phone is rotated. */
  holdView(isHeld: boolean): void;
  readonly active: GridCell;
  /** The active row. Null while it is not loaded. */
  readonly row: Row | null;
  /** Locale of the active cell. Null for the source text and the name of the key. */
  readonly locale: Locale | null;
  /** The active cell, or one cell for each form of a plural family. Empty if it is not a translation. */
  readonly cells: readonly OpenCell[];
}

/** A menu or dialog that is open or closed. */
export interface Openable {
  readonly isOpen: boolean;
  set(isOpen: boolean): void;
}

/** The dialogs, menus and panels of the editor. */
export interface EditorFrame {
  /** `show` is the function of {@link EditorDialogs}; `set` also keeps what is typed until the dialog is there. */
  readonly dialogs: {
    readonly show: RefObject<ShowDialog>;
    set(dialog: EditorDialog | null): void;
  };
  readonly filter: Openable;
  readonly columns: Openable;
  readonly panel: {
    readonly id: Panel['id'];
    set(id: Panel['id']): void;
    readonly wantsFocus: PanelFocus | null;
    setWantsFocus(focus: PanelFocus | null): void;
  };
}

/** The open cell, and functions that open and close cells. */
export interface CellOpening {
  readonly isOpen: boolean;
  /** Number of cells that were opened. It distinguishes one open cell from the next, even while its row is loading. */
  readonly count: number;
  close(): void;
  /** Opens a cell. Defaults to the active one. */
  open(at?: GridCell): void;
  /** Closes the open cell and makes another cell active. */
  goTo(at: GridCell): void;
  /** Opens the next cell, after the user has left the open cell. Closes the open cell if there is no next cell. */
  onLeave(to: Move): void;
}

/** The rows, the open cell, the frame and the commands that the components of the editor share. */
export interface EditorModel extends EditorRows, EditorFrame, ReturnType<typeof useCommands> {
  readonly props: EditorProps;
  /** The main part of the page. */
  readonly main: RefObject<HTMLElement | null>;
  /** The field of the query. */
  readonly input: RefObject<HTMLInputElement | null>;
  /** Suggestions that the keyboard shortcuts with digits insert. */
  readonly offered: { current: readonly string[] };
  readonly opening: CellOpening;
  readonly choosing: ReturnType<typeof useSelection>;
  /** Other missing texts with the source text of the last save. */
  readonly repeats: Repeats | null;
  showPanel(id: Panel['id'], focus?: PanelFocus | null): void;
  /** Called once the active cell exists. */
  onArrival(): void;
  focusCell(): void;
  /** Called once a panel has taken the focus, so that the active cell does not take it back. */
  onPanelFocus(): void;
  /** Runs the command of a key press in the rows. Returns false if the key has none. */
  onKey(event: KeyboardEvent, place: GridCell, pageRows: number): boolean;
  /** Runs another query. `isTyped` is true while the user types it. */
  onQuery(query: string, isTyped: boolean): void;
  /** Called after a bulk change. Null if it has changed nothing. */
  onBulkWritten(changeId: string | null): void;
  /** Called after keys were written. `keyId` is the id of a new key. */
  onKeysWritten(change: UndoableChange, keyId: string | null): void;
  /** Called after a text was sent back to its author. */
  onSentBack(): void;
}
