import { ProgressBar } from 'react-aria-components';
import css from './progress.module.css';

/**
 * A bar from 0 to 100 percent with its label before and its figure after it. With `reviewed`, the part that is reviewed has
 * a tone of its own.
 */
export function Progress({
  label,
  isLabelHidden = false,
  value,
  reviewed,
  text,
}: {
  label: string;
  /** True if what stands beside the bar already says it. */
  isLabelHidden?: boolean;
  value: number;
  /** In percent, at most `value`. */
  reviewed?: number;
  /** Says both figures. */
  text?: string;
}) {
  return (
    <ProgressBar value={value} aria-label={label} className={css.row} valueLabel={text}>
      {({ percentage = 0, valueText }) => (
        <>
          {!isLabelHidden && (
            <span className={css.label} dir="auto">
              {label}
            </span>
          )}
          <svg
            className={css.track}
            viewBox="0 0 100 6"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <rect
              className={reviewed === undefined ? css.bar : css.rest}
              width={percentage}
              height="6"
            />
            {reviewed !== undefined && <rect className={css.bar} width={reviewed} height="6" />}
          </svg>
          <span className={css.value}>{valueText}</span>
        </>
      )}
    </ProgressBar>
  );
}
