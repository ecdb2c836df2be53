import type { Locale } from '@parlance/sdk';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drafts } from '../drafts/drafts.ts';
import cellCss from './cell.module.css';
import { SourceCell, TargetCell } from './cell.tsx';
import css from './row-list.module.css';
import { isSameRange, type Range, startFor, widen } from './sight/row-places.ts';
import { type ScrollSight, useSight } from './sight/use-sight.ts';
import type { ChangedBy } from './store/changed-by.ts';
import { useSlot } from './store/use-slot.ts';
import type { WindowStore } from './store/window-store.ts';

const ROW_HEIGHT = 84;
/** Number of rows that are rendered before and after the visible ones. */
const AROUND = 4;

/** The rows of the query in one locale, as a narrow list. */
export function RowList({
  store,
  changedBy,
  drafts,
  source,
  locale,
  format,
  projectId,
  total,
  active,
  onChoose,
}: {
  store: WindowStore;
  changedBy: ChangedBy;
  drafts: Drafts;
  source: Locale;
  locale: Locale;
  format: Parameters<typeof TargetCell>[0]['format'];
  projectId: string;
  total: number;
  /** Index of the displayed row. */
  active: number;
  onChoose(row: number): void;
}) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLElement>(null);
  const { first, last, showRow } = useRowsInSight(scroller, total);
  useEffect(() => {
    if (last >= first) store.show(first, last);
  }, [store, first, last]);
  // Only one row can have the focus. The arrow keys move the focus to other rows.
  const [reached, setReached] = useState(active);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list scrolls to the active row when that changes
  useLayoutEffect(() => {
    showRow(active);
    setReached(active);
  }, [active]);
  // The focus moves before the next key press is handled. A row that is not rendered yet gets it once it is rendered.
  const isFocusDue = useRef(false);
  useLayoutEffect(() => {
    if (!isFocusDue.current) return;
    const button = scroller.current?.querySelector<HTMLElement>('[tabindex="0"]');
    button?.focus();
    isFocusDue.current = button === null;
  });
  const reach = (row: number): void => {
    if (row < 0 || row >= total) return;
    isFocusDue.current = true;
    setReached(row);
    showRow(row);
  };
  const shown = widen({ first, last }, AROUND, total);
  const drawn = Array.from(
    { length: shown.last - shown.first + 1 },
    (_, index) => shown.first + index,
  );
  return (
    <nav
      ref={scroller}
      className={css.list}
      aria-label={t('editor.focus.list')}
      onKeyDown={(event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        reach(Number((event.target as HTMLElement).dataset.row ?? reached) + step);
      }}
    >
      <ul style={{ blockSize: total * ROW_HEIGHT }}>
        {drawn.map((index) => (
          <li key={index} style={{ insetBlockStart: index * ROW_HEIGHT, blockSize: ROW_HEIGHT }}>
            <RowButton
              store={store}
              changedBy={changedBy}
              drafts={drafts}
              source={source}
              locale={locale}
              format={format}
              projectId={projectId}
              index={index}
              isActive={index === active}
              isReached={index === reached}
              onPress={() => onChoose(index)}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The visible rows of a list, and a function that scrolls to another row. */
function useRowsInSight(scroller: RefObject<HTMLElement | null>, total: number) {
  const derive = ({ rows: { start, length } }: ScrollSight): Range => ({
    first: Math.min(Math.floor(start / ROW_HEIGHT), Math.max(0, total - 1)),
    last: Math.min(Math.floor((start + length - 1) / ROW_HEIGHT), total - 1),
  });
  const { derived, sight, scrollTo } = useSight(scroller, derive, isSameRange);
  const showRow = (row: number): void => {
    const { rows } = sight();
    const next = startFor({ start: row * ROW_HEIGHT, length: ROW_HEIGHT }, rows);
    if (next !== rows.start) scrollTo({ rows: next });
  };
  return { ...derived, showRow };
}

function RowButton({
  store,
  changedBy,
  drafts,
  source,
  locale,
  format,
  projectId,
  index,
  isActive,
  isReached,
  onPress,
}: Pick<
  Parameters<typeof RowList>[0],
  'store' | 'changedBy' | 'drafts' | 'source' | 'locale' | 'format' | 'projectId'
> & {
  index: number;
  isActive: boolean;
  isReached: boolean;
  onPress(): void;
}) {
  const { t } = useTranslation();
  const slot = useSlot(store, index);
  return (
    <button
      type="button"
      className={css.row}
      data-row={index}
      aria-current={isActive || undefined}
      tabIndex={isReached ? 0 : -1}
      onClick={onPress}
    >
      {typeof slot === 'string' ? (
        t(`editor.slot.${slot}`)
      ) : (
        <>
          <bdi className={css.key}>{slot.key}</bdi>
          <span className={`${css.source} ${cellCss.content}`}>
            <SourceCell row={slot} locale={source} format={format} t={t} />
          </span>
          <span className={`${css.target} ${cellCss.content}`}>
            <TargetCell
              row={slot}
              locale={locale}
              format={format}
              projectId={projectId}
              drafts={drafts}
              changedBy={changedBy}
              t={t}
            />
          </span>
        </>
      )}
    </button>
  );
}
