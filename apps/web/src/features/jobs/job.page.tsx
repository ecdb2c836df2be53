import '../../i18n/parts/problems.ts';
import '../../i18n/parts/project.ts';
import type { TranslationJob } from '@parlance/contracts';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { codeLabel, codeName } from '../../lib/locale/code-name.ts';
import { actorName } from '../../lib/words/actor-name.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Progress } from '../../ui/display/progress.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Page, Section } from '../../ui/page/page.tsx';
import { Fault } from './fault.tsx';
import { JobFailures } from './job-failures.tsx';
import { JobStatusBadge } from './job-status-badge.tsx';
import css from './jobs.module.css';
import { cancelJob, isRunning, jobQuery } from './jobs.queries.ts';
import { percentOf, rateOf } from './progress.ts';

/** One translation job: its progress while it runs, and its failures. */
export function JobPage({
  organizationId,
  projectId,
  jobId,
  mayTranslate,
}: {
  organizationId: string;
  projectId: string;
  jobId: string;
  /** False for a role that may not start or cancel jobs. */
  mayTranslate: boolean;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const query = jobQuery(organizationId, projectId, jobId);
  const { data: job, dataUpdatedAt, error } = useSuspenseQuery(query);
  const cancel = useMutation({
    mutationFn: () => cancelJob(organizationId, jobId),
    onSuccess: (cancelled) => queries.setQueryData(query.queryKey, cancelled),
    onError: () => queries.invalidateQueries({ queryKey: query.queryKey }),
  });
  const { progress, usage, targetLocales } = job;
  const isActive = isRunning(job);
  const rate = isActive ? rateOf(job, dataUpdatedAt) : null;
  const hasMore = !isActive && (progress.failed > 0 || job.status === 'cancelled');
  return (
    <Page
      title={
        targetLocales.length > 0
          ? t('jobs.into', { locales: targetLocales.map(codeName) })
          : t('jobs.one')
      }
      actions={
        <div className={css.actions}>
          {mayTranslate && isActive && (
            <Button kind="danger" isPending={cancel.isPending} onPress={() => cancel.mutate()}>
              {t('jobs.cancel')}
            </Button>
          )}
          {mayTranslate && hasMore && job.kind === 'missing' && (
            <Link
              from="/o/$org/p/$project"
              to="/o/$org/p/$project/jobs"
              search={targetLocales.length > 0 ? { l: targetLocales.join() } : {}}
              className={buttonClass('secondary')}
            >
              {t('jobs.again')}
            </Link>
          )}
          {progress.done > 0 && job.kind === 'missing' && (
            <Link
              from="/o/$org/p/$project"
              to="/o/$org/p/$project/editor"
              search={{
                q: `change:${job.id}`,
                ...(targetLocales.length > 0 && { l: targetLocales.join() }),
              }}
              className={buttonClass(isActive ? 'secondary' : 'primary')}
            >
              {t('jobs.inEditor')}
            </Link>
          )}
        </div>
      }
    >
      {error && <ProblemNotice error={error} />}
      {cancel.error && <ProblemNotice error={cancel.error} />}
      <Section title={t('jobs.progress')}>
        <p className={css.head}>
          <JobStatusBadge status={job.status} />
          <span className={css.note}>
            {t('jobs.by', { name: actorName(job.createdBy), time: new Date(job.createdAt) })}
          </span>
        </p>
        <Progress label={t('jobs.progress')} value={percentOf(progress)} />
        <p role="status">
          <bdi>
            {t('jobs.figures', progress)}
            {rate &&
              ` · ${t('jobs.rate', { count: rate.perMinute })} · ${t('jobs.left', { count: rate.minutesLeft })}`}
          </bdi>
        </p>
        <Usage usage={usage} />
      </Section>
      <Faults job={job} />
      {progress.failed > 0 && (
        <Section title={t('jobs.failures')}>
          <JobFailures organizationId={organizationId} projectId={projectId} job={job} />
        </Section>
      )}
    </Page>
  );
}

function Usage({ usage }: Pick<TranslationJob, 'usage'>) {
  const { t } = useTranslation();
  const figures = ['units', 'billedUnits', 'memoryHits'] as const;
  return (
    <dl className={css.figures}>
      {figures.map((name) => (
        <div key={name}>
          <dt>{t(`jobs.usage.${name}`)}</dt>
          <dd>{t('jobs.count', { count: usage[name] })}</dd>
        </div>
      ))}
      {usage.engine !== null && (
        <div>
          <dt>{t('jobs.engine')}</dt>
          <dd>{usage.engine}</dd>
        </div>
      )}
    </dl>
  );
}

/** Explains why the job failed, and lists the locales without an engine. */
function Faults({ job: { error, localeErrors } }: { job: TranslationJob }) {
  const locales = Object.entries(localeErrors);
  if (!error && locales.length === 0) return null;
  return (
    <Notice kind="problem">
      {error && <Fault error={error} />}
      {locales.map(([locale, { detail: message, ...failure }]) => (
        <div key={locale}>
          <bdi>{codeLabel(locale)}</bdi> <Fault error={{ ...failure, message }} />
        </div>
      ))}
    </Notice>
  );
}
