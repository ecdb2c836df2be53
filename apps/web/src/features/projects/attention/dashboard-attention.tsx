import type { DashboardProject, Organization, Role } from '@parlance/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mayDo, membershipIn } from '../../../lib/person/role.ts';
import { usageSummaryQuery } from '../progress.queries.ts';
import { lowCredits, type ProjectWork, workOf } from './attention.ts';
import { type Attention, AttentionList } from './attention-list.tsx';

const isOf = (role: Role | null, work: ProjectWork): boolean => {
  return mayDo(role, work === 'failedJob' ? 'translate:write' : 'release');
};

/** Lists what needs attention in an organization, apart from single texts. Renders nothing if there is nothing. */
export function DashboardAttention({
  organization,
  projects,
}: {
  organization: Organization;
  projects: readonly DashboardProject[];
}) {
  const { t } = useTranslation();
  const { id, slug, role } = organization;
  const { data: usage } = useQuery({
    ...usageSummaryQuery(id),
    enabled: mayDo(role, 'usage:read'),
  });
  const low = usage && lowCredits(usage);
  const items: Attention[] = workOf(projects)
    .filter(({ project, work }) => isOf(membershipIn(organization, project.id).role, work))
    .map(({ project, work, count }) => ({
      key: `${work} ${project.id}`,
      of: project.name,
      link: (
        <WorkLink
          org={slug}
          project={project}
          work={work}
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
  return items.length > 0 && <AttentionList items={items} />;
}

function WorkLink({
  org,
  project: { id: project, lastJob },
  work,
  text,
}: {
  org: string;
  project: DashboardProject;
  work: ProjectWork;
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
  return (
    <Link to="/o/$org/p/$project/releases" params={params}>
      {text}
    </Link>
  );
}
