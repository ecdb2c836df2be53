import { useTranslation } from 'react-i18next';
import css from './grid.module.css';

/** Buttons for the parts of a list that exceeds a browser's maximum height. */
export function GridParts({
  total,
  part,
  perPart,
  onPart,
}: {
  total: number;
  /** Index of the displayed part. */
  part: number;
  /** Number of rows in a part. */
  perPart: number;
  /** Called with the first row of a part. */
  onPart(row: number): void;
}) {
  const { t, i18n } = useTranslation();
  const parts = Math.ceil(total / perPart);
  if (parts <= 1) return null;
  return (
    <nav className={css.parts} aria-label={t('editor.parts')}>
      {Array.from({ length: parts }, (_, index) => {
        const [start, end] = [index * perPart + 1, Math.min(total, (index + 1) * perPart)];
        return (
          <button
            type="button"
            key={start}
            aria-current={index === part}
            onClick={() => onPart(start - 1)}
          >
            {[start, end].map((row) => row.toLocaleString(i18n.language)).join('–')}
          </button>
        );
      })}
    </nav>
  );
}
