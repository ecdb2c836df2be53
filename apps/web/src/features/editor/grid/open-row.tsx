// biome-ignore-all lint/a11y/useSemanticElements: see grid.tsx
// biome-ignore-all lint/a11y/useFocusableInteractive: see grid.tsx
import type { MessageFormat } from '@parlance/messages';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drafts } from '../drafts/drafts.ts';
import cellCss from './cell.module.css';
import { TargetCell } from './cell.tsx';
import { FIRST_TARGET, type GridLocales } from './columns.ts';
import { KeyName, nameOf } from './key-name.tsx';
import css from './open-row.module.css';
import type { ChangedBy } from './store/changed-by.ts';
import type { Selection } from './store/selection.ts';
import { useIsSelected, useSlot } from './store/use-slot.ts';
import type { WindowStore } from './store/window-store.ts';

/**
 * The row of the open cell: a workspace in place of the row, as wide as the visible part of the grid. The texts of the
 * other locales are below it.
 */
export function OpenRow({
  ref,
  store,
  drafts,
  changedBy,
  selection,
  locales,
  format,
  projectId,
  index,
  top,
  width,
  column,
  workspace,
}: {
  ref: Ref<HTMLDivElement>;
  store: WindowStore;
  drafts: Drafts;
  changedBy: ChangedBy;
  selection: Selection;
  locales: GridLocales;
  format: MessageFormat;
  projectId: string;
  index: number;
  /** Distance from the top of the list. */
  top: number;
  /** Width of the visible part of the grid. */
  width: number;
  /** Column of the open cell. */
  column: number;
  workspace: ReactNode;
}) {
  const { t } = useTranslation();
  const slot = useSlot(store, index);
  const isSelected = useIsSelected(selection, slot);
  const row = typeof slot === 'string' ? null : slot;
  const others = locales.targets.flatMap((locale, index) =>
    index + FIRST_TARGET === column ? [] : [{ locale, at: index + FIRST_TARGET }],
  );
  return (
    <div
      ref={ref}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={css.row}
      style={{ insetBlockStart: top }}
    >
      <div role="presentation" className={css.stuck} style={{ inlineSize: width }}>
        {row && (
          <div
            role="rowheader"
            aria-colindex={1}
            aria-label={nameOf(row)}
            className={css.head}
            data-row={index}
            data-column={0}
            tabIndex={-1}
          >
            <KeyName row={row} isSelected={isSelected} isWhole t={t} />
          </div>
        )}
        <div
          role="gridcell"
          aria-colindex={column + 1}
          data-row={index}
          data-column={column}
          data-active
          data-open
        >
          {workspace}
        </div>
        {row && others.length > 0 && (
          <div role="presentation" className={css.others}>
            {others.map(({ locale, at }) => (
              <div
                key={locale.code}
                role="gridcell"
                aria-colindex={at + 1}
                className={`${css.other} ${cellCss.content}`}
                data-row={index}
                data-column={at}
                tabIndex={-1}
              >
                <code>{locale.code}</code>
                <TargetCell
                  row={row}
                  locale={locale}
                  format={format}
                  projectId={projectId}
                  drafts={drafts}
                  changedBy={changedBy}
                  t={t}
                />
              </div>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
