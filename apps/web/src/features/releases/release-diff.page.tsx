import '../../i18n/parts/project.ts';
import type { Release } from '@parlance/contracts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { codeName } from '../../lib/locale/code-name.ts';
import { Page, Section } from '../../ui/page/page.tsx';
import tabs from '../../ui/page/tab-links.module.css';
import { inOrder } from './locale-fill.tsx';
import { MessageChanges } from './message-changes.tsx';
import { messageChangesQuery } from './releases.queries.ts';

/** The changes of a release, locale by locale. */
export function ReleaseDiffPage({
  organizationId,
  projectId,
  release,
  sourceLocale,
  locale: wanted,
  against,
}: {
  organizationId: string;
  projectId: string;
  release: Release;
  /** Tag of the source locale. */
  sourceLocale: string;
  /** Locale whose changes are shown. Defaults to the first one. */
  locale: string | undefined;
  against: string | undefined;
}) {
  const { t } = useTranslation();
  const locales = inOrder(release.locales, sourceLocale);
  const locale = wanted ?? locales[0]?.code ?? '';
  return (
    <Page title={t('releases.diffTitle', { version: release.version })}>
      <Section title={t('releases.changes')}>
        <nav className={tabs.tabs} aria-label={t('releases.locales')}>
          {locales.map(({ code }) => (
            <Link
              key={code}
              from="/o/$org/p/$project/releases/$releaseId/diff"
              to="."
              search={{ locale: code, ...(against !== undefined && { against }) }}
              replace
              aria-current={code === locale ? 'page' : undefined}
            >
              <bdi>{codeName(code)}</bdi>
            </Link>
          ))}
        </nav>
        <MessageChanges
          fallbackLocale={null}
          key={locale}
          locale={locale}
          list={messageChangesQuery(organizationId, projectId, {
            locale,
            releaseId: release.id,
            against,
          })}
        />
      </Section>
    </Page>
  );
}
