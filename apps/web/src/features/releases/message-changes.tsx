import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { codeName } from '../../lib/locale/code-name.ts';
import entries from '../../ui/display/entries.module.css';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { WordDiff } from '../../ui/display/word-diff.tsx';
import css from './releases.module.css';
import type { messageChangesQuery } from './releases.queries.ts';

/** The messages that differ between two releases, page by page. */
export function MessageChanges({
  list,
  locale,
  fallbackLocale,
}: {
  list: ReturnType<typeof messageChangesQuery>;
  locale: string;
  /** Locale whose texts replace missing texts. */
  fallbackLocale: string | null;
}) {
  const { t, i18n } = useTranslation();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(list);
  const changes = data.pages.flatMap((page) => page.changes);
  if (changes.length === 0) return <p className={entries.note}>{t('releases.noChanges')}</p>;
  return (
    <>
      <ul className={css.changes}>
        {changes.map(({ key, change, before, after, fallback = false }) => {
          const of = fallback ? (fallbackLocale ?? locale) : locale;
          return (
            <li key={key} className={css.change}>
              <p className={entries.head}>
                <code dir="auto">{key}</code>
                <span className={entries.note}>
                  {t(fallback ? 'releases.fallbackFor' : `releases.kinds.${change}`, {
                    locale: codeName(of),
                  })}
                </span>
              </p>
              <WordDiff before={before ?? ''} after={after ?? ''} locale={of} dir={i18n.dir(of)} />
            </li>
          );
        })}
      </ul>
      <MoreButton list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} text={t('more')} />
    </>
  );
}
