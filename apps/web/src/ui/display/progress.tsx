import { ProgressBar } from 'react-aria-components';
import css from './progress.module.css';

/**
 * A bar from 0 to 100 percent, between its label and its figure. With `reviewed`, the reviewed part has a different
 * tone.
 */
export function Progress({
  label,
  isLabelHidden = false,
  value,
  reviewed,
  text,
}: {
  label: string;
  /** True if the content beside the bar already contains the label. */
  isLabelHidden?: boolean;
  value: number;
  /** Reviewed share in percent, at most `value`. */
  reviewed?: number;
  /** Text with both figures. */
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
