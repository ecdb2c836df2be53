import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { useModule } from '../../ui/hooks/use-module.ts';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Empty } from '../../ui/page/page.tsx';
import css from './editor.module.css';
import type { RowQuery } from './editor.queries.ts';

/** Explains why rows are not displayed as the address requests. */
export function Notices({
  problem,
  onRetry,
  isOutside,
  onShowAll,
  hasTargets,
  newKeys,
  onRefresh,
}: {
  problem: unknown;
  onRetry(): void;
  isOutside: boolean;
  /** Shows all rows. Null if every row is displayed. */
  onShowAll: (() => void) | null;
  hasTargets: boolean;
  /** Number of keys that were created since the query was run. */
  newKeys: number;
  onRefresh(): void;
}) {
  const { t } = useTranslation();
  return (
    <div className={css.notices}>
      {problem !== null && (
        <div className={css.notice}>
          <ProblemNotice error={problem} />
          <Button kind="secondary" onPress={onRetry}>
            {t('problem.retry')}
          </Button>
        </div>
      )}
      {isOutside && (
        <div className={css.notice} role="status">
          <span>{t('editor.say.notInResult')}</span>
          {onShowAll && (
            <Button kind="secondary" onPress={onShowAll}>
              {t('editor.say.showAlone')}
            </Button>
          )}
        </div>
      )}
      {newKeys > 0 && (
        <div className={css.notice} role="status">
          <span>{t('editor.live.newKeys', { count: newKeys })}</span>
          <Button kind="secondary" onPress={onRefresh}>
            {t('editor.live.refresh')}
          </Button>
        </div>
      )}
      {!hasTargets && <p className={css.notice}>{t('editor.empty.noTargets')}</p>}
    </div>
  );
}

const loadSimilar = () => import('./query/similar-query.tsx');

/** Shown in place of the rows if there are none. */
export function NoRows({
  rows,
  onQuery,
  onClear,
  onNewKey,
}: {
  rows: RowQuery;
  onQuery(query: string, typed: boolean): void;
  /** Clears the query. Null if there is no query. */
  onClear: (() => void) | null;
  /** Opens the dialog for a new key. Null if the user's role may only read. */
  onNewKey: (() => void) | null;
}) {
  const { t } = useTranslation();
  const SimilarQuery = useModule(loadSimilar, rows.query !== '')?.SimilarQuery;
  return (
    <div className={css.empty}>
      <Empty
        text={t(onClear ? 'editor.empty.noMatch' : 'editor.empty.noKeys')}
        action={
          <div className={css.tools}>
            {SimilarQuery && <SimilarQuery rows={rows} onQuery={onQuery} />}
            {onClear && (
              <Button kind="secondary" onPress={onClear}>
                {t('editor.empty.clear')}
              </Button>
            )}
            {onNewKey && (
              <Button kind="secondary" onPress={() => onNewKey()}>
                {t('editor.keys.new')}
              </Button>
            )}
          </div>
        }
      />
    </div>
  );
}
