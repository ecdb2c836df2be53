import '../../i18n/parts/changes.ts';
import type { Revert } from '@parlance/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeLabel } from '../../lib/locale/code-name.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { toast } from '../../ui/toast/toast.tsx';
import { revertChange, revertPreviewQuery } from './changes.queries.ts';
import css from './revert-change.module.css';

const FIGURES = ['values', 'keysArchived', 'keysRestored', 'keysEdited'] as const;

/** A button that reverts a change. First shows what the revert would change and what it would leave unchanged. */
export function RevertChange({
  organizationId,
  projectId,
  changeId,
}: {
  organizationId: string;
  projectId: string;
  changeId: string;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const preview = useQuery({
    ...revertPreviewQuery(organizationId, projectId, changeId),
    enabled: isOpen,
  });
  const undo = useMutation({
    mutationFn: () => revertChange(organizationId, projectId, changeId),
    onSuccess: () => {
      setOpen(false);
      toast(t('changes.undo.done'));
      return queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === projectId });
    },
  });
  const error = undo.error ?? preview.error;
  const counts = preview.data?.counts;
  const hasWork = counts !== undefined && FIGURES.some((name) => counts[name] > 0);
  return (
    <>
      <Button kind="secondary" onPress={() => setOpen(true)}>
        {t('changes.undo.button')}
      </Button>
      <Dialog
        close={t('close')}
        title={t('changes.undo.title')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        {error && <ProblemNotice error={error} />}
        {counts && !hasWork && counts.conflicts === 0 && <p>{t('changes.undo.nothing')}</p>}
        {counts && hasWork && (
          <ul>
            {FIGURES.filter((name) => counts[name] > 0).map((name) => (
              <li key={name}>{t(`changes.undo.${name}`, { count: counts[name] })}</li>
            ))}
          </ul>
        )}
        {preview.data && counts && counts.conflicts > 0 && (
          <Conflicts count={counts.conflicts} conflicts={preview.data.conflicts} />
        )}
        <div className={css.actions}>
          <Button kind="quiet" onPress={() => setOpen(false)}>
            {t('changes.undo.keep')}
          </Button>
          <Button
            isDisabled={!hasWork}
            isPending={undo.isPending || preview.isFetching}
            onPress={() => undo.mutate()}
          >
            {t('changes.undo.button')}
          </Button>
        </div>
      </Dialog>
    </>
  );
}

/** Lists the items that were changed since, each with a link to the editor. */
function Conflicts({ count, conflicts }: { count: number; conflicts: Revert['conflicts'] }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t('changes.undo.conflicts', { count })}</p>
      <ul className={css.conflicts}>
        {conflicts.map(({ kind, keyId, key, locale, current, earlier }) => (
          <li key={`${kind} ${keyId} ${locale}`}>
            <Link
              from="/o/$org/p/$project"
              to="/o/$org/p/$project/k/$keyId"
              params={{ keyId }}
              search={locale === null ? {} : { l: locale }}
              dir="auto"
            >
              {key}
            </Link>{' '}
            {locale !== null && (
              <>
                <span className={css.note}>{codeLabel(locale)}</span>
                <dl className={css.texts}>
                  <dt>{t('changes.undo.current')}</dt>
                  <ConflictText text={current} locale={locale} />
                  <dt>{t('changes.undo.earlier')}</dt>
                  <ConflictText text={earlier} locale={locale} />
                </dl>
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function ConflictText({ text, locale }: { text: string | null; locale: string }) {
  const { t } = useTranslation();
  return text === null ? (
    <dd className={css.note}>{t('changes.missing')}</dd>
  ) : (
    <dd lang={locale} dir="auto">
      {text}
    </dd>
  );
}
