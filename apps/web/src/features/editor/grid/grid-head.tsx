// biome-ignore-all lint/a11y/useSemanticElements: see grid.tsx
// biome-ignore-all lint/a11y/useFocusableInteractive: see grid.tsx
import { useTranslation } from 'react-i18next';
import { FIRST_TARGET, type GridLayout, type GridLocales, HEAD_HEIGHT } from './columns.ts';
import css from './grid.module.css';
import { pinOf, widthOf } from './row.tsx';
import type { Range } from './sight/row-places.ts';

/** The names of the columns, which stay in place during scrolling. */
export function GridHead({
  locales,
  layout,
  columns,
  width,
}: {
  locales: GridLocales;
  layout: GridLayout;
  /** Rendered target columns. */
  columns: Range;
  width: number;
}) {
  const { t } = useTranslation();
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
  return (
    <div
      role="row"
      aria-rowindex={1}
      className={css.head}
      style={{ blockSize: HEAD_HEIGHT, inlineSize: width }}
    >
      {heading(0, t('editor.key'))}
      {heading(1, locales.source.name, locales.source.code)}
      <div
        role="presentation"
        className={css.spacer}
        style={{ inlineSize: columns.first * layout.targetWidth }}
      />
      {locales.targets
        .slice(columns.first, columns.last + 1)
        .map(({ name, code }, index) => heading(columns.first + index + FIRST_TARGET, name, code))}
    </div>
  );
}
