import { isParlanceError } from '@parlance/sdk';
import { useModule } from '../../../ui/hooks/use-module.ts';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import type { OpenCell } from './open-cell.ts';

const loadChangedSource = () => import('./changed-source.tsx');

/** The error of a decision about a text. If the source string has changed, shows the changes. */
export function DecisionProblem({
  error,
  read,
}: {
  error: unknown;
  /** The source string that the user has read. */
  read: OpenCell['source'] | undefined;
}) {
  const current = isParlanceError(error, 'version_conflict') ? error.currentSource : undefined;
  const ChangedSource = useModule(loadChangedSource, current !== undefined)?.ChangedSource;
  if (!current || !read) return <ProblemNotice error={error} />;
  return ChangedSource ? <ChangedSource read={read} current={current} /> : null;
}
