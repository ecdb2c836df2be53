// Only a part of the grid is rendered, so it cannot be a table: rows have explicit positions, and cells take the focus.
// biome-ignore-all lint/a11y/useSemanticElements: see above
// biome-ignore-all lint/a11y/useFocusableInteractive: see above
import type { MessageFormat } from '@parlance/messages';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { Drafts } from '../drafts/drafts.ts';
import {
  DENSITIES,
  type Density,
  FIRST_TARGET,
  type GridLocales,
  HEAD_HEIGHT,
  partRows,
} from './columns.ts';
import css from './grid.module.css';
import { GridHead } from './grid-head.tsx';
import { GridParts } from './grid-parts.tsx';
import { OpenRow } from './open-row.tsx';
import type { GridCell } from './place.ts';
import { GridRow } from './row.tsx';
import { type RowPlaces, topOf, widen } from './sight/row-places.ts';
import {
  useActiveInSight,
  useGridSight,
  useLoading,
  useOpenHeight,
} from './sight/use-grid-sight.ts';
import { useKeptSight } from './sight/use-kept-sight.ts';
import type { ChangedBy } from './store/changed-by.ts';
import type { Selection } from './store/selection.ts';
import type { WindowStore } from './store/window-store.ts';
import { useArrival, useCellFocus } from './use-cell-focus.ts';

export interface GridProps {
  store: WindowStore;
  drafts: Drafts;
  changedBy: ChangedBy;
  selection: Selection;
  locales: GridLocales;
  format: MessageFormat;
  projectId: string;
  density: Density;
  active: GridCell;
  /** False while the row that is to become active is searched for. */
  isPlaced: boolean;
  /** Called when a cell becomes the active one. */
  onActive(place: GridCell): void;
  onOpen(place: GridCell): void;
  /** Called when the user selects the row or, with `isRange`, all rows from the active row to this row. */
  onSelect(row: number, isRange: boolean): void;
  /** Runs the command of a key press. Returns true if the key press had a command. */
  onKey(event: KeyboardEvent, place: GridCell, pageRows: number): boolean;
  /** Called when the rows are displayed. */
  onArrival(): void;
  /** The content of the active row while its cell is open. */
  workspace: ReactNode;
}

/** Number of rows that are rendered before and after the visible ones. */
const AROUND = 6;

/** The rows of a query in several locales. Only the visible part is rendered. */
export function Grid(props: GridProps) {
  const { store, locales, density, active, workspace } = props;
  const { t } = useTranslation();
  const { total } = useSyncExternalStore(store.subscribeState, store.state);
  const scroller = useRef<HTMLDivElement>(null);
  const sizer = useRef<HTMLDivElement>(null);
  const height = DENSITIES[density];
  const targets = locales.targets.length;
  const perPart = partRows(height);
  const part = Math.floor(active.row / perPart);
  const first = part * perPart;
  const [openHeight, setOpenHeight] = useState<number>(height);
  const places: RowPlaces = {
    count: Math.max(0, Math.min(perPart, total - first)),
    height,
    open: workspace === null ? null : active.row - first,
    extra: workspace === null ? 0 : Math.max(0, openHeight - height),
  };
  const inSight = useGridSight(scroller, places, targets);
  const { layout, rows, columns, width } = inSight;
  useLoading(store, rows, first);
  const isComingBack = useKeptSight(scroller, places.count, inSight.scrollTo);
  useActiveInSight(
    inSight,
    places,
    { ...active, row: active.row - first },
    total > 0,
    isComingBack,
  );
  const openRow = useOpenHeight(sizer, setOpenHeight);
  useCellFocus(scroller, active, workspace !== null);
  useArrival(total > 0 && props.isPlaced, props.onArrival);

  const sizerWidth = layout.keyWidth + layout.sourceWidth + layout.targetWidth * targets;
  const pageRows = Math.max(1, Math.floor((inSight.height - 80) / height));
  const shared = { store, locales, layout, height, columns, ...pick(props) };
  return (
    <div className={css.frame}>
      <div
        ref={scroller}
        role="grid"
        aria-label={t('editor.grid')}
        aria-rowcount={total + 1}
        aria-colcount={targets + FIRST_TARGET}
        aria-multiselectable="true"
        className={css.grid}
        data-density={density}
        {...handlersOf(props, pageRows)}
      >
        <div
          ref={sizer}
          role="presentation"
          className={css.sizer}
          style={
            {
              '--row-height': `${height}px`,
              blockSize: lengthOf(places, inSight.height),
              inlineSize: sizerWidth,
            } as React.CSSProperties
          }
        >
          <GridHead locales={locales} layout={layout} columns={columns} width={sizerWidth} />
          {drawnRows(widen(rows, AROUND, places.count), active.row - first, places.count).map(
            (at) =>
              at === places.open ? (
                <OpenRow
                  key={at}
                  ref={openRow}
                  {...shared}
                  index={first + at}
                  top={HEAD_HEIGHT + at * height}
                  width={width}
                  column={active.column}
                  workspace={workspace}
                />
              ) : (
                <GridRow
                  key={at}
                  {...shared}
                  index={first + at}
                  top={HEAD_HEIGHT + at * height}
                  isBelow={places.open !== null && at > places.open}
                  active={active.row === first + at ? active.column : null}
                />
              ),
          )}
        </div>
      </div>
      <GridParts
        total={total}
        part={part}
        perPart={perPart}
        onPart={(row) => props.onActive({ row, column: active.column })}
      />
    </div>
  );
}

const pick = ({ drafts, changedBy, selection, projectId, format }: GridProps) => ({
  drafts,
  changedBy,
  selection,
  projectId,
  format,
});

/** Returns the length of the list. While a row is open, it is long enough to scroll this row to the upper third. */
function lengthOf(places: RowPlaces, length: number): number {
  const { count, height, open, extra } = places;
  const all = HEAD_HEIGHT + count * height + extra;
  return open === null ? all : Math.max(all, topOf(open, places) + length);
}

/** Returns the rows to render. They always include the row with the focus, which would be lost otherwise. */
function drawnRows(
  range: { first: number; last: number },
  active: number,
  count: number,
): number[] {
  const rows = Array.from(
    { length: range.last - range.first + 1 },
    (_, index) => range.first + index,
  );
  if (active >= 0 && active < count && rows.length > 0) {
    if (active < range.first) rows.unshift(active);
    if (active > range.last) rows.push(active);
  }
  return rows;
}

/** True for an element in an open cell. The open text and the components around it handle their own keys and clicks. */
const isInOpenText = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[data-open]') !== null;

function placeOf(event: MouseEvent): GridCell | null {
  if (isInOpenText(event.target)) return null;
  const cell = (event.target as Element).closest<HTMLElement>('[data-row]');
  return cell && { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
}

function handlersOf({ onKey, onActive, onOpen, onSelect, active }: GridProps, pageRows: number) {
  return {
    onKeyDown(event: KeyboardEvent) {
      const isInCell = event.target instanceof Element && event.target.closest('[data-row]');
      if (!isInCell || isInOpenText(event.target)) return;
      if (onKey(event, active, pageRows)) event.preventDefault();
    },
    onMouseDown(event: MouseEvent) {
      // Shift selects a range of rows, so the browser must not select text.
      if (event.shiftKey && placeOf(event)) event.preventDefault();
    },
    onClick(event: MouseEvent) {
      const place = placeOf(event);
      if (!place) return;
      const isBox = event.target instanceof HTMLInputElement;
      if (isBox || event.shiftKey) onSelect(place.row, event.shiftKey);
      // The button of a row that failed to load has the focus, and handles the key itself.
      const isButton = (event.target as Element).closest('button') !== null;
      onActive(place);
      if (isButton) return;
      (event.target as Element).closest<HTMLElement>('[data-row]')?.focus({ preventScroll: true });
    },
    onDoubleClick(event: MouseEvent) {
      const place = placeOf(event);
      if (place) onOpen(place);
    },
  };
}
