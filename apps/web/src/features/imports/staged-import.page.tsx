import '../../i18n/parts/project.ts';
import type { StagedImport } from '@parlance/contracts';
import { isParlanceError } from '@parlance/sdk';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Form } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { codeLabel } from '../../lib/locale/code-name.ts';
import { problemOf } from '../../lib/problem.ts';
import { sayFault, sayFaulty, sayWarnings } from '../../lib/words/say-fault.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Check } from '../../ui/form/choice.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FaultyFiles } from '../../ui/notice/faulty-files.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemText } from '../../ui/notice/problem-notice.tsx';
import { SaidWords } from '../../ui/notice/said-words.tsx';
import { WarningList } from '../../ui/notice/warning-list.tsx';
import { Empty, Page, Section } from '../../ui/page/page.tsx';
import tabs from '../../ui/page/tab-links.module.css';
import { ChangeList } from './change-list.tsx';
import { decideChange, decideKind, openConflicts, overridesOf, UNDECIDED } from './decisions.ts';
import { PathList } from './folder/path-list.tsx';
import { IMPORT_TABS, type ImportAddress, type ImportTab } from './import-address.ts';
import { ImportDone } from './import-done.tsx';
import {
  applyImport,
  discardImport,
  importChangesQuery,
  stagedImportQuery,
} from './imports.queries.ts';
import { usePendingFiles } from './pending-files.ts';
import css from './staged-import.module.css';

const WARNINGS_SHOWN = 200;

/** Shows the changes of a staged import. The user can select changes and apply them. */
export function StagedImportPage({
  organizationId,
  projectId,
  importId,
  address,
  onSearch,
  onDiscarded,
  undo,
  denial,
}: {
  organizationId: string;
  projectId: string;
  importId: string;
  address: ImportAddress;
  onSearch(text: string): void;
  onDiscarded(): void;
  /** Reason why the user's role may not import files. Null if it may. */
  denial: ReactNode;
  /** Returns the button that reverts a change. */
  undo(changeId: string): ReactNode;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data: staged } = useSuspenseQuery(stagedImportQuery(organizationId, projectId, importId));
  const waiting = usePendingFiles(projectId).length;
  const [decisions, setDecisions] = useState(UNDECIDED);
  const [keeps, setKeeps] = useState(false);
  const { counts, warnings, folder } = staged;
  const countOf = (tab: ImportTab) => (tab === 'warnings' ? warnings.length : counts[tab]);
  const shown = IMPORT_TABS.filter((tab) => countOf(tab) > 0);
  const tab = address.tab ?? shown[0] ?? 'changed';
  const query = address.q ?? '';
  const undecided = openConflicts(decisions, counts.conflict);

  const apply = useMutation({
    mutationFn: () =>
      applyImport(organizationId, projectId, importId, overridesOf(decisions), keeps),
    onSuccess: () =>
      queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === projectId }),
  });
  const discard = useMutation({
    mutationFn: () => discardImport(organizationId, projectId, importId),
    onSuccess: onDiscarded,
  });

  if (apply.data || staged.status !== 'open') {
    return <ImportDone undo={undo} result={apply.data} status={staged.status} waiting={waiting} />;
  }
  const error = apply.error ?? discard.error;
  return (
    <Page
      title={
        folder
          ? t('imports.folder.reviewTitle', { count: folder.files.length })
          : t('imports.reviewTitle', { locale: codeLabel(staged.locale) })
      }
      actions={
        denial === null && (
          <div className={css.actions}>
            <Button kind="quiet" isPending={discard.isPending} onPress={() => discard.mutate()}>
              {t('imports.discard')}
            </Button>
            <Button
              isPending={apply.isPending}
              isDisabled={undecided > 0}
              onPress={() => apply.mutate()}
            >
              {t('imports.apply')}
            </Button>
          </div>
        )
      }
    >
      {denial}
      <StagedFacts staged={staged} />
      {counts.changed > 0 && denial === null && (
        <Check isChecked={keeps} onChange={setKeeps}>
          {t('imports.keepTranslations')}
        </Check>
      )}
      {undecided > 0 && <p className={css.open}>{t('imports.undecided', { count: undecided })}</p>}
      {error && <Refusal error={error} />}
      {shown.length === 0 ? (
        <Empty
          text={t('imports.nothing')}
          action={
            <Link
              from="/o/$org/p/$project"
              to="/o/$org/p/$project/import"
              className={buttonClass('secondary')}
            >
              {t('imports.another')}
            </Link>
          }
        />
      ) : (
        <Section title={t('imports.changes')}>
          <nav className={tabs.tabs} aria-label={t('imports.changes')}>
            {shown.map((name) => (
              <Link
                key={name}
                from="/o/$org/p/$project/imports/$importId"
                to="."
                search={{ tab: name, ...(query !== '' && { q: query }) }}
                replace
                resetScroll={false}
                aria-current={name === tab ? 'page' : undefined}
              >
                {t(`imports.tabs.${name}`)}
                <span className={tabs.count}>{t('imports.count', { count: countOf(name) })}</span>
              </Link>
            ))}
          </nav>
          {tab === 'warnings' ? (
            <WarningList warnings={sayWarnings(warnings.slice(0, WARNINGS_SHOWN))} />
          ) : (
            <>
              <Form
                className={css.search}
                onSubmit={(event) => {
                  event.preventDefault();
                  onSearch(String(new FormData(event.currentTarget).get('q')).trim());
                }}
              >
                <Field label={t('imports.search')} name="q" type="search" defaultValue={query} />
                <Button type="submit" kind="secondary">
                  {t('imports.find')}
                </Button>
              </Form>
              <ChangeList
                key={`${tab} ${query}`}
                list={importChangesQuery(organizationId, projectId, importId, { kind: tab, query })}
                decisions={decisions}
                onDecideAll={(take) => setDecisions((all) => decideKind(all, tab, take))}
                onDecide={(one, take) => setDecisions((all) => decideChange(all, one, take))}
              />
            </>
          )}
        </Section>
      )}
    </Page>
  );
}

/** Shows what was staged: the keys, new locales, and the files of a folder. */
function StagedFacts({
  staged: { keys, format, folder, locales, expiresAt },
}: {
  staged: StagedImport;
}) {
  const { t } = useTranslation();
  return (
    <>
      <p className={css.note}>
        {!folder && `${t('imports.summary', { count: keys.total, format: format.toUpperCase() })} `}
        {t('imports.expires', { time: new Date(expiresAt) })}
      </p>
      {locales.created.length > 0 && (
        <p>{t('imports.newLocales', { locales: locales.created.map(codeLabel).join(', ') })}</p>
      )}
      {folder && (
        <PathList
          summary={t('imports.folder.table')}
          paths={folder.files.map(({ path }) => path)}
        />
      )}
      {folder && folder.faulty.length > 0 && (
        <Section title={t('imports.folder.faulty')}>
          <FaultyFiles files={sayFaulty(folder.faulty)} />
        </Section>
      )}
    </>
  );
}

/** Explains why the changes were not applied, with the keys and values that have changed since. */
function Refusal({ error }: { error: Error }) {
  const faults = isParlanceError(error) ? error.errors : [];
  return (
    <Notice kind="problem">
      <ProblemText problem={problemOf(error)} hasOwnFaults={faults.length > 0} />
      <ul>
        {faults.map((fault) => (
          <li key={fault.path}>
            <code>{fault.path}</code> <SaidWords said={sayFault(fault)} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}
