import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { earlyKeys } from '../../lib/early-keys.ts';
import { toast } from '../../ui/toast/toast.tsx';
import { useCommands } from './commands/use-commands.ts';
import { useKeys } from './commands/use-keys.ts';
import { usePageActions } from './commands/use-page-actions.ts';
import { useRepeats } from './commands/use-repeats.ts';
import { useSelection } from './commands/use-selection.ts';
import type { UndoableChange } from './drafts/undo.ts';
import type { EditorDialog, ShowDialog } from './editor-dialogs.tsx';
import type { EditorFrame, EditorModel, EditorRows } from './editor-model.ts';
import type { EditorProps } from './editor-props.ts';
import { mayProposeIn } from './may-write.ts';
import type { PanelFocus } from './panel/panel-props.ts';
import type { Panel } from './panel/registry.ts';
import { useFocusHome } from './place/use-focus-home.ts';
import { useOpening } from './place/use-opening.ts';
import { partsOf } from './query/query-state.ts';
import { forgetCounts } from './review/review.queries.ts';
import { isReview } from './review/review-queue.ts';
import {
  type GridCommand,
  KEY_COMMANDS,
  VALUE_COMMANDS,
  WRITE_COMMANDS,
} from './shortcuts/shortcuts.ts';
import { useEditorRows } from './use-editor-rows.ts';

/** Keeps the keys that are typed in the rows until the element that a key press opens exists. */
function holdInRows(cancel: () => void): void {
  const { activeElement: at } = document;
  if (earlyKeys.isStandIn(at) || at?.matches('[data-active]:not([data-open])')) {
    earlyKeys.hold(cancel);
  }
}

/** Returns which dialogs and panels are open, and functions that open and close them. */
function useFrame(): EditorFrame {
  const showDialog = useRef<ShowDialog>(() => {});
  const [isFilterOpen, setFilterOpen] = useState(false);
  const [areLocalesOpen, setLocalesOpen] = useState(false);
  const [panel, setPanel] = useState<Panel['id']>('context');
  const [wantsFocus, setWantsFocus] = useState<PanelFocus | null>(null);
  const openDialog = (next: EditorDialog | null): void => {
    if (next !== null) {
      holdInRows(() => showDialog.current(null));
      earlyKeys.insist();
    }
    showDialog.current(next);
  };
  return {
    dialogs: { show: showDialog, set: openDialog },
    filter: { isOpen: isFilterOpen, set: setFilterOpen },
    columns: { isOpen: areLocalesOpen, set: setLocalesOpen },
    panel: { id: panel, set: setPanel, wantsFocus, setWantsFocus },
  };
}

/** Sets the title of the page to the name of the active key. */
function useTitle(key: string | undefined, code: string | undefined, project: string): void {
  useEffect(() => {
    document.title = [key, code, project, 'Parlance'].filter(Boolean).join(' · ');
  }, [key, code, project]);
}

/** Returns a function that reloads the rows and counts after many texts were written. */
function useWritten(props: EditorProps, { store }: EditorRows): () => void {
  const queries = useQueryClient();
  return () => {
    void store.reload();
    void forgetCounts(queries, props.organizationId, props.project.id);
  };
}

/** Returns the commands that keys, the command palette and buttons run, and the dialogs that these commands open. */
function useEditorCommands(
  props: EditorProps,
  base: EditorRows &
    Pick<EditorModel, 'opening' | 'choosing' | 'input' | 'offered'> & {
      frame: EditorFrame;
      onWritten(): void;
      fillEqual(): void;
    },
) {
  const { t } = useTranslation();
  const { frame, opening, choosing, preferences } = base;
  const { selected } = choosing;
  const showPanel = (id: Panel['id'], focus: PanelFocus | null = null) => {
    if (focus !== null) holdInRows(() => frame.panel.setWantsFocus(null));
    frame.panel.set(id);
    frame.panel.setWantsFocus(focus);
    if (!preferences.isPanelOpen) preferences.setView({ isPanelOpen: true });
  };
  const { commands: all, ...rest } = useCommands(
    {
      ...base,
      place: { ...base.place, active: base.active },
      onChangeUndone: base.onWritten,
    },
    {
      edit: () => opening.open(),
      history: () => showPanel('history'),
      suggestions: () => showPanel('suggestions'),
      proposals: () => showPanel('proposals', 'first'),
      comments: () => showPanel('comments', 'comment'),
      question: () => showPanel('comments', 'question'),
      threads: () => showPanel('comments', 'first'),
      sendBack() {
        if (base.cells.some(({ value }) => value)) showPanel('comments', 'sendBack');
        else toast(t('editor.say.noText'));
      },
      query: () => base.input.current?.focus(),
      filter: () => frame.filter.set(true),
      goTo: () => frame.dialogs.set('go-to'),
      newKey: () => frame.dialogs.set('key-new'),
      editKey: () => base.row && frame.dialogs.set('key-source'),
      archivedKeys: () => frame.dialogs.set('key-archived'),
      columns: () => frame.columns.set(true),
      help: () => frame.dialogs.set('help'),
      bulk() {
        if (!selected.isAll && selected.keyIds.size === 0) choosing.commands.select();
        frame.dialogs.set('bulk');
      },
      fillEqual: base.fillEqual,
      ...choosing.commands,
    },
  );
  const code = base.locale?.code;
  const mayEditHere = code === undefined ? props.mayPropose : mayProposeIn(props, code);
  const sayDenied = () =>
    toast(t(props.mayPropose ? 'editor.say.foreignLocale' : 'editor.say.readOnly'));
  const sayReadOnly = () => toast(t('editor.say.readOnly'));
  const deny = (ids: readonly GridCommand[], say: () => void) =>
    Object.fromEntries(ids.map((id) => [id, say]));
  return {
    ...rest,
    commands: {
      ...all,
      ...(props.mayWrite ? {} : deny(WRITE_COMMANDS, sayReadOnly)),
      ...(mayEditHere ? {} : deny(VALUE_COMMANDS, sayDenied)),
      ...(props.mayEditKeys ? {} : deny(KEY_COMMANDS, sayReadOnly)),
    },
    copyFrom: mayEditHere ? rest.copyFrom : sayDenied,
    showPanel,
  };
}

/**
 * Shows what the address requests: proposals, if its query searches for them, or a thread of comments, which is then
 * removed from the address. On arrival, the first proposal gets the focus, so that a key press can accept or decline
 * it.
 */
function useLinked(
  { address: { thread, key, q = '' }, onAddress }: EditorProps,
  showPanel: (id: Panel['id'], focus: PanelFocus | null) => void,
): void {
  const isArrival = useRef(true);
  const isOfProposals = partsOf(q).some(({ text }) => text.toLowerCase() === 'has:proposal');
  const show = useEffectEvent(() => {
    showPanel('proposals', isArrival.current ? 'first' : null);
  });
  const showThread = useEffectEvent(() => {
    if (!thread || !key) return;
    showPanel('comments', { thread, keyId: key });
    onAddress(({ thread: _, ...rest }) => rest, { replace: true });
  });
  useEffect(() => {
    if (isOfProposals) show();
    isArrival.current = false;
  }, [isOfProposals]);
  useEffect(() => {
    if (thread) showThread();
  }, [thread]);
}

/** Returns everything that the components of the editor share. */
export function useEditor(props: EditorProps): EditorModel {
  const rows = useEditorRows(props);
  const { store, drafts, active, place, preferences, row, locale } = rows;
  const frame = useFrame();
  const main = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const offered = useRef<readonly string[]>([]);
  const opening = useOpening(props, rows, frame.dialogs.set);
  const { isOpen } = opening;
  const choosing = useSelection(store, { active, move: place.move });
  const onWritten = useWritten(props, rows);
  const onBulkWritten = (changeId: string | null): void => {
    const { organizationId, project } = props;
    if (changeId !== null) drafts.onChanged({ organizationId, projectId: project.id, changeId });
    choosing.selection.clear();
    onWritten();
  };
  const onKeysWritten = (change: UndoableChange, keyId: string | null): void => {
    drafts.onChanged(change);
    onWritten();
    // The new key has no row until the query is run again, so the address is set to the key.
    if (keyId === null) return;
    place.hold();
    rows.rerun();
    props.onAddress((address) => ({ ...address, key: keyId }), { replace: false });
  };
  const { repeats, fill: fillEqual } = useRepeats(rows, onBulkWritten);
  const base = { ...rows, frame, opening, choosing, input, offered, onWritten, fillEqual };
  const commands = useEditorCommands(props, base);
  useLinked(props, commands.showPanel);
  usePageActions(commands.commands, preferences.bindings);
  useTitle(row?.key, locale?.code, props.project.name);
  const isEmpty = rows.result.isComplete && rows.total === 0;
  const { onArrival, focusCell, onPanelFocus } = useFocusHome(main, isOpen, isEmpty);
  const onKey = useKeys(rows, commands.commands);
  const { onAddress } = props;
  const { hold } = place;
  const { setWantsFocus } = frame.panel;
  const onQuery = useCallback(
    (query: string, typed: boolean) => {
      hold();
      setWantsFocus(null);
      onAddress(({ key: _, q: __, ...rest }) => ({ ...rest, ...(query !== '' && { q: query }) }), {
        replace: typed,
      });
    },
    [onAddress, hold, setWantsFocus],
  );
  return {
    props,
    main,
    input,
    offered,
    opening,
    choosing,
    onArrival,
    focusCell,
    onPanelFocus,
    onKey,
    onQuery,
    ...rows,
    ...frame,
    ...commands,
    onBulkWritten,
    onKeysWritten,
    repeats,
    onSentBack() {
      focusCell();
      if (isReview(rows.q)) void commands.goToReview();
    },
  };
}
