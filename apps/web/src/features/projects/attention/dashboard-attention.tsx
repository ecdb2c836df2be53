import type { DashboardProject, Organization, Role } from '@parlance/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mayDoAnywhere } from '../../../lib/person/anywhere.ts';
import { mayDo, membershipIn } from '../../../lib/person/role.ts';
import { inLanguages, targetsIn } from '../my-work.ts';
import { usageSummaryQuery } from '../progress.queries.ts';
import { lowCredits, type ProjectWork, workOf } from './attention.ts';
import { type Attention, AttentionList } from './attention-list.tsx';

const isOf = (role: Role | null, work: ProjectWork): boolean => {
  if (work === 'failedJob') return mayDo(role, 'translate:write');
  return mayDo(role, work === 'unreleased' ? 'release' : 'translate');
};

/** The work that the user can do next in an organization. Renders nothing for a role that may only read. */
export function DashboardAttention({
  organization,
  projects,
  languages,
}: {
  organization: Organization;
  projects: readonly DashboardProject[];
  /** The languages of the user. Empty for all of them. */
  languages: readonly string[];
}) {
  const { t } = useTranslation();
  const { id, slug, role } = organization;
  const { data: usage } = useQuery({
    ...usageSummaryQuery(id),
    enabled: mayDo(role, 'usage:read'),
  });
  if (!mayDoAnywhere(organization, 'translate')) return null;
  const low = usage && lowCredits(usage);
  const items: Attention[] = workOf(projects.map((project) => inLanguages(project, languages)))
    .filter(({ project, work }) => isOf(membershipIn(organization, project.id).role, work))
    .map(({ project, work, count }) => ({
      key: `${work} ${project.id}`,
      of: project.name,
      link: (
        <WorkLink
          org={slug}
          project={project}
          work={work}
          locales={targetsIn(project, languages)}
          text={t(`attention.${work}`, { value: count })}
        />
      ),
    }));
  if (low) {
    items.unshift({
      key: 'credits',
      link: (
        <Link to="/o/$org/usage" params={{ org: slug }}>
          {t('attention.credits', { value: low.left, all: low.all })}
        </Link>
      ),
    });
  }
  return <AttentionList title={t('dashboard.queue')} items={items} />;
}

function WorkLink({
  org,
  project: { id: project, lastJob },
  work,
  locales,
  text,
}: {
  org: string;
  project: DashboardProject;
  work: ProjectWork;
  /** Codes of the locales with the work. Empty for all. */
  locales: readonly string[];
  text: string;
}) {
  const params = { org, project };
  if (work === 'failedJob' && lastJob) {
    return (
      <Link to="/o/$org/p/$project/jobs/$jobId" params={{ ...params, jobId: lastJob.id }}>
        {text}
      </Link>
    );
  }
  if (work === 'unreleased' || work === 'needsReview') {
    const page = work === 'unreleased' ? 'releases' : 'review';
    return (
      <Link to={`/o/$org/p/$project/${page}`} params={params}>
        {text}
      </Link>
    );
  }
  return (
    <Link
      to="/o/$org/p/$project/editor"
      params={params}
      search={{ q: `is:${work}`, ...(locales.length > 0 && { l: locales.join() }) }}
    >
      {text}
    </Link>
  );
}
