import { ProgressBar } from 'react-aria-components';
import css from './progress.module.css';

/** A bar from 0 to 100 percent with its label before and its figure after it. */
export function Progress({ label, value }: { label: string; value: number }) {
  return (
    <ProgressBar value={value} aria-label={label} className={css.row}>
      {({ percentage = 0, valueText }) => (
        <>
          <span className={css.label} dir="auto">
            {label}
          </span>
          <svg
            className={css.track}
            viewBox="0 0 100 6"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <rect className={css.bar} width={percentage} height="6" />
          </svg>
          <span className={css.value}>{valueText}</span>
        </>
      )}
    </ProgressBar>
  );
}
