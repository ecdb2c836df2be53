import css from './icon.module.css';
import { ICONS, type IconName } from './icons.ts';

/** A picture beside a word that says the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={css.icon}>
      <path d={ICONS[name]} />
    </svg>
  );
}
