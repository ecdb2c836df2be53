// A grid of which only a part is drawn cannot be a table: rows have places, and the focus is in cells.
// biome-ignore-all lint/a11y/useSemanticElements: see above
// biome-ignore-all lint/a11y/useFocusableInteractive: see above
import type { MessageFormat } from '@parlance/messages';
import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocale } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { Drafts } from '../drafts/drafts.ts';
import type { ChangedBy } from './changed-by.ts';
import {
  DENSITIES,
  type Density,
  FIRST_TARGET,
  type GridLocales,
  HEAD_HEIGHT,
  layoutOf,
  partRows,
} from './columns.ts';
import css from './grid.module.css';
import { GridRow, pinOf, widthOf } from './row.tsx';
import type { Selection } from './selection.ts';
import type { WindowStore } from './window-store.ts';

/** A place in the grid. Rows count from 0 through the whole result, columns as in `columns.ts`. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

export interface GridProps {
  store: WindowStore;
  drafts: Drafts;
  changedBy: ChangedBy;
  selection: Selection;
  locales: GridLocales;
  format: MessageFormat;
  projectId: string;
  density: Density;
  active: Place;
  /** Called when a cell becomes the active one. */
  onActive(place: Place): void;
  onOpen(place: Place): void;
  /** Called when rows are chosen: one, or all from the active one to it. */
  onSelect(row: number, isRange: boolean): void;
  /** Runs the command of a key. Returns true if there was one. */
  onKey(event: KeyboardEvent, place: Place, pageRows: number): boolean;
  /** True while a cell is open: the focus is there. */
  isOpen: boolean;
  /** Until this time (`performance.now`), the active cell takes the focus from the query. */
  focusUntil: { readonly current: number };
  /** The open cell. It is shown over the active cell. */
  overlay: ReactNode;
}

/** The rows of a query in several locales. Only what is in sight is drawn. */
export function Grid(props: GridProps) {
  const { store, locales, density, active, isOpen } = props;
  const { t, i18n } = useTranslation();
  const { direction } = useLocale();
  const isRtl = direction === 'rtl';
  const { total } = useSyncExternalStore(store.subscribeState, store.state);
  const scroller = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(1_000);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width));
    observer.observe(scroller.current!);
    return () => observer.disconnect();
  }, []);

  const height = DENSITIES[density];
  const targets = locales.targets.length;
  const layout = layoutOf(width, targets);
  const pinned = layout.keyWidth + layout.sourceWidth;
  const perPart = partRows(height);
  const part = Math.floor(active.row / perPart);
  const first = part * perPart;
  const count = Math.max(0, Math.min(perPart, total - first));

  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 6,
    paddingStart: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    // The row with the focus is always drawn: the focus would be lost with it.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      const at = active.row - first;
      if (at < 0 || at >= count || drawn.includes(at)) return drawn;
      return at < drawn[0]! ? [at, ...drawn] : [...drawn, at];
    },
  });
  const columns = useVirtualizer({
    horizontal: true,
    isRtl,
    count: targets,
    getScrollElement: () => scroller.current,
    estimateSize: () => layout.targetWidth,
    overscan: 1,
    paddingStart: pinned,
    scrollPaddingStart: layout.isPinned ? pinned : 0,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer reads the height by itself
  useLayoutEffect(() => rows.measure(), [rows, height]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer reads the widths by itself
  useLayoutEffect(() => columns.measure(), [columns, layout.targetWidth, pinned]);

  const drawn = rows.getVirtualItems();
  const shown = rows.range;
  const firstShown = shown ? first + shown.startIndex : -1;
  const lastShown = shown ? first + shown.endIndex : -1;
  useEffect(() => {
    if (lastShown >= 0) store.show(firstShown, lastShown);
  }, [store, firstShown, lastShown]);
  const drawnColumns = columns.getVirtualItems();
  const from = drawnColumns[0]?.index ?? 0;
  const to = drawnColumns.at(-1)?.index ?? -1;

  const isKnown = total > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizers are the same for the life of the grid
  useLayoutEffect(() => {
    if (!isKnown) return;
    const row = active.row - first;
    const column = active.column - FIRST_TARGET;
    if (!isInSight(rows, row)) rows.scrollToIndex(row, { align: 'auto' });
    if (column >= 0 && !isInSight(columns, column)) columns.scrollToIndex(column);
  }, [active.row, active.column, isKnown, density, part]);
  const wasOpen = useRef(isOpen);
  useLayoutEffect(() => {
    const { activeElement: at, body } = document;
    // The focus was in the cell that is closed, and is nowhere now.
    const isLost = wasOpen.current && !isOpen && at === body;
    wasOpen.current = isOpen;
    if (isOpen || !(isLost || scroller.current?.contains(at))) return;
    cellAt(scroller.current!, active)?.focus({ preventScroll: true });
  }, [active, isOpen]);

  useEffect(() => {
    if (performance.now() > props.focusUntil.current) return;
    const { activeElement: at, body } = document;
    if (at === body || at?.closest('search')) {
      cellAt(scroller.current!, active)?.focus({ preventScroll: true });
    }
  });

  const placeOf = (event: MouseEvent): Place | null => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-row]');
    if (!cell) return null;
    return { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
  };
  const pageRows = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - 80) / height));
  const sizerWidth = pinned + layout.targetWidth * targets;
  const heading = (column: number, name: string, code?: string) => (
    <div
      key={column}
      role="columnheader"
      aria-colindex={column + 1}
      className={css.cell}
      data-pinned={(layout.isPinned && column < FIRST_TARGET) || undefined}
      style={{ inlineSize: widthOf(layout, column), insetInlineStart: pinOf(layout, column) }}
    >
      <span dir="auto">{name}</span>
      {code !== undefined && <code>{code}</code>}
    </div>
  );
  const parts = Math.ceil(total / perPart);

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
        onKeyDown={(event) => {
          if (event.target instanceof Element && !event.target.closest('[data-row]')) return;
          if (props.onKey(event, active, pageRows)) event.preventDefault();
        }}
        onMouseDown={(event) => {
          // A range of rows, not of text.
          if (event.shiftKey) event.preventDefault();
        }}
        onClick={(event) => {
          const place = placeOf(event);
          if (!place) return;
          const isBox = event.target instanceof HTMLInputElement;
          if (isBox || event.shiftKey) props.onSelect(place.row, event.shiftKey);
          props.onActive(place);
          cellAt(scroller.current!, place)?.focus({ preventScroll: true });
        }}
        onDoubleClick={(event) => {
          const place = placeOf(event);
          if (place) props.onOpen(place);
        }}
      >
        <div
          role="presentation"
          className={css.sizer}
          style={{ blockSize: rows.getTotalSize(), inlineSize: sizerWidth }}
        >
          <div
            role="row"
            aria-rowindex={1}
            className={css.head}
            style={{ blockSize: HEAD_HEIGHT, inlineSize: sizerWidth }}
          >
            {heading(0, t('editor.key'))}
            {heading(1, locales.source.name, locales.source.code)}
            <div
              role="presentation"
              className={css.spacer}
              style={{ inlineSize: from * layout.targetWidth }}
            />
            {locales.targets
              .slice(from, to + 1)
              .map(({ name, code }, at) => heading(from + at + FIRST_TARGET, name, code))}
          </div>
          {drawn.map(({ index, start }) => (
            <GridRow
              key={index}
              store={store}
              drafts={props.drafts}
              changedBy={props.changedBy}
              selection={props.selection}
              index={first + index}
              top={start}
              height={height}
              locales={locales}
              layout={layout}
              from={from}
              to={to}
              active={active.row === first + index ? active.column : null}
              projectId={props.projectId}
              format={props.format}
            />
          ))}
        </div>
      </div>
      {props.overlay !== null && (
        <Overlay
          scroller={scroller.current}
          top={HEAD_HEIGHT + (active.row - first) * height}
          start={pinned + (active.column - FIRST_TARGET) * layout.targetWidth}
          width={layout.targetWidth}
          rowHeight={height}
        >
          {props.overlay}
        </Overlay>
      )}
      {parts > 1 && (
        <nav className={css.parts} aria-label={t('editor.parts')}>
          {Array.from({ length: parts }, (_, at) => {
            const [start, end] = [at * perPart + 1, Math.min(total, (at + 1) * perPart)];
            return (
              <button
                type="button"
                key={start}
                aria-current={at === part}
                onClick={() => props.onActive({ row: start - 1, column: active.column })}
              >
                {[start, end].map((row) => row.toLocaleString(i18n.language)).join('–')}
              </button>
            );
          })}
        </nav>
      )}
    </div>
  );
}

const cellAt = (within: HTMLElement, { row, column }: Place): HTMLElement | null =>
  within.querySelector(`[data-row="${row}"][data-column="${column}"]`);

/** True if the whole of an item is shown, as far as the virtualizer knows. Asking it to scroll costs a layout. */
function isInSight(virtualizer: Virtualizer<HTMLDivElement, Element>, index: number): boolean {
  const { scrollOffset, scrollRect, options } = virtualizer;
  const item = virtualizer.measurementsCache[index];
  if (scrollOffset === null || scrollRect === null || item === undefined) return false;
  const size = options.horizontal ? scrollRect.width : scrollRect.height;
  return item.start >= scrollOffset + options.scrollPaddingStart && item.end <= scrollOffset + size;
}

const MIN_WIDTH = 360;

/** Keeps the open cell over its place in the grid. It moves up as far as it needs to stay inside the frame. */
function Overlay({
  scroller,
  top,
  start,
  width,
  rowHeight,
  children,
}: {
  scroller: HTMLDivElement | null;
  top: number;
  start: number;
  width: number;
  rowHeight: number;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [blockSize, setBlockSize] = useState(0);
  useLayoutEffect(() => {
    if (!box.current) return;
    const measure = () => setBlockSize(box.current?.offsetHeight ?? 0);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  if (!scroller) return null;
  const { clientWidth, clientHeight, scrollTop, scrollLeft } = scroller;
  const inlineSize = Math.min(clientWidth, Math.max(width, MIN_WIDTH));
  const maxBlockSize = Math.round(clientHeight * 0.6);
  const y = Math.max(HEAD_HEIGHT, Math.min(top - scrollTop, clientHeight - rowHeight));
  // Scroll positions of a page from right to left are negative (CSSOM View §4).
  const x = Math.max(0, Math.min(start - Math.abs(scrollLeft), clientWidth - inlineSize));
  return (
    <div
      ref={box}
      className={css.overlay}
      style={{
        inlineSize,
        maxBlockSize,
        insetInlineStart: x,
        insetBlockStart: Math.max(HEAD_HEIGHT, Math.min(y, clientHeight - blockSize)),
      }}
    >
      {children}
    </div>
  );
}
