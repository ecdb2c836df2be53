import '../../i18n/settings.ts';
import type { Environment, LocaleCounts, Project } from '@parlance/contracts';
import { type CheckCode, levelOf } from '@parlance/messages';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isUnreleased } from './attention.ts';
import { type Attention, AttentionList } from './attention-list.tsx';
import { lastEventsQuery, stateCountsQuery } from './progress.queries.ts';

const STATES = ['outdated', 'needsReview', 'missing'] as const;
const QUERIES = { outdated: 'outdated', needsReview: 'needs-review', missing: 'missing' } as const;

/** Work in a project before its next release. */
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
  if (!counts || !last) return null;
  const own = counts.filter(({ locale }) => locales.includes(locale));
  const items: Attention[] = [];
  if (last.job && last.job.progress.failed > 0) {
    items.push({
      key: 'failedJob',
      link: (
        <Link
          from="/o/$org/p/$project"
          to="/o/$org/p/$project/jobs/$jobId"
          params={{ jobId: last.job.id }}
        >
          {t('attention.failedJob', { value: last.job.progress.failed })}
        </Link>
      ),
    });
  }
  const inEditor = (key: string, q: string, of: readonly LocaleCounts[], text: string): void => {
    const search = { q, ...(of.length > 0 && { l: of.map(({ locale }) => locale).join() }) };
    items.push({
      key,
      link: (
        <Link from="/o/$org/p/$project" to="/o/$org/p/$project/editor" search={search}>
          {text}
        </Link>
      ),
    });
  };
  for (const [code, value] of errorsOf(own, project)) {
    const check = t(`settings.checks.${code}`);
    const of = own.filter(({ checks }) => checks[code]);
    inEditor(code, `check:${code}`, of, t('attention.errors', { check, value }));
  }
  for (const state of STATES) {
    const of = own.filter((one) => one[state] > 0);
    const value = of.reduce((sum, one) => sum + one[state], 0);
    if (value > 0) inEditor(state, `is:${QUERIES[state]}`, of, t(`attention.${state}`, { value }));
  }
  for (const { id: key, name, slug, latestRelease } of mayPublish ? environments : []) {
    if (!isUnreleased(last.change?.at ?? null, latestRelease?.createdAt ?? null)) continue;
    items.push({
      key,
      of: name,
      link: (
        <Link
          from="/o/$org/p/$project"
          to="/o/$org/p/$project/environments/$env/publish"
          params={{ env: slug }}
        >
          {t('attention.unreleased')}
        </Link>
      ),
    });
  }
  return <AttentionList items={items} />;
}

/** Numbers of findings that can block a release, by the code of the check. */
function errorsOf(
  counts: readonly LocaleCounts[],
  { settings: { checks: levels } }: Project,
): Map<CheckCode, number> {
  const errors = new Map<CheckCode, number>();
  for (const { checks } of counts) {
    for (const [name, count] of Object.entries(checks)) {
      const code = name as CheckCode;
      if (levelOf(code, levels) === 'error') errors.set(code, (errors.get(code) ?? 0) + count);
    }
  }
  return errors;
}
