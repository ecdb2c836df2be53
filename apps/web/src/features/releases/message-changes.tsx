import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MoreButton } from '../../ui/more-button.tsx';
import { WordDiff } from '../../ui/word-diff.tsx';
import css from './releases.module.css';
import type { messageChangesQuery } from './releases.queries.ts';

/** Messages that differ between two releases, page by page. */
export function MessageChanges({
  list,
  locale,
}: {
  list: ReturnType<typeof messageChangesQuery>;
  locale: string;
}) {
  const { t, i18n } = useTranslation();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(list);
  const changes = data.pages.flatMap((page) => page.changes);
  if (changes.length === 0) return <p className={css.note}>{t('releases.noChanges')}</p>;
  return (
    <>
      <ul className={css.changes}>
        {changes.map(({ key, change, before, after }) => (
          <li key={key} className={css.change}>
            <p className={css.head}>
              <code dir="auto">{key}</code>
              <span className={css.note}>{t(`releases.kinds.${change}`)}</span>
            </p>
            <WordDiff
              before={before ?? ''}
              after={after ?? ''}
              locale={locale}
              dir={i18n.dir(locale)}
            />
          </li>
        ))}
      </ul>
      <MoreButton list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} text={t('more')} />
    </>
  );
}
