import css from './area-chart.module.css';

const HEIGHT = 100;

/** Returns the path of a step chart with steps of width 1, in the coordinates of an SVG image. */
const pathOf = (heights: readonly number[]): string =>
  `M0,${HEIGHT}${heights.map((height, index) => `V${HEIGHT - height}H${index + 1}`).join('')}V${HEIGHT}Z`;

/**
 * A stacked step chart. Each column contains the figures of all series, with the first at the bottom in full color. A
 * text or a table beside it contains the same figures.
 */
export function AreaChart({
  columns,
  max,
  isSmall = false,
}: {
  columns: readonly (readonly number[])[];
  /** The figure at the top of the chart. */
  max: number;
  isSmall?: boolean;
}) {
  const series = columns[0]?.length ?? 0;
  // The sum of all series is drawn first. Each smaller sum is then drawn over its lower part.
  const tops = Array.from({ length: series }, (_, index) => series - index);
  return (
    <svg
      className={css.chart}
      data-small={isSmall || undefined}
      viewBox={`0 0 ${Math.max(1, columns.length)} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {tops.map((count) => (
        <path
          key={count}
          data-series={count}
          d={pathOf(
            columns.map(
              (figures) =>
                (figures.slice(0, count).reduce((sum, one) => sum + one, 0) / Math.max(1, max)) *
                HEIGHT,
            ),
          )}
        />
      ))}
    </svg>
  );
}

/** The names of the series of a chart, each with its color. */
export function ChartLegend({ names }: { names: readonly string[] }) {
  return (
    <ul className={css.legend}>
      {names.map((name, index) => (
        <li key={name}>
          <svg viewBox="0 0 1 1" aria-hidden="true">
            <path data-series={index + 1} d="M0,0H1V1H0Z" />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
