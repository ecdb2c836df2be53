// biome-ignore-all lint/a11y/useSemanticElements: see grid.tsx
// biome-ignore-all lint/a11y/useFocusableInteractive: see grid.tsx
import type { MessageFormat } from '@parlance/messages';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import type { Drafts } from '../drafts/drafts.ts';
import cellCss from './cell.module.css';
import { SourceCell, TargetCell } from './cell.tsx';
import { FIRST_TARGET, type GridLayout, type GridLocales } from './columns.ts';
import css from './grid.module.css';
import { KeyName, nameOf } from './key-name.tsx';
import type { Range } from './sight/row-places.ts';
import type { ChangedBy } from './store/changed-by.ts';
import type { Selection } from './store/selection.ts';
import type { Slot } from './store/slot.ts';
import { useIsSelected, useSlot } from './store/use-slot.ts';
import type { WindowStore } from './store/window-store.ts';

export interface GridRowProps {
  store: WindowStore;
  changedBy: ChangedBy;
  drafts: Drafts;
  selection: Selection;
  index: number;
  /** Distance from the top of the list. */
  top: number;
  height: number;
  locales: GridLocales;
  layout: GridLayout;
  /** Rendered target columns. */
  columns: Range;
  /** True below the open row, whose extra height moves this row. */
  isBelow: boolean;
  /** Column of the active cell. Null if it is in another row. */
  active: number | null;
  projectId: string;
  format: MessageFormat;
}

/** A row of the grid. It is rendered again only when its own values change. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { store, selection, index, top, height, locales, layout, active } = props;
  const { t } = useTranslation();
  const slot = useSlot(store, index);
  const isSelected = useIsSelected(selection, slot);
  const width = layout.keyWidth + layout.sourceWidth + layout.targetWidth * locales.targets.length;
  const cell = (column: number, children: ReactNode) => (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have a column index (WAI-ARIA 1.2)
    <div
      key={column}
      role={column === 0 ? 'rowheader' : 'gridcell'}
      aria-colindex={column + 1}
      aria-label={column === 0 && typeof slot !== 'string' ? nameOf(slot) : undefined}
      className={column === 0 ? css.cell : `${css.cell} ${cellCss.content}`}
      data-row={index}
      data-column={column}
      data-pinned={(layout.isPinned && column < FIRST_TARGET) || undefined}
      data-active={active === column || undefined}
      tabIndex={active === column ? 0 : -1}
      style={{ inlineSize: widthOf(layout, column), insetInlineStart: pinOf(layout, column) }}
    >
      {children}
    </div>
  );
  const { first, last } = props.columns;
  const columns: number[] = [];
  for (let at = first; at <= last; at++) columns.push(at + FIRST_TARGET);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-busy={slot === 'loading' || undefined}
      aria-selected={isSelected}
      className={css.row}
      data-gone={slot === 'gone' || undefined}
      data-below={props.isBelow || undefined}
      style={{ blockSize: height, inlineSize: width, insetBlockStart: top }}
    >
      {cell(
        0,
        typeof slot === 'string' ? (
          t(`editor.slot.${slot}`)
        ) : (
          <KeyName row={slot} isSelected={isSelected} t={t} />
        ),
      )}
      {cell(
        1,
        typeof slot === 'string' ? (
          <NoText slot={slot} onRetry={() => store.retry()} />
        ) : (
          <SourceCell row={slot} locale={locales.source} format={props.format} t={t} />
        ),
      )}
      {first > 0 && (
        <div
          role="presentation"
          className={css.spacer}
          style={{ inlineSize: first * layout.targetWidth }}
        />
      )}
      {columns.map((column) => {
        const locale = locales.targets[column - FIRST_TARGET]!;
        return cell(
          column,
          typeof slot === 'string' ? (
            <Bar slot={slot} />
          ) : (
            <TargetCell
              row={slot}
              locale={locale}
              format={props.format}
              projectId={props.projectId}
              drafts={props.drafts}
              changedBy={props.changedBy}
              t={t}
            />
          ),
        );
      })}
    </div>
  );
});

export const widthOf = (layout: GridLayout, column: number): number =>
  [layout.keyWidth, layout.sourceWidth][column] ?? layout.targetWidth;

/** Returns the position of a pinned column. */
export const pinOf = (layout: GridLayout, column: number): number | undefined =>
  layout.isPinned ? [0, layout.keyWidth][column] : undefined;

/** Shown in place of the source string while the row is not loaded. */
function NoText({ slot, onRetry }: { slot: Extract<Slot, string>; onRetry(): void }) {
  const { t } = useTranslation();
  if (slot !== 'failed') return <Bar slot={slot} />;
  return (
    <Button kind="secondary" excludeFromTabOrder onPress={onRetry}>
      {t('editor.slotRetry')}
    </Button>
  );
}

function Bar({ slot }: { slot: Extract<Slot, string> }) {
  return slot === 'loading' ? <span className={css.bar} /> : null;
}
