import '../../i18n/parts/settings.ts';
import type { ReleaseChecks } from '@parlance/contracts';
import type { CheckCode } from '@parlance/messages';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import entries from '../../ui/display/entries.module.css';
import FindingWords from '../../ui/notice/finding-words.tsx';
import css from './releases.module.css';

/** The findings of a release by code, each with a link to its strings. */
export function CheckSummary({ checks }: { checks: ReleaseChecks }) {
  const { t } = useTranslation();
  const codes = Object.entries(checks.byCode);
  if (codes.length === 0) return <p className={entries.note}>{t('releases.noFindings')}</p>;
  return (
    <>
      <p>
        {t('releases.errors', { count: checks.errors })} ·{' '}
        {t('releases.warnings', { count: checks.warnings })}
      </p>
      <ul className={css.codes}>
        {codes.map(([code, count]) => {
          const finding = checks.findings.find((finding) => finding.code === code);
          return (
            <li key={code}>
              <Link
                from="/o/$org/p/$project"
                to="/o/$org/p/$project/editor"
                search={{ q: `check:${code}`, ...(finding && { l: finding.locale }) }}
              >
                {t('releases.findings', { code: t(`settings.checks.${code as CheckCode}`), count })}
              </Link>
              {finding && (
                <span className={entries.note}>
                  <FindingWords finding={finding} />
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
