import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { spellChord } from '../../lib/chord.ts';
import { Button } from '../../ui/button.tsx';
import { useModule } from '../../ui/hooks/use-module.ts';
import type { Repeats } from './commands/use-repeats.ts';
import type { Draft } from './drafts/draft.ts';
import type { Drafts } from './drafts/drafts.ts';
import { useDraftList } from './drafts/use-drafts.ts';
import css from './editor.module.css';
import type { WindowStore } from './grid/store/window-store.ts';
import { type Bindings, chordsOf, SHORTCUTS } from './shortcuts/shortcuts.ts';

const loadDraftList = () => import('./drafts/draft-list.tsx');

/** Shows the position of the focus and unsaved texts. */
export function StatusLine({
  store,
  row,
  total,
  mayOpen,
  drafts,
  organizationId,
  onOpenDraft,
  onHelp,
  children,
  ...repeats
}: {
  store: WindowStore;
  row: number;
  total: number;
  /** True if the focused cell can be opened. */
  mayOpen: boolean;
  drafts: Drafts;
  organizationId: string;
  onOpenDraft(draft: Draft): void;
  onHelp(): void;
  /** Missing texts with the same source string as the last saved text. */
  repeats: Repeats | null;
  bindings: Bindings;
  /** True while a cell is open. */
  isOpen: boolean;
  onFillEqual(): void;
  /** Content at the beginning: actions for selected rows. */
  children: ReactNode;
}) {
  const { t, i18n } = useTranslation();
  const list = useDraftList(drafts);
  const savedAt = useSyncExternalStore(drafts.subscribeAll, drafts.savedAt);
  const isAtRisk = useSyncExternalStore(drafts.subscribeAll, drafts.isAtRisk);
  const [isListOpen, setListOpen] = useState(false);
  const DraftList = useModule(loadDraftList, isListOpen)?.DraftList;
  const count = (...states: string[]) =>
    list.filter(({ status }) => states.includes(status.state)).length;
  const saving = count('saving');
  const failed = count('failed', 'waiting');
  const open = list.length - saving - failed;
  const time = useMemo(
    () => new Intl.DateTimeFormat(i18n.language, { timeStyle: 'medium' }),
    [i18n.language],
  );
  return (
    <footer className={css.status}>
      {children}
      <RowPlace store={store} row={row} total={total} />
      {mayOpen && total > 0 && savedAt === null && <span>{t('editor.status.howToEdit')}</span>}
      {open > 0 && (
        <Button kind="quiet" onPress={() => setListOpen(true)}>
          {t('editor.status.drafts', { count: open })}
        </Button>
      )}
      {failed > 0 && (
        <Button kind="quiet" onPress={() => drafts.retry()}>
          <span className={css.problem}>{t('editor.status.failed', { count: failed })}</span>
        </Button>
      )}
      <span role="status">
        {saving > 0
          ? t('editor.status.saving', { count: saving })
          : savedAt !== null && t('editor.status.savedAt', { time: time.format(savedAt) })}
      </span>
      <RepeatsButton {...repeats} />
      {isAtRisk && <span className={css.problem}>{t('editor.status.atRisk')}</span>}
      <span className={css.end}>
        <Button kind="quiet" aria-keyshortcuts="?" onPress={onHelp}>
          {t('editor.status.keys')}
        </Button>
      </span>
      {DraftList && isListOpen && (
        <DraftList
          drafts={drafts}
          organizationId={organizationId}
          onClose={() => setListOpen(false)}
          onOpen={(draft) => {
            setListOpen(false);
            onOpenDraft(draft);
          }}
        />
      )}
    </footer>
  );
}

/** Position of the active row in the list. If it is not visible, the positions of the first and last visible row. */
function RowPlace({ store, row, total }: { store: WindowStore; row: number; total: number }) {
  const { t } = useTranslation();
  const { first, last } = useSyncExternalStore(store.subscribeSight, store.sight);
  if (total === 0) return <span />;
  const isElsewhere = last >= first && (row < first || row > last);
  return (
    <span>
      {isElsewhere
        ? t('editor.status.rows', { first: first + 1, last: Math.min(last + 1, total), total })
        : t('editor.status.row', { row: row + 1, total })}
    </span>
  );
}

/** Offers to fill equal texts, and shows the key for it. */
function RepeatsButton({
  repeats,
  bindings,
  isOpen,
  onFillEqual,
}: Pick<Parameters<typeof StatusLine>[0], 'repeats' | 'bindings' | 'isOpen' | 'onFillEqual'>) {
  const { t } = useTranslation();
  if (!repeats) return null;
  const id = isOpen ? 'text.fillEqual' : 'fillEqual';
  const [chord] = chordsOf(SHORTCUTS.find((shortcut) => shortcut.id === id)!, bindings);
  return (
    <Button kind="secondary" onPress={onFillEqual}>
      {t('editor.repeats.fill', { count: repeats.keys.length })}{' '}
      {chord !== undefined && <kbd>{spellChord(chord)}</kbd>}
    </Button>
  );
}
