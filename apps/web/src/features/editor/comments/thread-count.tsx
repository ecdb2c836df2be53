import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PanelProps } from '../panel/panel-props.ts';
import { commentsQuery } from './comment.queries.ts';
import { commentPlace } from './comment-place.ts';
import { threadsOf } from './threads.ts';

/** Shows the number of threads about the active cell, if they are loaded. Does not request them itself. */
export function ThreadCount({ panel }: { panel: PanelProps }) {
  const { t } = useTranslation();
  const { data } = useInfiniteQuery({ ...commentsQuery(commentPlace(panel)), enabled: false });
  const count = threadsOf(data?.pages.flatMap((page) => page.data) ?? []).length;
  return count === 0 ? null : ` ${t('editor.panel.count', { count })}`;
}
