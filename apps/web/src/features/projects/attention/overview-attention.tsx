import '../../../i18n/parts/settings.ts';
import type { Environment, LocaleCounts, Project } from '@parlance/contracts';
import { type CheckCode, levelOf } from '@parlance/messages';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { lastEventsQuery, openWorkQuery, stateCountsQuery } from '../progress.queries.ts';
import { isUnreleased } from './attention.ts';
import { type Attention, AttentionList } from './attention-list.tsx';

const STATES = ['outdated', 'needsReview', 'missing'] as const;
const QUERIES = { outdated: 'outdated', needsReview: 'needs-review', missing: 'missing' } as const;

/** The work in a project before its next release. */
export function OverviewAttention({
  project,
  locales,
  environments,
  mayPublish,
}: {
  project: Project;
  /** Enabled target locales. */
  locales: readonly string[];
  environments: readonly Environment[];
  mayPublish: boolean;
}) {
  const { t } = useTranslation();
  const { id, organizationId } = project;
  const { data: counts } = useQuery(stateCountsQuery(organizationId, id));
  const { data: last } = useQuery(lastEventsQuery(organizationId, id));
  const { data: open = [] } = useQuery(openWorkQuery(organizationId, id));
  const questions = open.reduce((sum, one) => sum + one.questions, 0);
  if (!counts || !last) return <AttentionList items={null} />;
  const { job, change } = last;
  const ownCounts = counts.filter(({ locale }) => locales.includes(locale));
  const errors = errorsOf(ownCounts, project).map(({ code, value, of }) =>
    inEditor(
      code,
      `check:${code}`,
      of,
      t('attention.errors', { check: t(`settings.checks.${code}`), value }),
    ),
  );
  const states = STATES.flatMap((state) => {
    const of = ownCounts.filter((one) => one[state] > 0);
    const value = of.reduce((sum, one) => sum + one[state], 0);
    const text = t(`attention.${state}`, { value });
    return value > 0 ? inEditor(state, `is:${QUERIES[state]}`, of, text) : [];
  });
  const unreleased = environments.filter(({ latestRelease }) =>
    isUnreleased(change?.at ?? null, latestRelease?.createdAt ?? null),
  );
  return (
    <AttentionList
      items={[
        ...(job && job.progress.failed > 0
          ? [failedJob(job.id, t('attention.failedJob', { value: job.progress.failed }))]
          : []),
        ...(questions > 0 ? [openQuestions(t('attention.questions', { value: questions }))] : []),
        ...errors,
        ...states,
        ...(mayPublish ? unreleased : []).map((one) => toRelease(one, t('attention.unreleased'))),
      ]}
    />
  );
}

const failedJob = (jobId: string, text: string): Attention => ({
  key: 'failedJob',
  link: (
    <Link from="/o/$org/p/$project" to="/o/$org/p/$project/jobs/$jobId" params={{ jobId }}>
      {text}
    </Link>
  ),
});

const openQuestions = (text: string): Attention => ({
  key: 'questions',
  link: (
    <Link from="/o/$org/p/$project" to="/o/$org/p/$project/questions">
      {text}
    </Link>
  ),
});

/** Returns an entry that links to the editor, with a query for the work in some locales. */
const inEditor = (
  key: string,
  q: string,
  of: readonly LocaleCounts[],
  text: string,
): Attention => ({
  key,
  link: (
    <Link
      from="/o/$org/p/$project"
      to="/o/$org/p/$project/editor"
      search={{ q, l: of.map(({ locale }) => locale).join() }}
    >
      {text}
    </Link>
  ),
});

const toRelease = ({ id, name, slug }: Environment, text: string): Attention => ({
  key: id,
  of: name,
  link: (
    <Link
      from="/o/$org/p/$project"
      to="/o/$org/p/$project/environments/$env/publish"
      params={{ env: slug }}
    >
      {text}
    </Link>
  ),
});

/** Returns findings that can block a release: the check, the number, and the locales. */
function errorsOf(
  counts: readonly LocaleCounts[],
  { settings: { checks: levels } }: Project,
): { code: CheckCode; value: number; of: LocaleCounts[] }[] {
  const codes = new Set(counts.flatMap(({ checks }) => Object.keys(checks) as CheckCode[]));
  return [...codes]
    .filter((code) => levelOf(code, levels) === 'error')
    .map((code) => {
      const of = counts.filter(({ checks }) => checks[code]);
      return { code, value: of.reduce((sum, { checks }) => sum + (checks[code] ?? 0), 0), of };
    });
}
