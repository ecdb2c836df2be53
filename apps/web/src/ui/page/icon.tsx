import css from './icon.module.css';
import { ICONS, type IconName } from './icons.ts';

/** An icon beside a word with the same meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={css.icon}>
      <path d={ICONS[name]} />
    </svg>
  );
}
