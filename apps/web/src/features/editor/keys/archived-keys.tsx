import '../../../i18n/parts/key.ts';
import '../../../i18n/parts/list.ts';
import type { TranslationKey } from '@parlance/sdk';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { rowsOf } from '../../../lib/paged-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import entries from '../../../ui/display/entries.module.css';
import { MoreButton } from '../../../ui/display/more-button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { useSearch } from '../../../ui/form/list-search.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import type { UndoableChange } from '../drafts/undo.ts';
import { archivedKeysQuery, type KeyPlace } from './key.queries.ts';
import { archiveKeys } from './save-key.queries.ts';

/** An archived key, or the archived forms of a plural family. */
interface ArchivedRow {
  readonly name: string;
  readonly keyIds: readonly string[];
}

function archivedRows(keys: readonly TranslationKey[]): ArchivedRow[] {
  const rows = Map.groupBy(keys, ({ id, pluralFamily }) => pluralFamily ?? id);
  return [...rows.values()].map((of) => ({
    name: of[0]!.pluralFamily ?? of[0]!.name,
    keyIds: of.map(({ id }) => id),
  }));
}

/** The archived keys, each with a button that restores the key with all its texts. */
export function ArchivedKeys({
  place,
  onClose,
  onRestored,
}: {
  place: KeyPlace;
  onClose(): void;
  onRestored(name: string, change: UndoableChange): void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const search = useSearch();
  const query = archivedKeysQuery(place, search.q);
  const list = useInfiniteQuery(query);
  const rows = archivedRows(rowsOf(list));
  const restore = useMutation({
    mutationFn: ({ keyIds }: ArchivedRow) => archiveKeys(place, keyIds, 'restore'),
    async onSuccess(change, { name }) {
      if (change) onRestored(name, change);
      await queries.invalidateQueries({ queryKey: query.queryKey.slice(0, -1) });
    },
  });
  return (
    <Dialog close={t('close')} title={t('key.archivedTitle')} isOpen onClose={onClose}>
      <Field
        label={t('list.search')}
        type="search"
        autoFocus
        autoComplete="off"
        value={search.typed}
        onChange={search.type}
      />
      {(list.error ?? restore.error) && <ProblemNotice error={list.error ?? restore.error} />}
      {list.data && rows.length === 0 && !list.hasNextPage && (
        <p role="status">{t(search.q === '' ? 'key.archivedNone' : 'list.noMatch')}</p>
      )}
      <ul className={entries.list}>
        {rows.map((row) => (
          <li key={row.keyIds[0]} className={entries.entry}>
            <code dir="auto">{row.name}</code>
            <Button
              kind="secondary"
              aria-label={t('key.restoreNamed', { name: row.name })}
              isPending={restore.isPending && restore.variables.name === row.name}
              onPress={() => restore.mutate(row)}
            >
              {t('key.restore')}
            </Button>
          </li>
        ))}
      </ul>
      <MoreButton list={list} text={t('more')} />
    </Dialog>
  );
}
