import type { PendingRelease } from '@parlance/contracts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeLabel } from '../../lib/locale/code-name.ts';
import entries from '../../ui/display/entries.module.css';
import { LocaleFill } from './locale-fill.tsx';
import { MessageChanges } from './message-changes.tsx';
import css from './releases.module.css';
import type { messageChangesQuery } from './releases.queries.ts';

/** The changes in a locale, collapsed, and read when opened. */
export function LocaleChanges({
  locale,
  isOpen,
  fallbackLocale,
  list,
}: {
  locale: PendingRelease['locales'][number];
  isOpen: boolean;
  /** Locale whose texts replace missing texts. Null if such texts are not marked. */
  fallbackLocale: string | null;
  list: ReturnType<typeof messageChangesQuery>;
}) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(isOpen);
  const kinds = (['added', 'changed', 'removed'] as const).filter((kind) => locale[kind] > 0);
  return (
    <details open={isShown} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary className={css.locale}>
        <strong>
          <bdi>{codeLabel(locale.code)}</bdi>
        </strong>{' '}
        <span className={entries.note}>
          {locale.ends && `${t('releases.ends')} `}
          {kinds.length === 0
            ? `${t(locale.kept ? 'releases.kept' : 'releases.noChanges')} `
            : kinds
                .map((kind) => `${t(`releases.tally.${kind}`, { value: locale[kind] })} · `)
                .join('')}
        </span>
        <LocaleFill locale={locale} />
      </summary>
      {isShown && (
        <Suspense fallback={<p role="status">{t('releases.loading')}</p>}>
          <MessageChanges locale={locale.code} fallbackLocale={fallbackLocale} list={list} />
        </Suspense>
      )}
    </details>
  );
}
