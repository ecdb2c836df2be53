import '../../i18n/parts/dashboard.ts';
import type { Organization } from '@parlance/contracts';
import { useInfiniteQuery, useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { localesOfMembership, mayDoAnywhere } from '../../lib/person/anywhere.ts';
import { mayDo, membershipIn } from '../../lib/person/role.ts';
import { queuesQuery } from '../../lib/queue.queries.ts';
import { buttonClass } from '../../ui/button.tsx';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { useModule } from '../../ui/hooks/use-module.ts';
import { Empty, Page, PageSkeleton } from '../../ui/page/page.tsx';
import { Activity } from './activity.tsx';
import { DashboardAttention } from './attention/dashboard-attention.tsx';
import css from './dashboard.module.css';
import { useMyLanguages } from './my-languages.queries.ts';
import { MyLanguages } from './my-languages.tsx';
import { projectsProgressQuery, usageSummaryQuery } from './progress.queries.ts';
import { ProjectCard } from './project-card.tsx';
import { projectsQuery } from './projects.queries.ts';
import { UsageFigures } from './usage-figures.tsx';

/** Loads the search on demand, because few organizations have so many projects that they need a search. */
const loadFinder = () => import('./find-project.tsx');

export function DashboardPage({
  organization,
  queue,
  denial,
}: {
  organization: Organization;
  /** The work that waits for the user. */
  queue: ReactNode;
  /** Reason why the user's role may not create projects. Null if it may. */
  denial: ReactNode;
}) {
  const { t } = useTranslation();
  const mine = useMyLanguages(localesOfMembership(organization));
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(
    projectsQuery(organization.id),
  );
  const progress = useInfiniteQuery(projectsProgressQuery(organization.id));
  const isQueueShown = mayDoAnywhere(organization, 'propose');
  const waiting = useInfiniteQuery({ ...queuesQuery(organization.id), enabled: isQueueShown });
  const usage = useQuery({
    ...usageSummaryQuery(organization.id),
    enabled: mayDo(organization.role, 'usage:read'),
  });
  const points = new Map(
    progress.data?.pages.flatMap((page) => page.data).map((one) => [one.projectId, one.points]),
  );
  const finder = useModule(loadFinder, hasNextPage);
  const projects = data.pages.flatMap((page) => page.data);
  const mayWrite = denial === null;
  const create = (
    <Link to="/o/$org/projects/new" params={{ org: organization.slug }} className={buttonClass()}>
      {t('projects.new')}
    </Link>
  );
  if (projects.length === 0) {
    return (
      <Page title={t('projects.title')}>
        <Empty
          text={t(mayWrite ? 'projects.empty' : 'projects.none')}
          action={mayWrite && create}
        />
        {denial}
      </Page>
    );
  }
  // This data is shown above the projects, which would move if it arrived later.
  if (waiting.isLoading || usage.isLoading) return <PageSkeleton title={t('projects.title')} />;
  return (
    <Page title={t('projects.title')} actions={mayWrite && create}>
      {isQueueShown && queue}
      <DashboardAttention organization={organization} projects={projects} />
      <MyLanguages org={organization.slug} projects={projects} {...mine} />
      {finder && <finder.FindProject organizationId={organization.id} org={organization.slug} />}
      <ul className={css.cards}>
        {projects.map((project) => (
          <ProjectCard
            key={project.id}
            org={organization.slug}
            project={project}
            points={points.get(project.id)}
            mayTranslate={mayDo(membershipIn(organization, project.id).role, 'translate')}
            mayWrite={mayDo(membershipIn(organization, project.id).role, 'content')}
          />
        ))}
      </ul>
      <MoreButton
        list={{
          hasNextPage,
          isFetchingNextPage,
          fetchNextPage: () => Promise.all([fetchNextPage(), progress.fetchNextPage()]),
        }}
        text={t('more')}
      />
      {mayDo(organization.role, 'usage:read') && <UsageFigures organization={organization} />}
      <Activity organization={organization} />
    </Page>
  );
}
