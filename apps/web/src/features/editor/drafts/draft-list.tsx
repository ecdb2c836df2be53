import '../../../i18n/parts/drafts.ts';
import '../../../i18n/parts/editor.ts';
import type { CheckCode } from '@parlance/messages';
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sayProblem } from '../../../lib/problem.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import type { CellStatus, ListedDraft } from './cell-status.ts';
import type { Draft } from './draft.ts';
import css from './draft-list.module.css';
import { draftProjectQuery } from './draft-project.queries.ts';
import type { Drafts } from './drafts.ts';
import { useDraftList } from './use-drafts.ts';

const OLD_MS = 30 * 24 * 60 * 60 * 1_000;

/** Returns the names of the drafts' projects, as far as the user may read them. */
function useProjectNames(list: readonly ListedDraft[]): ReadonlyMap<string, string> {
  const places = [
    ...new Map(list.map(({ draft }) => [draft.projectId, draft.organizationId])).entries(),
  ];
  const projects = useQueries({
    queries: places.map(([projectId, organizationId]) =>
      draftProjectQuery(organizationId, projectId),
    ),
  });
  return new Map(
    places.flatMap(([projectId], index) => {
      const name = projects[index]?.data?.name;
      return name === undefined ? [] : [[projectId, name] as const];
    }),
  );
}

/** Lists every unsaved text of all projects, and can save or discard them all. */
export function DraftList({
  drafts,
  organizationId,
  onClose,
  onOpen,
}: {
  drafts: Drafts;
  organizationId: string;
  onClose(): void;
  /** Opens the cell of a draft. */
  onOpen(draft: Draft): void;
}) {
  const { t } = useTranslation();
  const list = useDraftList(drafts);
  const names = useProjectNames(list);
  const old = list.filter(({ draft }) => draft.at < Date.now() - OLD_MS);
  const discard = (of: readonly ListedDraft[]): void => {
    for (const { draft } of of) drafts.discard(draft);
  };
  return (
    <Dialog close={t('close')} title={t('cell.drafts.title')} isOpen onClose={onClose}>
      {list.length === 0 && <p>{t('cell.drafts.none')}</p>}
      {list.length > 0 && (
        <div className={css.all}>
          <Button kind="secondary" onPress={drafts.saveAll}>
            {t('cell.drafts.saveAll')}
          </Button>
          <Button kind="danger" onPress={() => discard(list)}>
            {t('cell.drafts.discardAll', { count: list.length })}
          </Button>
        </div>
      )}
      {old.length > 0 && old.length < list.length && (
        <p className={css.all}>
          <span>{t('cell.drafts.old', { count: old.length })}</span>
          <Button kind="secondary" onPress={() => discard(old)}>
            {t('cell.drafts.deleteOld', { count: old.length })}
          </Button>
        </p>
      )}
      <ul className={css.list}>
        {list.map((listed) => (
          <DraftRow
            key={`${listed.draft.projectId} ${listed.draft.keyId} ${listed.draft.locale}`}
            {...listed}
            project={names.get(listed.draft.projectId)}
            onOpen={
              listed.draft.organizationId === organizationId ? () => onOpen(listed.draft) : null
            }
            onDiscard={() => drafts.discard(listed.draft)}
          />
        ))}
      </ul>
    </Dialog>
  );
}

/** Describes the state of a draft, and why it is not saved. */
function useReason({ state, reason = 'service', problem, checks = [] }: CellStatus): string {
  const { t } = useTranslation();
  if (state === 'waiting') return t(`cell.waiting.${reason}`);
  const said = t(`cell.state.${state}`, { problem: sayProblem(problem) });
  return [said, ...checks.map((code) => t(`cell.check.${code as CheckCode}`))].join(' · ');
}

function DraftRow({
  draft,
  status,
  project,
  onOpen,
  onDiscard,
}: ListedDraft & {
  /** Name of the project. Undefined until it is loaded. */
  project: string | undefined;
  /** Opens the draft. Null for a draft of another organization. */
  onOpen: (() => void) | null;
  onDiscard(): void;
}) {
  const { t, i18n } = useTranslation();
  const { key, locale, text, at, pluralCategory } = draft;
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const reason = useReason(status);
  return (
    <li className={css.draft}>
      <div className={css.text}>
        {project !== undefined && <bdi className={css.project}>{project}</bdi>} <bdi>{key}</bdi>{' '}
        <code>{locale}</code>
        {pluralCategory && ` · ${t(`cell.form.${pluralCategory}`)}`}
        <p lang={locale} dir="auto">
          {text}
        </p>
        <p className={css.state} data-state={status.state}>
          {time.format(at)} · {reason}
        </p>
      </div>
      {onOpen && (
        <Button
          kind="quiet"
          aria-label={t('cell.drafts.openNamed', { key, locale })}
          onPress={onOpen}
        >
          {t('cell.drafts.open')}
        </Button>
      )}
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
