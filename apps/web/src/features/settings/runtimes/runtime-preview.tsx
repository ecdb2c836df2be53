import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import css from './runtimes.module.css';
import { countChanges } from './runtimes.queries.ts';

/** Counts the findings that runtimes would add to a project and remove from it. */
export function RuntimePreview({
  organizationId,
  projectId,
  runtimes,
}: {
  organizationId: string;
  projectId: string;
  runtimes: readonly string[];
}) {
  const { t, i18n } = useTranslation();
  const counting = useMutation({
    mutationFn: () => countChanges(organizationId, projectId, runtimes),
  });
  const shown = (number: number) => number.toLocaleString(i18n.language);
  return (
    <div className={css.preview}>
      <Button kind="quiet" isPending={counting.isPending} onPress={() => counting.mutate()}>
        {t('runtimes.preview')}
      </Button>
      <span role="status">
        {counting.data &&
          t('runtimes.changes', {
            added: shown(counting.data.added),
            removed: shown(counting.data.removed),
            values: shown(counting.data.values),
          })}
      </span>
      {counting.error && <ProblemNotice error={counting.error} />}
    </div>
  );
}
