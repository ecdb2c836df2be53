import '../../i18n/parts/glossary.ts';
import type { GlossaryTerm } from '@parlance/contracts';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import entries from '../../ui/display/entries.module.css';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { ScrollTable } from '../../ui/display/scroll-table.tsx';
import { Check, Choice } from '../../ui/form/choice.tsx';
import { Field } from '../../ui/form/field.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Empty, Page, PageSkeleton, Section } from '../../ui/page/page.tsx';
import { toast } from '../../ui/toast/toast.tsx';
import css from './glossary.module.css';
import {
  archiveTerm,
  createTerm,
  exportTerms,
  parentQuery,
  type TermFilter,
  termsQuery,
  updateTerm,
} from './glossary.queries.ts';
import { ImportTerms } from './import-terms.tsx';
import { MemoryFile } from './memory-file.tsx';
import { TermDialog, type TermLocale } from './term-dialog.tsx';
import { TermRow } from './term-row.tsx';

/** The terms of a project, with their translations into one locale at a time. */
export function GlossaryPage({
  organizationId,
  projectId,
  locales,
  mayWrite,
}: {
  organizationId: string;
  projectId: string;
  locales: readonly TermLocale[];
  /** False for a role that may only read the project. */
  mayWrite: boolean;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const targets = locales.filter(({ isSource }) => !isSource);
  const [filter, setFilter] = useState<TermFilter>({});
  const [code, setCode] = useState(targets[0]?.code ?? '');
  const [open, setOpen] = useState<GlossaryTerm | 'new' | null>(null);
  const list = useInfiniteQuery(termsQuery(organizationId, projectId, filter));
  const terms = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const shown = targets.find((target) => target.code === code);
  const inherited = terms.find((term) => term.projectId !== projectId)?.projectId;
  const parent = useQuery(parentQuery(organizationId, inherited));
  const reload = () => queries.invalidateQueries({ queryKey: ['terms', organizationId] });
  const save = useMutation({
    mutationFn: async () => {
      const { csv } = await exportTerms(organizationId, projectId);
      saveFile(new Blob([csv], { type: 'text/csv' }), 'glossary.csv');
    },
  });
  const change = async (call: Promise<unknown>) => {
    await call;
    await reload();
  };
  const create = <Button onPress={() => setOpen('new')}>{t('glossary.new')}</Button>;
  const isEmpty = list.data && terms.length === 0 && !list.hasNextPage;
  // The sections below the terms would move when the first terms arrive. A search replaces the terms in place.
  if (list.isLoading && Object.keys(filter).length === 0) {
    return <PageSkeleton title={t('glossary.title')} />;
  }
  return (
    <Page title={t('glossary.title')} actions={mayWrite && create}>
      <Section title={t('glossary.terms')}>
        <div className={css.fields}>
          <Field
            label={t('glossary.search')}
            type="search"
            value={filter.q ?? ''}
            onChange={(q) => setFilter({ ...filter, q })}
          />
          {targets.length > 0 && (
            <Choice
              label={t('glossary.locale')}
              value={code}
              options={targets.map(({ code: value, name }) => ({
                value,
                label: `${name} (${value})`,
              }))}
              onChange={setCode}
            />
          )}
        </div>
        <Check
          isChecked={filter.archived ?? false}
          onChange={(archived) => setFilter({ ...filter, archived })}
        >
          {t('glossary.withArchived')}
        </Check>
        {list.error && <ProblemNotice error={list.error} />}
        {list.isPending && <p role="status">{t('glossary.loading')}</p>}
        {isEmpty && <Empty text={t(filter.q ? 'glossary.noMatch' : 'glossary.none')} />}
        {terms.length > 0 && (
          <ScrollTable label={t('glossary.terms')}>
            <thead>
              <tr>
                <th scope="col">{t('glossary.column')}</th>
                {shown && (
                  <th scope="col" className={css.text}>
                    <bdi>{shown.name}</bdi>
                  </th>
                )}
                <th scope="col" className={css.text}>
                  {t('glossary.noteColumn')}
                </th>
                <td />
              </tr>
            </thead>
            <tbody>
              {terms.map((term) => (
                <TermRow
                  key={term.id}
                  term={term}
                  parent={
                    term.projectId === projectId
                      ? null
                      : { id: term.projectId, name: parent.data?.name }
                  }
                  locale={shown}
                  mayWrite={mayWrite}
                  onChange={(fields) => change(updateTerm(organizationId, term, fields))}
                  onEdit={() => setOpen(term)}
                  onArchive={() => change(archiveTerm(organizationId, term))}
                  onRestore={() => change(updateTerm(organizationId, term, { archived: false }))}
                />
              ))}
            </tbody>
          </ScrollTable>
        )}
        <MoreButton list={list} text={t('more')} />
      </Section>
      <Section title={t('glossary.file')}>
        <p>{t('glossary.fileText')}</p>
        <div className={entries.actions}>
          {mayWrite && (
            <ImportTerms
              organizationId={organizationId}
              projectId={projectId}
              onImported={reload}
            />
          )}
          <Button kind="secondary" isPending={save.isPending} onPress={() => save.mutate()}>
            {t('glossary.export')}
          </Button>
        </div>
        {save.error && <ProblemNotice error={save.error} />}
      </Section>
      <MemoryFile organizationId={organizationId} projectId={projectId} mayWrite={mayWrite} />
      {open !== null && (
        <TermDialog
          organizationId={organizationId}
          projectId={projectId}
          term={open === 'new' ? null : open}
          locales={locales}
          onSave={async (fields) => {
            await change(
              open === 'new'
                ? createTerm(organizationId, projectId, fields)
                : updateTerm(organizationId, open, fields),
            );
            toast(t('saved'));
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </Page>
  );
}
