import { useSuspenseQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Page, Section } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import css from './overview.module.css';
import { environmentsQuery, localesQuery, projectQuery } from './projects.queries.ts';

export interface ProjectPageProps {
  organizationId: string;
  projectId: string;
}

export function OverviewPage({ organizationId, projectId }: ProjectPageProps) {
  const { t } = useTranslation();
  const [{ data: project }, { data: locales }, { data: environments }] = useSuspenseQueries({
    queries: [
      projectQuery(organizationId, projectId),
      localesQuery(organizationId, projectId),
      environmentsQuery(organizationId, projectId),
    ],
  });
  return (
    <Page title={project.name}>
      <Section title={t('overview.progress')}>
        <ul className={css.locales}>
          {locales
            .filter(({ enabled }) => enabled)
            .map(({ code, name, counts }) => {
              const { translated, needsReview, missing } = counts;
              const total = translated + needsReview + missing;
              return (
                <li key={code}>
                  <Progress
                    label={`${name} (${code})`}
                    // Rounded down, so that 100 % means that nothing is missing.
                    value={total === 0 ? 0 : Math.floor((100 * (translated + needsReview)) / total)}
                  />
                  <p className={css.counts}>
                    <bdi>{t('overview.counts', { translated, needsReview, missing })}</bdi>
                  </p>
                </li>
              );
            })}
        </ul>
      </Section>
      <Section title={t('overview.environments')}>
        <ul className={css.list}>
          {environments.map(({ id, name, slug }) => (
            <li key={id}>
              <strong dir="auto">{name}</strong> <code>{slug}</code>
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  );
}
