import '../../../i18n/drafts.ts';
import '../../../i18n/editor.ts';
import { useTranslation } from 'react-i18next';
import { sayProblem } from '../../../lib/problem.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Draft } from './draft.ts';
import css from './draft-list.module.css';
import type { Drafts, ListedDraft } from './drafts.ts';
import { useDraftList } from './use-drafts.ts';

const OLD_MS = 30 * 24 * 60 * 60 * 1_000;

/** Lists every text that is not saved, of all projects, and offers to delete old ones. */
export function DraftList({
  drafts,
  onClose,
  onOpen,
}: {
  drafts: Drafts;
  onClose(): void;
  /** Opens the cell of a draft. */
  onOpen(draft: Draft): void;
}) {
  const { t } = useTranslation();
  const list = useDraftList(drafts);
  const old = list.filter(({ draft }) => draft.at < Date.now() - OLD_MS);
  const hasFailed = list.some(({ status }) => ['failed', 'waiting'].includes(status.state));
  return (
    <Dialog title={t('cell.drafts.title')} isOpen onClose={onClose}>
      {list.length === 0 && <p>{t('cell.drafts.none')}</p>}
      {old.length > 0 && (
        <p className={css.old}>
          <span>{t('cell.drafts.old', { count: old.length })}</span>
          <Button
            kind="secondary"
            onPress={() => {
              for (const { draft } of old) drafts.discard(draft);
            }}
          >
            {t('cell.drafts.deleteOld', { count: old.length })}
          </Button>
        </p>
      )}
      <ul className={css.list}>
        {list.map((listed) => (
          <DraftRow
            key={`${listed.draft.keyId} ${listed.draft.locale}`}
            {...listed}
            onOpen={() => onOpen(listed.draft)}
            onDiscard={() => drafts.discard(listed.draft)}
          />
        ))}
      </ul>
      {hasFailed && (
        <Button kind="secondary" onPress={drafts.retry}>
          {t('cell.drafts.retry')}
        </Button>
      )}
    </Dialog>
  );
}

function DraftRow({
  draft,
  status,
  onOpen,
  onDiscard,
}: ListedDraft & { onOpen(): void; onDiscard(): void }) {
  const { t, i18n } = useTranslation();
  const { key, locale, text, at } = draft;
  const { state, reason = 'service', problem } = status;
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <li className={css.draft}>
      <div className={css.text}>
        <strong>{key}</strong> <code>{locale}</code>
        <p lang={locale} dir="auto">
          {text}
        </p>
        <p className={css.state} data-state={state}>
          {time.format(at)} ·{' '}
          {state === 'waiting'
            ? t(`cell.waiting.${reason}`)
            : t(`cell.state.${state}`, { problem: sayProblem(problem) })}
        </p>
      </div>
      <Button
        kind="quiet"
        aria-label={t('cell.drafts.openNamed', { key, locale })}
        onPress={onOpen}
      >
        {t('cell.drafts.open')}
      </Button>
      <Button
        kind="quiet"
        aria-label={t('cell.drafts.discardNamed', { key, locale })}
        onPress={onDiscard}
      >
        {t('cell.drafts.discard')}
      </Button>
    </li>
  );
}
