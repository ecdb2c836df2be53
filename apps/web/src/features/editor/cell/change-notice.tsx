import '../../../i18n/parts/drafts.ts';
import { useTranslation } from 'react-i18next';
import { WordDiff } from '../../../ui/display/word-diff.tsx';
import type { Base } from '../drafts/save-value.ts';
import css from './field/text-field.module.css';
import type { OpenCell } from './open-cell.ts';

/** Shows the changes that another person has made to a text since it was opened, if any. */
export function ChangeNotice({ cell, base }: { cell: OpenCell; base: Base }) {
  const { t } = useTranslation();
  const { value, locale, dir } = cell;
  if (value === null) {
    return base.version === 0 ? null : (
      <p role="status" className={css.change}>
        {t('cell.live.deleted')}
      </p>
    );
  }
  if (value.changedBy === undefined || value.version <= base.version) return null;
  return (
    <div role="status" className={css.change}>
      <p dir="auto">
        {t(value.text === base.text ? 'cell.live.state' : 'cell.live.changed', {
          name: value.changedBy,
        })}
      </p>
      {value.text !== base.text && (
        <p>
          <WordDiff before={base.text} after={value.text} side="after" locale={locale} dir={dir} />
        </p>
      )}
    </div>
  );
}
