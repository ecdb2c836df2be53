// biome-ignore-all lint/a11y/useSemanticElements: see grid.tsx
// biome-ignore-all lint/a11y/useFocusableInteractive: see grid.tsx
import type { MessageFormat } from '@parlance/messages';
import type { Row } from '@parlance/sdk';
import { memo, type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drafts } from '../drafts/drafts.ts';
import { SourceCell, TargetCell } from './cell.tsx';
import { FIRST_TARGET, type GridLayout, type GridLocales } from './columns.ts';
import css from './grid.module.css';
import type { Slot, WindowStore } from './window-store.ts';

export interface GridRowProps {
  store: WindowStore;
  drafts: Drafts;
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
  const { store, index, top, height, locales, layout, active } = props;
  const { t } = useTranslation();
  const slot = useSyncExternalStore(
    useCallback((changed: () => void) => store.subscribe(index, changed), [store, index]),
    () => store.slot(index),
  );
  const width = layout.keyWidth + layout.sourceWidth + layout.targetWidth * locales.targets.length;
  const cell = (column: number, children: ReactNode) => (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have a column index (WAI-ARIA 1.2)
    <div
      key={column}
      role={column === 0 ? 'rowheader' : 'gridcell'}
      aria-colindex={column + 1}
      className={css.cell}
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
      className={css.row}
      data-gone={slot === 'gone' || undefined}
      style={{ blockSize: height, inlineSize: width, insetBlockStart: top }}
    >
      {cell(0, typeof slot === 'string' ? t(`editor.slot.${slot}`) : <KeyName row={slot} />)}
      {cell(
        1,
        typeof slot === 'string' ? (
          <Bar slot={slot} />
        ) : (
          <SourceCell row={slot} locale={locales.source} format={props.format} />
        ),
      )}
      <div
        role="presentation"
        className={css.spacer}
        style={{ inlineSize: props.from * layout.targetWidth }}
      />
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

/** The last segment of a name says what the key is; what stands before it says where. */
function KeyName({ row }: { row: Row }) {
  const { t } = useTranslation();
  const { key, tags, description, family } = row;
  const cut = key.lastIndexOf('.', key.length - 2) + 1;
  return (
    <div className={css.key}>
      <bdi className={css.name} title={key}>
        <span>{key.slice(0, cut)}</span>
        <strong>{key.slice(cut)}</strong>
      </bdi>
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
    </div>
  );
}
