import { useModule } from '../../../ui/hooks/use-module.ts';
import type { PanelProps } from './panel-props.ts';

const loadComments = () => import('../comments/comments.tsx');

/** The comments on the active cell. Their code is loaded with the tab. */
export function CommentsTab(props: PanelProps) {
  const Comments = useModule(loadComments, true)?.Comments;
  return Comments ? <Comments {...props} /> : null;
}
