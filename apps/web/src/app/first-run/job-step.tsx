import '../../i18n/parts/problems.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { jobQuery } from '../../features/jobs/jobs.queries.ts';
import { localesQuery } from '../../features/projects/projects.queries.ts';
import { codeLabel } from '../../lib/locale/code-name.ts';
import { problemFrom } from '../../lib/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/display/progress.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemNotice, ProblemText } from '../../ui/notice/problem-notice.tsx';
import { Section } from '../../ui/page/page.tsx';
import { findFirstTranslation } from './first-run.queries.ts';
import css from './steps.module.css';

/** Shows the progress of the first translation job, and opens the editor on its first translation. */
export function JobStep({
  organizationId,
  projectId,
  jobId,
  onEditor,
}: {
  organizationId: string;
  projectId: string;
  jobId: string;
  onEditor(locales: readonly string[], key?: string): Promise<void>;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data: job, error } = useQuery(jobQuery(organizationId, projectId, jobId));
  const locales = useQuery(localesQuery(organizationId, projectId));
  const open = async () => {
    const codes = locales.data?.map(({ code }) => code) ?? [];
    await queries.invalidateQueries();
    for (const code of job?.targetLocales ?? []) {
      const key = await findFirstTranslation(organizationId, jobId, code);
      // The cursor starts in the first displayed target locale.
      if (key !== undefined) {
        const others = codes.slice(1).filter((other) => other !== code);
        return onEditor([codes[0]!, code, ...others], key);
      }
    }
    return onEditor(codes);
  };
  const isDone = job?.status === 'completed' && locales.data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is opened once, when the job is done.
  useEffect(() => {
    if (isDone) void open();
  }, [isDone]);
  const { total = 0, done = 0, failed = 0 } = job?.progress ?? {};
  const ended = done + failed;
  const problem = error ?? locales.error;
  return (
    <Section title={t('firstRun.translating')}>
      <Progress
        label={t('firstRun.strings')}
        value={total === 0 ? 0 : Math.floor((100 * ended) / total)}
      />
      <p className={css.note} role="status">
        {job && t('firstRun.jobProgress', { done, total, failed })}
      </p>
      {problem && <ProblemNotice error={problem} />}
      {job?.error && (
        <ProblemNotice problem={problemFrom({ code: job.error.code, detail: job.error.message })} />
      )}
      {Object.entries(job?.localeErrors ?? {}).map(([code, failure]) => (
        <Notice key={code} kind="problem">
          <bdi>{codeLabel(code)}</bdi> <ProblemText problem={problemFrom(failure)} />
        </Notice>
      ))}
      <div className={css.actions}>
        <Button
          kind={job?.finishedAt == null ? 'secondary' : 'primary'}
          isDisabled={done === 0 && job?.finishedAt == null}
          onPress={() => void open()}
        >
          {t('firstRun.openEditor')}
        </Button>
      </div>
    </Section>
  );
}
