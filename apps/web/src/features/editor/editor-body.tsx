import { type ReactNode, useMemo } from 'react';
import { earlyKeys } from '../../lib/early-keys.ts';
import { useModule } from '../../ui/hooks/use-module.ts';
import { familyForms, isFamilyRow } from './cell/forms/family.ts';
import { loadCellEditor } from './cell/load-cell-editor.ts';
import { OpenPlace } from './cell/open-place.tsx';
import css from './editor.module.css';
import type { EditorModel } from './editor-model.ts';
import { Grid } from './grid/grid.tsx';
import { mayProposeIn, mayWriteIn } from './may-write.ts';
import { NoRows, Notices } from './notices.tsx';
import type { PanelProps } from './panel/panel-props.ts';
import { prefixOf, withPrefix } from './query/query-state.ts';
import { ReviewPlace } from './review/review-place.tsx';
import { boundTextCommand } from './shortcuts/shortcuts.ts';
import { enabledCodes } from './target-locales.ts';

const loadPanel = () => import('./panel/panel.tsx');
const loadFocusView = () => import('./focus/focus-view.tsx');
const loadTree = () => import('./tree/key-tree.tsx');
const loadAside = () => import('./panel/aside.tsx');

/** Returns the properties of the details panel for the active row. Null while there is no row. */
function detailsOf(editor: EditorModel): PanelProps | null {
  const { props, row, locale, source, targets, drafts, offered, store, active, panel } = editor;
  if (!row) return null;
  const after = store.slot(active.row + 1);
  return {
    organizationId: props.organizationId,
    projectId: props.project.id,
    userId: props.userId,
    row,
    locale: locale ?? source,
    locales: [source, ...targets],
    settings: props.project.settings,
    drafts,
    next: typeof after === 'string' ? null : after,
    offered,
    onUse: editor.use,
    onCopy: editor.copyFrom,
    onEditKey: props.mayEditKeys ? editor.commands.editKey : null,
    link: props.linkOf(row.keyId),
    mayWrite: mayWriteIn(props, (locale ?? source).code),
    mayPropose: mayProposeIn(props, (locale ?? source).code),
    mayModerate: props.mayModerate,
    wantsFocus: panel.wantsFocus,
    onFocused() {
      panel.setWantsFocus(null);
      editor.onPanelFocus();
      // The row may have no element that can be focused.
      earlyKeys.end();
    },
    onLeave: editor.focusCell,
    onSentBack: editor.onSentBack,
  };
}

/** Returns the open cell with its suggestions. Null while no cell is open. */
function useOpenCell(editor: EditorModel): ReactNode {
  const { props, opening, place, cells, row, locale, drafts, preferences, offered, store } = editor;
  const CellEditor = useModule(loadCellEditor, opening.isOpen)?.CellEditor;
  const Aside = useModule(loadAside, opening.isOpen)?.Aside;
  const isComing = place.slot === 'loading';
  if (!opening.isOpen || !locale || !(isComing || cells.length > 0)) return null;
  const details = detailsOf(editor);
  const family =
    row && isFamilyRow(row)
      ? {
          rowKeyId: row.keyId,
          kind: row.family.kind,
          forms: familyForms(row, locale.code, enabledCodes(props.locales)),
          onForms: () => store.reload(),
        }
      : null;
  const commandOf = (event: KeyboardEvent) => boundTextCommand(event, preferences.bindings);
  return (
    <OpenPlace key={opening.count} commandOf={commandOf} onLeave={() => opening.onLeave('stay')}>
      {CellEditor && row && details ? (
        <CellEditor
          key={`${row.keyId} ${locale.code}`}
          cells={cells}
          family={family}
          drafts={drafts}
          commandOf={commandOf}
          showsInvisibles={preferences.showsInvisibles}
          offered={offered}
          onFillEqual={editor.commands.fillEqual}
          aside={Aside && <Aside {...details} />}
          onLeave={opening.onLeave}
        />
      ) : null}
    </OpenPlace>
  );
}

/** The details of the active row, beside the rows or below the text. */
function Details({ editor }: { editor: EditorModel }) {
  const { preferences, panel, view } = editor;
  const { isPanelOpen, panelWidth, setView } = preferences;
  const DetailsPanel = useModule(loadPanel, isPanelOpen)?.DetailsPanel;
  if (!DetailsPanel || !isPanelOpen) return null;
  return (
    <DetailsPanel
      chosen={panel.id}
      onChoose={panel.set}
      width={panelWidth}
      onWidth={(width) => setView({ panelWidth: width })}
      isBelow={view === 'focus'}
      details={detailsOf(editor)}
    />
  );
}

/** The rows of the query, in the view that the person has chosen. */
function Rows({ editor }: { editor: EditorModel }) {
  const { props, view, store, changedBy, drafts, active, onKey, source, targets, total } = editor;
  const { opening, commands, choosing, place, cells, rows } = editor;
  const workspace = useOpenCell(editor);
  const FocusView = useModule(loadFocusView, view === 'focus')?.FocusView;
  const { settings, id: projectId } = props.project;
  const { onArrival } = editor;
  // Memoized, because rows are rendered again when their properties change.
  const locales = useMemo(() => ({ source, targets }), [source, targets]);
  const { isPlaced } = place;
  const shown = { store, changedBy, drafts, projectId, active, isPlaced, onKey, onArrival };
  if (view === 'focus') {
    return (
      FocusView && (
        <FocusView
          {...shown}
          source={source}
          targets={targets}
          cells={cells}
          settings={settings}
          slot={place.slot}
          total={total}
          onMove={opening.goTo}
          onOpen={() => opening.open()}
          onWork={commands.nextWork}
          onEditKey={props.mayEditKeys ? commands.editKey : null}
          workspace={workspace}
          details={<Details editor={editor} />}
        />
      )
    );
  }
  return (
    <Grid
      {...shown}
      key={`${rows.locales.join()} ${rows.query}`}
      locales={locales}
      format={settings.messageFormat}
      density={editor.preferences.density}
      onActive={opening.goTo}
      onOpen={opening.open}
      selection={choosing.selection}
      onSelect={choosing.choose}
      workspace={workspace}
    />
  );
}

/** The rows with the panels beside them and the notices about them. */
export function EditorBody({ editor }: { editor: EditorModel }) {
  const { props, q, result, total, onQuery, preferences, place, targets, view } = editor;
  const { isTreeOpen } = preferences;
  const KeyTree = useModule(loadTree, isTreeOpen)?.KeyTree;
  const showAll = (): void => {
    props.onAddress(({ q: _, ...rest }) => rest, { replace: false });
  };
  return (
    <>
      <div className={css.body}>
        {KeyTree && isTreeOpen && (
          <KeyTree
            organizationId={props.organizationId}
            projectId={props.project.id}
            prefix={prefixOf(q)}
            onPrefix={(prefix) => onQuery(withPrefix(q, prefix), false)}
          />
        )}
        {result.isComplete && total === 0 ? (
          <NoRows
            rows={editor.rows}
            onQuery={onQuery}
            onClear={q === '' ? null : () => onQuery('', false)}
            onNewKey={props.mayEditKeys ? editor.commands.newKey : null}
          />
        ) : (
          <Rows editor={editor} />
        )}
        {view === 'grid' && <Details editor={editor} />}
        <Notices
          problem={result.problem}
          onRetry={() => editor.store.retry()}
          isOutside={place.isOutside}
          onShowAll={q === '' ? null : showAll}
          hasTargets={targets.length > 0}
          newKeys={editor.newKeys}
          onRefresh={editor.rerun}
        />
      </div>
      <ReviewPlace editor={editor} />
    </>
  );
}
