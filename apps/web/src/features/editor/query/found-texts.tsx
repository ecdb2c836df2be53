import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queueQuery, WORK } from '../../../lib/queue.queries.ts';
import { queryOfWork } from '../../../lib/review-queues.ts';
import type { EditorModel } from '../editor-model.ts';

/**
 * The number of texts of the user's queue that a query finds in the only displayed locale, if it differs from the number
 * of its rows. A row of a plural family has several texts.
 */
export function FoundTexts({ editor }: { editor: EditorModel }) {
  const { props, q, targets, result } = editor;
  const { t } = useTranslation();
  const { data: queue } = useQuery(queueQuery(props.organizationId, props.project.id));
  const kind =
    queue && WORK.find((one) => one !== 'questions' && queryOfWork(one, queue) === q.trim());
  const localeQueue = queue?.locales.find(({ localeCode }) => localeCode === targets[0]?.code);
  const count = kind && localeQueue && targets.length === 1 ? localeQueue[kind] : 0;
  return count > result.total && <>{t('editor.texts', { count })} · </>;
}
