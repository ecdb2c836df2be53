import '../../i18n/editor.ts';
import { parseQuery } from '@parlance/query';
import type { Locale } from '@parlance/sdk';
import { useQueryClient } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocale } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { chordOf } from '../../lib/chord.ts';
import { toast } from '../../ui/toast.tsx';
import { useModule } from '../../ui/use-module.ts';
import { SelectionBar } from './bulk/selection-bar.tsx';
import { familyForms, isFamilyRow } from './cell/family.ts';
import { loadCellEditor, preloadCellEditor } from './cell/load-cell-editor.ts';
import { type EditorSettings, type Move, type OpenCell, openCells } from './cell/open-cell.ts';
import { draftsOf } from './drafts/browser-drafts.ts';
import css from './editor.module.css';
import type { EditorAddress, EditorView } from './editor-address.ts';
import { type EditorDialog, EditorDialogs } from './editor-dialogs.tsx';
import { FIRST_TARGET } from './grid/columns.ts';
import { Grid, type Place } from './grid/grid.tsx';
import { placeAfter, placeAfterLeaving } from './move.ts';
import { NoRows, Notices } from './notices.tsx';
import type { Panel } from './panel/registry.ts';
import { QueryBar } from './query/query-bar.tsx';
import { prefixOf, withPrefix } from './query/query-state.ts';
import { forgetCounts } from './review/review.queries.ts';
import { isReview } from './review/review-queue.ts';
import { boundTextCommand, commandOf, type GridCommand, WRITING_COMMANDS } from './shortcuts.ts';
import { StatusLine } from './status-line.tsx';
import { enabledCodes, targetsOf } from './target-locales.ts';
import { Toolbar } from './toolbar.tsx';
import { useCommands } from './use-commands.ts';
import { useLiveRows } from './use-live-rows.ts';
import { useIsNarrow } from './use-narrow.ts';
import { usePageActions } from './use-page-actions.ts';
import { usePlace } from './use-place.ts';
import { usePreferences } from './use-preferences.ts';
import { useResult } from './use-result.ts';
import { useSelection } from './use-selection.ts';

export interface EditorPageProps {
  organizationId: string;
  userId: string;
  /** False for a role that may only read texts. */
  mayWrite: boolean;
  project: {
    readonly id: string;
    readonly name: string;
    readonly settings: EditorSettings;
  };
  locales: readonly Locale[];
  address: EditorAddress;
  onAddress(address: EditorAddress, options: { replace: boolean }): void;
  /** Address of a row for other people. */
  linkOf(keyId: string): string;
}

const loadPanel = () => import('./panel/panel.tsx');
const loadFocusView = () => import('./focus-view.tsx');
const loadTree = () => import('./tree/key-tree.tsx');
const loadReviewBar = () => import('./review/review-bar.tsx');

/** Time that the rows of a query have to take the focus when they come. */
const FOCUS_MS = 3_000;

export function EditorPage(props: EditorPageProps) {
  const { organizationId, project, locales, address, onAddress, linkOf, mayWrite } = props;
  const { direction } = useLocale();
  const { t } = useTranslation();
  const drafts = draftsOf(props.userId);
  const projectId = project.id;
  const { settings } = project;

  const source = locales.find(({ isSource }) => isSource)!;
  const { possible, targets } = useMemo(() => targetsOf(locales, address.l), [locales, address.l]);
  const codes = targets.length > 0 ? targets.map(({ code }) => code) : [source.code];

  const q = address.q ?? '';
  const lastValid = useRef('');
  if (parseQuery(q).fault === null) lastValid.current = q;
  const rows = { organizationId, projectId, locales: codes };
  const { store, changedBy, rerun } = useResult(
    { ...rows, query: lastValid.current },
    drafts,
    props.userId,
  );
  const newKeys = useLiveRows(store, { projectId, userId: props.userId, drafts });
  const result = useSyncExternalStore(store.subscribeState, store.state);
  const { total } = result;
  const place = usePlace(store, address, onAddress);
  const { slot, move, hold, setOutside } = place;
  const [isOpen, setOpen] = useState(false);
  const isNarrow = useIsNarrow();
  const wanted: EditorView = address.view ?? (isNarrow ? 'focus' : 'grid');
  // A text that is being edited stays where it is when a phone is turned.
  const lastView = useRef(wanted);
  if (!isOpen) lastView.current = wanted;
  const view = lastView.current;
  // The focus view has no cells but those of translations.
  const active: Place =
    view === 'grid'
      ? place.active
      : { ...place.active, column: Math.max(FIRST_TARGET, place.active.column) };

  const [dialog, setDialog] = useState<EditorDialog | null>(null);
  const [isFilterOpen, setFilterOpen] = useState(false);
  const [areLocalesOpen, setLocalesOpen] = useState(false);
  const [panel, setPanel] = useState<Panel['id']>('context');
  const input = useRef<HTMLInputElement>(null);
  const main = useRef<HTMLDivElement>(null);
  const preferences = usePreferences();
  const { bindings, isPanelOpen, isTreeOpen } = preferences;

  const row = typeof slot === 'string' ? null : slot;
  const locale = targets[active.column - FIRST_TARGET] ?? null;
  const cells: readonly OpenCell[] =
    row && locale
      ? openCells(row, {
          organizationId,
          projectId,
          format: settings.messageFormat,
          checks: settings.checks,
          requireReview: settings.requireReview,
          sourceLocale: source.code,
          sourceDir: source.direction,
          locale: locale.code,
          dir: locale.direction,
          userId: props.userId,
        })
      : [];

  const [keyId, code] = [row?.keyId, locale?.code];
  useEffect(() => {
    if (keyId === undefined || code === undefined) return;
    // A change is seen when the person goes on from the cell.
    return () => changedBy.forget(keyId, code);
  }, [changedBy, keyId, code]);

  const CellEditor = useModule(loadCellEditor, isOpen)?.CellEditor;
  const FocusView = useModule(loadFocusView, view === 'focus')?.FocusView;
  const DetailsPanel = useModule(loadPanel, isPanelOpen)?.DetailsPanel;
  const KeyTree = useModule(loadTree, isTreeOpen)?.KeyTree;
  useEffect(preloadCellEditor, []);
  useEffect(() => {
    document.title = [row?.key, locale?.code, project.name, 'Parlance'].filter(Boolean).join(' · ');
  }, [row?.key, locale?.code, project.name]);

  const ReviewBar = useModule(loadReviewBar, isReview(q))?.ReviewBar;
  const queries = useQueryClient();
  const onWritten = () => {
    void store.reload();
    void forgetCounts(queries, organizationId, projectId);
  };
  const focusUntil = useRef(0);
  const focusCell = useCallback(() => {
    requestAnimationFrame(() => {
      // A cell that was opened since has the focus.
      if (document.activeElement?.matches('[role=textbox]')) return;
      main.current?.querySelector<HTMLElement>('[data-active]')?.focus();
    });
  }, []);
  const onQuery = useCallback(
    (query: string, typed: boolean) => {
      hold();
      setOpen(false);
      if (typed) focusUntil.current = 0;
      const { key: _, q: __, ...rest } = address;
      onAddress({ ...rest, ...(query !== '' && { q: query }) }, { replace: typed });
    },
    [address, onAddress, hold],
  );

  const sayReadOnly = () => toast(t('editor.say.readOnly'));
  const open = (at = active) => {
    if (at.column < FIRST_TARGET || total === 0) return;
    move(at);
    if (mayWrite) setOpen(true);
    else sayReadOnly();
  };
  const { selection, selected, ...choosing } = useSelection(store, { active, move });
  const hasSelected = selected.isAll || selected.keyIds.size > 0;
  const showPanel = (id: Panel['id']) => {
    setPanel(id);
    preferences.setView({ isPanelOpen: true });
  };
  const after = store.slot(active.row + 1);
  const offered = useRef<readonly string[]>([]);
  const {
    commands: all,
    goTo,
    use,
    copyFrom,
    undo,
  } = useCommands(
    {
      ...{ store, rows, drafts, place: { ...place, active }, row, locale, cells, preferences },
      ...{ offered, onChangeUndone: onWritten },
    },
    {
      edit: () => open(),
      history: () => showPanel('history'),
      suggestions: () => showPanel('suggestions'),
      query: () => input.current?.focus(),
      filter: () => setFilterOpen(true),
      goTo: () => setDialog('go-to'),
      columns: () => setLocalesOpen(true),
      help: () => setDialog('help'),
      bulk() {
        if (!hasSelected) choosing.commands.select();
        setDialog('bulk');
      },
      ...choosing.commands,
    },
  );
  const commands = mayWrite
    ? all
    : { ...all, ...Object.fromEntries(WRITING_COMMANDS.map((id) => [id, sayReadOnly])) };
  usePageActions(commands, bindings);

  function onKey(event: KeyboardEvent, at: Place, pageRows: number): boolean {
    const chord = chordOf(event.nativeEvent);
    if (chord === null) return false;
    const columns = targets.length + FIRST_TARGET;
    const isRtl = direction === 'rtl';
    const next = placeAfter(chord, at, { rows: total, columns, pageRows, isRtl });
    if (next) move(next);
    else {
      const command = commandOf(chord, 'grid', bindings);
      if (command === null) return false;
      commands[command as GridCommand](chord);
    }
    return true;
  }

  function onLeave(to: Move): void {
    const next = placeAfterLeaving(to, active, {
      rows: total,
      columns: targets.length + FIRST_TARGET,
    });
    if (next) move(next);
    else {
      setOpen(false);
      focusCell();
    }
  }

  // Drawn again when it changes, and not at each move in the grid.
  const toolbar = useMemo(
    () => (
      <Toolbar
        queryBar={
          <QueryBar
            query={q}
            onQuery={onQuery}
            onDone={() => {
              rerun();
              focusUntil.current = performance.now() + FOCUS_MS;
            }}
            organizationId={organizationId}
            projectId={projectId}
            locales={targets.map(({ code }) => code)}
            inputRef={input}
            saved={preferences.savedQueries(projectId)}
            onSaved={(query) => preferences.toggleQuery(projectId, query)}
            isFilterOpen={isFilterOpen}
            onFilterOpen={setFilterOpen}
          />
        }
        locales={possible.map((one) => ({ locale: one, isShown: targets.includes(one) }))}
        areLocalesOpen={areLocalesOpen}
        onLocalesOpen={setLocalesOpen}
        onLocale={(code) => {
          const chosen = new Set(targets.map((target) => target.code));
          if (!chosen.delete(code)) chosen.add(code);
          onAddress({ ...address, l: [...chosen].join() }, { replace: false });
        }}
        view={view}
        onView={(chosen) => {
          setOpen(false);
          onAddress({ ...address, view: chosen }, { replace: false });
          focusCell();
        }}
        preferences={preferences}
        result={result}
      />
    ),
    [
      q,
      onQuery,
      rerun,
      organizationId,
      projectId,
      possible,
      targets,
      preferences,
      isFilterOpen,
      areLocalesOpen,
      view,
      address,
      onAddress,
      focusCell,
      result,
    ],
  );
  const cellEditor =
    CellEditor && isOpen && cells.length > 0 ? (
      <CellEditor
        key={`${row?.keyId} ${locale?.code}`}
        cells={cells}
        family={
          row && locale && isFamilyRow(row)
            ? {
                kind: row.family.kind,
                forms: familyForms(row, locale.code, enabledCodes(locales)),
                onForms: store.reload,
              }
            : null
        }
        drafts={drafts}
        commandOf={(event) => boundTextCommand(event, bindings)}
        showsInvisibles={preferences.showsInvisibles}
        onLeave={onLeave}
      />
    ) : null;
  const details =
    DetailsPanel && isPanelOpen ? (
      <DetailsPanel
        chosen={panel}
        onChoose={setPanel}
        width={preferences.panelWidth}
        onWidth={(panelWidth) => preferences.setView({ panelWidth })}
        isBelow={view === 'focus'}
        details={
          row && {
            organizationId,
            projectId,
            row,
            locale: locale ?? source,
            locales: [source, ...targets],
            settings,
            drafts,
            next: typeof after === 'string' ? null : after,
            offered,
            onUse: use,
            onCopy: mayWrite ? copyFrom : sayReadOnly,
            link: linkOf(row.keyId),
          }
        }
      />
    ) : null;
  const shown = { store, changedBy, drafts, projectId, active, onKey };

  return (
    <main className={css.page} id="main" tabIndex={-1} ref={main} data-view={view}>
      <div className={css.fill}>
        <h1 className={css.title}>{t('shell.editor')}</h1>
        {toolbar}
        <Notices
          problem={result.problem}
          onRetry={store.retry}
          isOutside={place.isOutside}
          onShowAll={
            q === ''
              ? null
              : () => {
                  const { q: _, ...rest } = address;
                  onAddress(rest, { replace: false });
                }
          }
          hasTargets={targets.length > 0}
          newKeys={newKeys}
          onRefresh={rerun}
        />
        <SelectionBar
          selected={selected}
          total={total}
          onAll={commands.selectAll}
          onClear={commands.clearSelection}
          onChange={commands.bulk}
        />
        {ReviewBar && isReview(q) && locale && (
          <ReviewBar
            organizationId={organizationId}
            projectId={projectId}
            locale={locale}
            query={q}
            drafts={drafts}
            requireReview={settings.requireReview}
            onQuery={(query) => onQuery(query, false)}
            bindings={bindings}
            onCommand={(command) => {
              commands[command]();
              focusCell();
            }}
          />
        )}
        <div className={css.body}>
          {KeyTree && isTreeOpen && (
            <KeyTree
              organizationId={organizationId}
              projectId={projectId}
              prefix={prefixOf(q)}
              onPrefix={(prefix) => onQuery(withPrefix(q, prefix), false)}
            />
          )}
          {result.isComplete && total === 0 ? (
            <NoRows onClear={q === '' ? null : () => onQuery('', false)} />
          ) : view === 'focus' ? (
            FocusView && (
              <FocusView
                {...shown}
                source={source}
                targets={targets}
                cells={cells}
                settings={settings}
                slot={slot}
                total={total}
                onMove={move}
                onOpen={() => open()}
                onWork={commands.nextWork}
                editor={cellEditor}
                details={details}
              />
            )
          ) : (
            <Grid
              {...shown}
              key={`${codes.join()} ${lastValid.current}`}
              locales={{ source, targets }}
              format={settings.messageFormat}
              density={preferences.density}
              onActive={(at) => {
                if (at.row !== active.row || at.column !== active.column) setOpen(false);
                move(at);
              }}
              onOpen={open}
              selection={selection}
              onSelect={choosing.choose}
              isOpen={isOpen}
              focusUntil={focusUntil}
              overlay={cellEditor}
            />
          )}
          {view === 'grid' && details}
        </div>
        <StatusLine
          row={active.row}
          total={total}
          mayOpen={mayWrite && !isOpen && view === 'grid'}
          drafts={drafts}
          onHelp={commands.help}
          onOpenDraft={({ keyId, locale: code, projectId: of }) => {
            const column = targets.findIndex((target) => target.code === code);
            if (of !== projectId || column < 0) {
              onAddress({ l: code, key: keyId }, { replace: false });
              return;
            }
            void store.find(keyId).then((found) => {
              if (found < 0) setOutside(true);
              else open({ row: found, column: column + FIRST_TARGET });
            });
          }}
        />
      </div>
      <EditorDialogs
        open={dialog}
        onClose={() => setDialog(null)}
        onGo={async (to) => {
          await goTo(to);
          focusCell();
        }}
        preferences={preferences}
        bulk={{
          rows: { ...rows, query: lastValid.current },
          ...{ source, targets, locale, selected },
          onClose() {
            setDialog(null);
            focusCell();
          },
          onWritten(changeId) {
            if (changeId !== null) drafts.onChanged({ organizationId, projectId, changeId });
            selection.clear();
            onWritten();
          },
          onUndo: (changeId) => void undo(changeId),
        }}
      />
    </main>
  );
}
