import '../../i18n/parts/problems.ts';
import type { TranslationJob } from '@parlance/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { codeLabel } from '../../lib/locale/code-name.ts';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { FailureWords } from '../../ui/notice/failure-words.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import css from './jobs.module.css';
import { type Failure, failuresQuery } from './jobs.queries.ts';

/** The failed strings, grouped by error code, each with a link to the editor. */
export function JobFailures({
  organizationId,
  projectId,
  job,
}: {
  organizationId: string;
  projectId: string;
  job: TranslationJob;
}) {
  const { t } = useTranslation();
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    failuresQuery(organizationId, projectId, job),
  );
  if (error) return <ProblemNotice error={error} />;
  const failures = data?.pages.flatMap((page) => page.failures) ?? [];
  const byCode = Map.groupBy(failures, ({ error: fault }) => fault?.code ?? 'content_broken');
  return (
    <>
      {[...byCode].map(([code, items]) => (
        <div key={code} className={css.group}>
          <h3>
            <code>{code}</code>
          </h3>
          <p className={css.note}>{t(`problems.${code}`)}</p>
          <ul className={css.list}>
            {items.map((failure) => (
              <li key={`${failure.id} ${failure.locale}`} className={css.failure}>
                <FailedString failure={failure} />
                {failure.error && (
                  <div className={css.note}>
                    <FailureWords error={failure.error} />
                  </div>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
      <MoreButton list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} text={t('more')} />
    </>
  );
}

/** Shows a failed string. A string of a project has a link to the editor. A string of a request only has its id. */
function FailedString({ failure: { id, key, locale } }: { failure: Failure }) {
  return (
    <p className={css.head}>
      {key === undefined ? (
        <code dir="auto">{id}</code>
      ) : (
        <Link
          from="/o/$org/p/$project"
          to="/o/$org/p/$project/k/$keyId"
          params={{ keyId: id }}
          search={{ l: locale }}
          dir="auto"
        >
          {key}
        </Link>
      )}
      <span className={css.note}>{codeLabel(locale)}</span>
    </p>
  );
}
