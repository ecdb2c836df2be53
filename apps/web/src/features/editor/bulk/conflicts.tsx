import type { BulkConflict, Locale, Row } from '@parlance/sdk';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { WordDiff } from '../../../ui/display/word-diff.tsx';
import css from './bulk.module.css';
import { shownTexts } from './read-rows.ts';

/** Values that a bulk change leaves unchanged, with their changes since the user read them. */
export function Conflicts({
  conflicts,
  shown,
  source,
  onDecide,
}: {
  conflicts: readonly BulkConflict[];
  /** The rows as the user has read them. */
  shown: readonly Row[];
  source: Locale;
  /** Called when the user includes a value with its current content. */
  onDecide(conflict: BulkConflict): void;
}) {
  const { t, i18n } = useTranslation();
  return (
    <ul className={css.changes} aria-label={t('bulk.changedSince')}>
      {conflicts.map((conflict) => {
        const { keyId, key, locale, current, currentSource } = conflict;
        const before = shownTexts(shown, conflict);
        return (
          <li key={`${keyId} ${locale}`} className={css.change}>
            <div>
              <p className={css.key}>
                <code dir="auto">{key}</code>
                <span>{locale}</span>
              </p>
              <p>
                <WordDiff
                  before={before.source}
                  after={currentSource?.text ?? ''}
                  locale={source.code}
                  dir={source.direction}
                />
              </p>
              <p>
                <WordDiff
                  before={before.value}
                  after={current?.text ?? ''}
                  locale={locale}
                  dir={i18n.dir(locale)}
                />
              </p>
            </div>
            <Button
              kind="quiet"
              aria-label={t('bulk.decideNamed', { key, locale })}
              onPress={() => onDecide(conflict)}
            >
              {t('bulk.decide')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
