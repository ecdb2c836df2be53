import { parseQuery } from '@parlance/query';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type OpenCell, openCells } from './cell/open-cell.ts';
import { draftsOf } from './drafts/browser-drafts.ts';
import type { EditorView } from './editor-address.ts';
import type { EditorProps } from './editor-props.ts';
import { FIRST_TARGET } from './grid/columns.ts';
import type { Place } from './grid/place.ts';
import { useIsNarrow } from './place/use-narrow.ts';
import { usePlace } from './place/use-place.ts';
import { viewOf } from './place/view-of.ts';
import { targetsOf } from './target-locales.ts';
import { useLiveRows } from './use-live-rows.ts';
import { usePreferences } from './use-preferences.ts';
import { useResult } from './use-result.ts';

/** The locales of the address, and the query: the last one that could be read. */
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

/** The cells of the active row in the active locale. */
function cellsOf(
  { organizationId, userId, project }: EditorProps,
  {
    source,
    row,
    locale,
  }: Pick<ReturnType<typeof useActive>, 'row' | 'locale'> & {
    source: ReturnType<typeof useAddress>['source'];
  },
): readonly OpenCell[] {
  if (!row || !locale) return [];
  const { messageFormat: format, checks, requireReview, engine } = project.settings;
  return openCells(row, {
    ...{ organizationId, projectId: project.id, format, checks, requireReview, engine, userId },
    ...{ sourceLocale: source.code, sourceDir: source.direction },
    ...{ locale: locale.code, dir: locale.direction },
  });
}

/** The active cell. The focus view has no cells but those of translations. */
function useActive(
  place: ReturnType<typeof usePlace>,
  view: EditorView,
  targets: ReturnType<typeof useAddress>['targets'],
) {
  const { row: at, column } = place.active;
  // The column of a locale that is no longer shown gives way to the one before it.
  const lastColumn = Math.max(FIRST_TARGET + targets.length - 1, 1);
  const active: Place = useMemo(
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

/** The rows of the query, the active one among them, and how the person looks at them. */
export function useEditorRows(props: EditorProps) {
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
  // A text that is being edited stays where it is when a phone is turned.
  const [isViewHeld, holdView] = useState(false);
  const lastView = useRef(wanted);
  if (!isViewHeld) lastView.current = wanted;
  const view = lastView.current;
  const { active, row, locale } = useActive(place, view, targets);
  const cells = cellsOf(props, { source, row, locale });
  const [keyId, code] = [row?.keyId, locale?.code];
  useEffect(() => {
    if (keyId === undefined || code === undefined) return;
    // A change is seen when the person goes on from the cell.
    return () => changedBy.forget(keyId, code);
  }, [changedBy, keyId, code]);
  useEffect(() => {
    const retry = () => store.retry();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [store]);
  return {
    ...{ source, possible, targets, q, rows, drafts, preferences, store, changedBy, rerun },
    ...{ newKeys, result, total: result.total, place, view, holdView, active, row, locale, cells },
  };
}
