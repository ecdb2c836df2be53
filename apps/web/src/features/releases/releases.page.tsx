import type { Environment } from '@parlance/contracts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../ui/button.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { ReleaseList } from './release-list.tsx';
import css from './releases.module.css';
import { Snippets } from './snippets.tsx';

export interface ReleasesPageProps {
  org: string;
  organizationId: string;
  projectId: string;
  environments: readonly Environment[];
}

/** The environments of a project, each with its releases and how apps read them. */
export function ReleasesPage({ org, organizationId, projectId, environments }: ReleasesPageProps) {
  const { t } = useTranslation();
  return (
    <Page title={t('releases.title')}>
      {environments.map((environment) => {
        const { id, name, latestRelease } = environment;
        return (
          <Section key={id} title={name}>
            <div className={css.head}>
              <p className={css.live}>
                {latestRelease
                  ? t('releases.live', { version: latestRelease.version })
                  : t('releases.none')}
              </p>
              <Link
                to="/o/$org/p/$project/environments/$environment/publish"
                params={{ org, project: projectId, environment: id }}
                className={buttonClass()}
              >
                {t('releases.publishTo', { name })}
              </Link>
            </div>
            {latestRelease && (
              <>
                <ReleaseList {...{ organizationId, projectId, environment, environments }} />
                <Snippets projectId={projectId} environment={environment.slug} />
              </>
            )}
          </Section>
        );
      })}
    </Page>
  );
}
