import { useModule } from '../../../ui/hooks/use-module.ts';
import type { EditorModel } from '../editor-model.ts';
import css from './review.module.css';
import { isReview } from './review-queue.ts';

const loadReviewBar = () => import('./review-bar.tsx');

/** Reserves the space for the review bar below the rows before the bar is loaded, so that no row moves. */
export function ReviewPlace({ editor }: { editor: EditorModel }) {
  const { props, q, locale, drafts, onQuery, preferences, commands, focusCell } = editor;
  const isShown = isReview(q) && locale !== null;
  const ReviewBar = useModule(loadReviewBar, isShown)?.ReviewBar;
  if (!isShown) return null;
  return (
    <div className={css.place}>
      {ReviewBar && (
        <ReviewBar
          organizationId={props.organizationId}
          projectId={props.project.id}
          locale={locale}
          query={q}
          drafts={drafts}
          requireReview={props.project.settings.requireReview}
          onQuery={(query) => onQuery(query, false)}
          bindings={preferences.bindings}
          onCommand={(command) => {
            commands[command]();
            focusCell();
          }}
        />
      )}
    </div>
  );
}
