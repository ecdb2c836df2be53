import { useTranslation } from 'react-i18next';
import css from './usage.module.css';
import type { NamedRow } from './usage.queries.ts';

const HEIGHT = 100;
const GAP = 0.2;

/**
 * Bars of units, with the billed part in color and labels at the ends of both axes. The table beside it contains the
 * same numbers.
 */
export function UsageChart({
  rows,
  nameOf,
}: {
  rows: readonly NamedRow[];
  /** Returns the name of a row. */
  nameOf(row: NamedRow): string;
}) {
  const { t } = useTranslation();
  const most = Math.max(1, ...rows.map(({ units }) => units));
  const heightOf = (units: number) => (units / most) * HEIGHT;
  return (
    <div className={css.axes} aria-hidden="true">
      <span>{t('usage.number', { value: most })}</span>
      <svg
        className={css.chart}
        viewBox={`0 0 ${rows.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="presentation"
      >
        {rows.map((row, index) => {
          const { id, units, billedUnits } = row;
          return (
            <g key={id}>
              <title>{t('usage.bar', { name: nameOf(row), count: units })}</title>
              <rect className={css.column} x={index} width={1} height={HEIGHT} />
              <rect
                className={css.free}
                x={index + GAP / 2}
                width={1 - GAP}
                y={HEIGHT - heightOf(units)}
                height={heightOf(units)}
              />
              <rect
                className={css.billed}
                x={index + GAP / 2}
                width={1 - GAP}
                y={HEIGHT - heightOf(billedUnits)}
                height={heightOf(billedUnits)}
              />
            </g>
          );
        })}
      </svg>
      <span>{t('usage.number', { value: 0 })}</span>
      <p>
        <span>{rows[0] && nameOf(rows[0])}</span>
        <span>{rows.length > 1 && nameOf(rows.at(-1)!)}</span>
      </p>
    </div>
  );
}
