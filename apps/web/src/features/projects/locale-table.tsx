import type { Locale, LocaleCounts } from '@parlance/contracts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { tonesOfCounts } from '../../lib/locale/tones-of.ts';
import entries from '../../ui/display/entries.module.css';
import { Progress } from '../../ui/display/progress.tsx';
import { ScrollTable } from '../../ui/display/scroll-table.tsx';
import table from '../../ui/display/table.module.css';
import { useIsNarrow } from '../../ui/hooks/use-narrow.ts';
import css from './dashboard.module.css';

/**
 * The locales of a project, each with its progress and links to its texts by state. A narrow screen
 * shows only the texts that need work, and the progress below the name.
 */
export function LocaleTable({
  locales,
  counts,
}: {
  locales: readonly Locale[];
  counts: readonly LocaleCounts[] | undefined;
}) {
  const { t } = useTranslation();
  const isNarrow = useIsNarrow();
  const figures = isNarrow ? FIGURES.slice(2) : FIGURES;
  return (
    <ScrollTable label={t('overview.progress')}>
      <thead>
        <tr>
          <th scope="col">{t('locales.code')}</th>
          {!isNarrow && (
            <th scope="col" className={table.text}>
              {t('locales.progress')}
            </th>
          )}
          {figures.map(({ state }) => (
            <th key={state} scope="col">
              {t(`overview.states.${state}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {locales.map((locale) => (
          <LocaleRow
            key={locale.code}
            locale={locale}
            counts={counts?.find((localeCounts) => localeCounts.locale === locale.code)}
            figures={figures}
            isNarrow={isNarrow}
          />
        ))}
      </tbody>
    </ScrollTable>
  );
}

/** The last two figures count texts that need work. */
const FIGURES = [
  { state: 'reviewed', text: 'overview.reviewed', q: 'is:reviewed' },
  { state: 'translated', text: 'overview.translated', q: 'is:translated' },
  { state: 'needsReview', text: 'overview.needsReview', q: 'is:needs-review' },
  { state: 'missing', text: 'overview.missing', q: 'is:missing' },
] as const;

function LocaleRow({
  locale: { code, name, isSource },
  counts,
  figures,
  isNarrow,
}: {
  locale: Locale;
  /** Counts of the locale. Undefined until they are loaded. */
  counts: LocaleCounts | undefined;
  figures: readonly (typeof FIGURES)[number][];
  isNarrow: boolean;
}) {
  const { t } = useTranslation();
  const tones = counts && tonesOfCounts(counts);
  const bar = tones && (
    <Progress
      label={`${name} (${code})`}
      isLabelHidden
      {...(isSource ? { value: tones.value } : tones)}
    />
  );
  return (
    <tr>
      <th scope="row">
        {isSource ? (
          <>
            <bdi>{name}</bdi> <span className={entries.note}>{t('locales.source')}</span>
          </>
        ) : (
          <Link from="/o/$org/p/$project" to="/o/$org/p/$project/editor" search={{ l: code }}>
            <bdi>{name}</bdi>
          </Link>
        )}{' '}
        <code dir="ltr">{code}</code>
        {isNarrow && bar}
      </th>
      {!isNarrow && <td className={css.bar}>{bar}</td>}
      {figures.map(({ state, text, q }) => {
        const count = counts?.[state];
        if (count === undefined) return <td key={state} />;
        const shown = t('overview.number', { value: count });
        return (
          <td key={state}>
            {isSource || count === 0 ? (
              <span className={count === 0 ? entries.note : undefined}>{shown}</span>
            ) : (
              <Link
                from="/o/$org/p/$project"
                to="/o/$org/p/$project/editor"
                search={{ l: code, q }}
                aria-label={t(text, { count })}
              >
                {shown}
              </Link>
            )}
          </td>
        );
      })}
    </tr>
  );
}
