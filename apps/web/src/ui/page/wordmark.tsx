import icon from '../icon.svg';
import css from './wordmark.module.css';

export function Wordmark() {
  return (
    <span className={css.wordmark}>
      <img src={icon} alt="" width="26" height="26" />
      Parlance
    </span>
  );
}
