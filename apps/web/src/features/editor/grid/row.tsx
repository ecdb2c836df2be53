// biome-ignore-all lint/a11y/useSemanticElements: see grid.tsx
// biome-ignore-all lint/a11y/useFocusableInteractive: see grid.tsx
import type { MessageFormat } from '@parlance/messages';
import type { Row } from '@parlance/sdk';
import type { TFunction } from 'i18next';
import { memo, type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drafts } from '../drafts/drafts.ts';
import cellCss from './cell.module.css';
import { SourceCell, TargetCell } from './cell.tsx';
import type { ChangedBy } from './changed-by.ts';
import { FIRST_TARGET, type GridLayout, type GridLocales } from './columns.ts';
import css from './grid.module.css';
import type { Selection } from './selection.ts';
import type { Slot, WindowStore } from './window-store.ts';

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
  /** First and last target column in sight. */
  from: number;
  to: number;
  /** Column of the active cell. Null if it is in another row. */
  active: number | null;
  projectId: string;
  format: MessageFormat;
}

/** A row of the grid. It is drawn again when its values change, and not when those of others do. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { store, selection, index, top, height, locales, layout, active } = props;
  const { t } = useTranslation();
  const slot = useSyncExternalStore(
    useCallback((changed: () => void) => store.subscribe(index, changed), [store, index]),
    () => store.slot(index),
  );
  const isSelected = useSyncExternalStore(
    selection.subscribe,
    () => typeof slot !== 'string' && selection.has(slot.keyId),
  );
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
  const columns: number[] = [];
  for (let at = props.from; at <= props.to; at++) columns.push(at + FIRST_TARGET);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-busy={slot === 'loading' || undefined}
      aria-selected={isSelected}
      className={css.row}
      data-gone={slot === 'gone' || undefined}
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
          <Bar slot={slot} />
        ) : (
          <SourceCell row={slot} locale={locales.source} format={props.format} t={t} />
        ),
      )}
      {props.from > 0 && (
        <div
          role="presentation"
          className={css.spacer}
          style={{ inlineSize: props.from * layout.targetWidth }}
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

/** Place at which a pinned column stays. */
export const pinOf = (layout: GridLayout, column: number): number | undefined =>
  layout.isPinned ? [0, layout.keyWidth][column] : undefined;

function Bar({ slot }: { slot: Extract<Slot, string> }) {
  return slot === 'loading' ? <span className={css.bar} /> : null;
}

/** Name of a row for screen readers: its box is not a part of it. */
const nameOf = ({ key, description, tags }: Row): string =>
  [key, description, ...tags].filter((part) => part !== '').join(', ');

/** The last segment of a name says what the key is; what stands before it says where. */
const KeyName = memo(function KeyName({
  row,
  isSelected,
  t,
}: {
  row: Row;
  isSelected: boolean;
  t: TFunction;
}) {
  const { key, tags, description, family } = row;
  const cut = key.lastIndexOf('.', key.length - 2) + 1;
  return (
    <div className={css.key}>
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={t('editor.selection.select', { key })}
        checked={isSelected}
        // The grid takes the click: it knows the rows from the active one to this.
        readOnly
      />
      <bdi className={css.name} title={key}>
        <span>{key.slice(0, cut)}</span>
        <strong>{key.slice(cut)}</strong>
      </bdi>
      {(family || description !== '' || tags.length > 0) && (
        <span className={css.notes}>
          {family && <span>{t('editor.plural')}</span>}
          {description !== '' && (
            <span className={css.description} dir="auto" title={description}>
              {description}
            </span>
          )}
          {tags.map((tag) => (
            <span key={tag} className={css.tag} dir="auto">
              {tag}
            </span>
          ))}
        </span>
      )}
    </div>
  );
});
