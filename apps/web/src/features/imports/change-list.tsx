import type { ImportChange } from '@parlance/contracts';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { codeLabel } from '../../lib/locale/code-name.ts';
import { Button } from '../../ui/button.tsx';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { WordDiff } from '../../ui/display/word-diff.tsx';
import { type Decisions, type Take, takeOf } from './decisions.ts';
import type { importChangesQuery } from './imports.queries.ts';
import css from './staged-import.module.css';

const TAKES = ['file', 'project'] as const;

/** The changes of one kind, page by page, each with its decision. */
export function ChangeList({
  list,
  decisions,
  onDecideAll,
  onDecide,
}: {
  list: ReturnType<typeof importChangesQuery>;
  decisions: Decisions;
  onDecideAll(take: Take): void;
  onDecide(change: ImportChange, take: Take): void;
}) {
  const { t, i18n } = useTranslation();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(list);
  const changes = data.pages.flatMap((page) => page.data);
  const isDecidable = changes.some(({ kind }) => kind !== 'same');
  return (
    <>
      {isDecidable && (
        <div className={css.actions}>
          <Button kind="secondary" onPress={() => onDecideAll('file')}>
            {t('imports.takeAll')}
          </Button>
          <Button kind="secondary" onPress={() => onDecideAll('project')}>
            {t('imports.keepAll')}
          </Button>
        </div>
      )}
      {changes.length === 0 && !hasNextPage && <p className={css.note}>{t('imports.noMatch')}</p>}
      <ul className={css.changes}>
        {changes.map((change) => {
          const { key, locale, kind, before, after } = change;
          const take = takeOf(decisions, change);
          return (
            <li key={`${key} ${locale}`} className={css.change}>
              <div className={css.text}>
                <p className={css.key}>
                  <code dir="auto">{key}</code>
                  {locale !== null && <span className={css.locale}>{codeLabel(locale)}</span>}
                </p>
                <p data-take={take}>
                  <WordDiff
                    before={before ?? ''}
                    after={kind === 'archived' ? '' : (after ?? '')}
                    locale={locale ?? 'und'}
                    dir={i18n.dir(locale ?? 'en')}
                  />
                </p>
              </div>
              {kind !== 'same' && (
                // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend for each row.
                <div role="group" aria-label={t('imports.decision', { key })} className={css.takes}>
                  {TAKES.map((one) => (
                    <button
                      key={one}
                      type="button"
                      aria-pressed={take === one}
                      onClick={() => onDecide(change, one)}
                    >
                      {t(`imports.take.${one}`)}
                    </button>
                  ))}
                </div>
              )}
            </li>
          );
        })}
      </ul>
      <MoreButton list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} text={t('more')} />
    </>
  );
}
