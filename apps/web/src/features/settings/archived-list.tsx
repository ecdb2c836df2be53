import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import entries from '../../ui/display/entries.module.css';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { toast } from '../../ui/toast/toast.tsx';
import css from './settings.module.css';

interface Archived {
  readonly id: string;
  readonly name: string;
  readonly archivedAt: string | null;
}

/** Archived items, each with a button that restores it, and with its delivery. */
export function ArchivedList<Thing extends Archived>({
  things,
  restore = null,
  delivery = null,
}: {
  things: readonly Thing[];
  /** Restores an item. Null for a role that may not restore items. */
  restore?: ((id: string) => Promise<unknown>) | null;
  /** Shows the delivery of an item. Null for a role that may not stop it. */
  delivery?: ((thing: Thing) => ReactNode) | null;
}) {
  const { t } = useTranslation();
  const call = useMutation({
    mutationFn: async ({ id }: Thing) => await restore?.(id),
    onSuccess: (_, { name }) => toast(t('settings.restored', { name })),
  });
  return (
    <>
      {call.error && <ProblemNotice error={call.error} />}
      <ul className={entries.list}>
        {things.map((entry) => (
          <li key={entry.id} className={entries.entry}>
            <span className={css.name}>
              <bdi>{entry.name}</bdi>{' '}
              <span className={entries.note}>
                {t('settings.archivedAt', { time: new Date(entry.archivedAt ?? 0) })}
              </span>
            </span>
            {restore && (
              <Button
                kind="secondary"
                aria-label={t('settings.restoreNamed', { name: entry.name })}
                isPending={call.isPending && call.variables.id === entry.id}
                onPress={() => call.mutate(entry)}
              >
                {t('settings.restore')}
              </Button>
            )}
            {delivery && <div className={css.delivery}>{delivery(entry)}</div>}
          </li>
        ))}
      </ul>
    </>
  );
}
