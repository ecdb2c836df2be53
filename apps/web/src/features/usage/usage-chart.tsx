import css from './usage.module.css';
import type { NamedRow } from './usage.queries.ts';

const HEIGHT = 100;
const GAP = 0.2;

/** Bars of units, the billed part in color. The table beside it says the same in numbers. */
export function UsageChart({ rows }: { rows: readonly NamedRow[] }) {
  const most = Math.max(1, ...rows.map(({ units }) => units));
  const heightOf = (units: number) => (units / most) * HEIGHT;
  return (
    <svg
      className={css.chart}
      viewBox={`0 0 ${rows.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {rows.map(({ id, units, billedUnits }, at) => (
        <g key={id}>
          <rect
            className={css.free}
            x={at + GAP / 2}
            width={1 - GAP}
            y={HEIGHT - heightOf(units)}
            height={heightOf(units)}
          />
          <rect
            className={css.billed}
            x={at + GAP / 2}
            width={1 - GAP}
            y={HEIGHT - heightOf(billedUnits)}
            height={heightOf(billedUnits)}
          />
        </g>
      ))}
    </svg>
  );
}
