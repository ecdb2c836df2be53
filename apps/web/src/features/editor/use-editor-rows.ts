import { parseQuery } from '@parlance/query';
import type { Locale } from '@parlance/sdk';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useIsNarrow } from '../../ui/hooks/use-narrow.ts';
import { type OpenCell, openCells } from './cell/open-cell.ts';
import { draftsOf } from './drafts/browser-drafts.ts';
import type { EditorView } from './editor-address.ts';
import type { EditorRows } from './editor-model.ts';
import type { EditorProps } from './editor-props.ts';
import { FIRST_TARGET } from './grid/columns.ts';
import type { GridCell } from './grid/place.ts';
import { type ActivePlace, usePlace } from './place/use-place.ts';
import { viewOf } from './place/view-of.ts';
import { targetsOf } from './target-locales.ts';
import { useLiveRows } from './use-live-rows.ts';
import { usePreferences } from './use-preferences.ts';
import { useResult } from './use-result.ts';

/**
 * Returns the locales in the address. Also returns the query in the address or, if it is invalid, the last valid query.
 */
function useAddress({ locales, address, organizationId, project }: EditorProps) {
  const source = locales.find(({ isSource }) => isSource)!;
  const { possible, targets } = useMemo(() => targetsOf(locales, address.l), [locales, address.l]);
  const codes = targets.length > 0 ? targets.map(({ code }) => code) : [source.code];
  const q = address.q ?? '';
  const lastValid = useRef('');
  if (parseQuery(q).fault === null) lastValid.current = q;
  const query = lastValid.current;
  const rows = { organizationId, projectId: project.id, locales: codes, query };
  return { source, possible, targets, q, rows };
}

/** Returns the cells of the active row in the active locale. */
function cellsOf(
  props: EditorProps,
  { source, row, locale }: Pick<EditorRows, 'source' | 'row' | 'locale'>,
): readonly OpenCell[] {
  if (!row || !locale) return [];
  const { organizationId, userId, project } = props;
  const { messageFormat: format, runtimes, checks, requireReview, engine } = project.settings;
  return openCells(row, {
    organizationId,
    projectId: project.id,
    userId,
    format,
    runtimes,
    checks,
    requireReview,
    engine,
    sourceLocale: source.code,
    sourceDir: source.direction,
    locale: locale.code,
    dir: locale.direction,
    ...(!props.mayWrite && { proposes: true }),
  });
}

/** Returns the active cell. In the focus view, only translations can be active. */
function useActive(place: ActivePlace, view: EditorView, targets: readonly Locale[]) {
  const { row: at, column } = place.active;
  // If the locale of the active cell is no longer shown, the cell in the last column becomes active.
  const lastColumn = Math.max(FIRST_TARGET + targets.length - 1, 1);
  const active: GridCell = useMemo(
    () => ({
      row: at,
      column: Math.min(view === 'grid' ? column : Math.max(FIRST_TARGET, column), lastColumn),
    }),
    [at, column, view, lastColumn],
  );
  const row = typeof place.slot === 'string' ? null : place.slot;
  const locale = targets[active.column - FIRST_TARGET] ?? null;
  return { active, row, locale };
}

/** Returns the rows that match the query, the active cell and the selected view. */
export function useEditorRows(props: EditorProps): EditorRows {
  const { userId, project, address, onAddress } = props;
  const { source, possible, targets, q, rows } = useAddress(props);
  const drafts = draftsOf(userId);
  const preferences = usePreferences();
  const { store, changedBy, rerun } = useResult(rows, drafts, userId);
  const newKeys = useLiveRows(store, { projectId: project.id, userId, drafts });
  const result = useSyncExternalStore(store.subscribeState, store.state);
  const place = usePlace(store, address, onAddress);
  const isNarrow = useIsNarrow();
  const wanted = viewOf(address, preferences, { isNarrow, languages: possible.length });
  // The view does not change while a text field is open, for example when a phone is rotated.
  const [isViewHeld, holdView] = useState(false);
  const lastView = useRef(wanted);
  if (!isViewHeld) lastView.current = wanted;
  const view = lastView.current;
  const { active, row, locale } = useActive(place, view, targets);
  const cells = cellsOf(props, { source, row, locale });
  const [keyId, code] = [row?.keyId, locale?.code];
  useEffect(() => {
    if (keyId === undefined || code === undefined) return;
    // A change by another person counts as seen when the user leaves the cell.
    return () => changedBy.forget(keyId, code);
  }, [changedBy, keyId, code]);
  useEffect(() => {
    const retry = () => store.retry();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [store]);
  return {
    source,
    possible,
    targets,
    q,
    rows,
    drafts,
    preferences,
    store,
    changedBy,
    rerun,
    newKeys,
    result,
    total: result.total,
    place,
    view,
    holdView,
    active,
    row,
    locale,
    cells,
  };
}
