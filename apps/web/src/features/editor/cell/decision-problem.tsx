import '../../../i18n/parts/drafts.ts';
import { isParlanceError } from '@parlance/sdk';
import { useTranslation } from 'react-i18next';
import { WordDiff } from '../../../ui/display/word-diff.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import type { OpenCell } from './open-cell.ts';

/** The error of a decision about a text. If the source string has changed, shows the changes. */
export function DecisionProblem({
  error,
  read,
}: {
  error: unknown;
  /** The source string that the user has read. */
  read: OpenCell['source'] | undefined;
}) {
  const { t } = useTranslation();
  const current = isParlanceError(error, 'version_conflict') ? error.currentSource : undefined;
  if (!current || !read) return <ProblemNotice error={error} />;
  return (
    <Notice kind="problem">
      <p>{t('cell.conflict.titleSource')}</p>
      <p>
        <WordDiff
          before={read.text}
          after={current.text ?? ''}
          locale={read.locale}
          dir={read.dir}
        />
      </p>
    </Notice>
  );
}
