import type { Locale } from '@parlance/sdk';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { Drafts } from '../drafts/drafts.ts';
import cellCss from './cell.module.css';
import { TargetCell } from './cell.tsx';
import type { ChangedBy } from './changed-by.ts';
import css from './row-list.module.css';
import type { WindowStore } from './window-store.ts';

const ROW_HEIGHT = 64;

/** The rows of the query in one locale, as a narrow list. */
export function RowList({
  store,
  changedBy,
  drafts,
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
  locale: Locale;
  format: Parameters<typeof TargetCell>[0]['format'];
  projectId: string;
  total: number;
  /** Index of the row that is shown. */
  active: number;
  onChoose(row: number): void;
}) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 4,
  });
  const first = rows.range?.startIndex ?? 0;
  const last = rows.range?.endIndex ?? -1;
  useEffect(() => {
    if (last >= 0) store.show(first, last);
  }, [store, first, last]);
  // One row takes the focus; the arrow keys go to the others.
  const [reached, setReached] = useState(active);
  useLayoutEffect(() => {
    rows.scrollToIndex(active, { align: 'auto' });
    setReached(active);
  }, [rows, active]);
  // The focus moves before the next key is handled. A row that is not drawn yet takes it as soon as it is.
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
    rows.scrollToIndex(row, { align: 'auto' });
  };
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
      <ul style={{ blockSize: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => (
          <li key={index} style={{ insetBlockStart: start, blockSize: ROW_HEIGHT }}>
            <RowButton
              {...{ store, changedBy, drafts, locale, format, projectId }}
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

function RowButton({
  store,
  changedBy,
  drafts,
  locale,
  format,
  projectId,
  index,
  isActive,
  isReached,
  onPress,
}: Pick<
  Parameters<typeof RowList>[0],
  'store' | 'changedBy' | 'drafts' | 'locale' | 'format' | 'projectId'
> & {
  index: number;
  isActive: boolean;
  isReached: boolean;
  onPress(): void;
}) {
  const { t } = useTranslation();
  const subscribe = useCallback(
    (changed: () => void) => store.subscribe(index, changed),
    [store, index],
  );
  const slot = useSyncExternalStore(subscribe, () => store.slot(index));
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
          <span className={`${css.target} ${cellCss.content}`}>
            <TargetCell row={slot} {...{ locale, format, projectId, drafts, changedBy, t }} />
          </span>
        </>
      )}
    </button>
  );
}
