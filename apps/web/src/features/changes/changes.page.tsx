import '../../i18n/changes.ts';
import type { ChangeKind } from '@parlance/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Form } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../ui/choice.tsx';
import entries from '../../ui/entries.module.css';
import { Field } from '../../ui/field.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Empty, Page, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ChangeFacts } from './change-facts.tsx';
import { type ChangeFilter, changesQuery } from './changes.queries.ts';

const KINDS = ['import', 'edit', 'bulk', 'job', 'revert'] as const satisfies readonly ChangeKind[];

/** Everything that was written in a project, newest first. */
export function ChangesPage({
  organizationId,
  projectId,
  locales,
  filter,
  onFilter,
}: {
  organizationId: string;
  projectId: string;
  locales: readonly { readonly code: string; readonly name: string }[];
  filter: ChangeFilter;
  onFilter(filter: ChangeFilter): void;
}) {
  const { t } = useTranslation();
  const list = useInfiniteQuery(changesQuery(organizationId, projectId, filter));
  const changes = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const all = { value: '', label: t('changes.all') } as const;
  return (
    <Page title={t('changes.title')}>
      <Section title={t('changes.list')}>
        <Form
          className={entries.filters}
          onSubmit={(event) => {
            event.preventDefault();
            const by = String(new FormData(event.currentTarget).get('by')).trim();
            onFilter({ ...filter, by: by || undefined });
          }}
        >
          <Choice
            label={t('changes.kind')}
            value={filter.kind ?? ''}
            options={[
              all,
              ...KINDS.map((value) => ({ value, label: t(`changes.kinds.${value}`) })),
            ]}
            onChange={(kind) => onFilter({ ...filter, kind: kind === '' ? undefined : kind })}
          />
          <Choice
            label={t('changes.locale')}
            value={filter.locale ?? ''}
            options={[
              all,
              ...locales.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
            ]}
            onChange={(locale) => onFilter({ ...filter, locale: locale || undefined })}
          />
          <Field
            key={filter.by ?? ''}
            label={t('changes.person')}
            hint={t('changes.personHint')}
            name="by"
            type="search"
            defaultValue={filter.by ?? ''}
          />
          {(['from', 'to'] as const).map((end) => (
            <Field
              key={end}
              label={t(`changes.${end}`)}
              type="date"
              value={filter[end] ?? ''}
              onChange={(day) => onFilter({ ...filter, [end]: day || undefined })}
            />
          ))}
        </Form>
        {list.error && <ProblemNotice error={list.error} />}
        {list.isPending && <p role="status">{t('changes.loading')}</p>}
        {list.data && changes.length === 0 && !list.hasNextPage && (
          <Empty
            text={t(
              Object.values(filter).some((one) => one !== undefined)
                ? 'changes.none'
                : 'changes.empty',
            )}
          />
        )}
        <ol className={entries.list}>
          {changes.map((change) => (
            <li key={change.id} className={entries.stack}>
              <Link
                from="/o/$org/p/$project"
                to="/o/$org/p/$project/changes/$changeId"
                params={{ changeId: change.id }}
              >
                {t(`changes.kinds.${change.kind}`)}
              </Link>
              <ChangeFacts change={change} />
            </li>
          ))}
        </ol>
        <MoreButton list={list} text={t('more')} />
      </Section>
    </Page>
  );
}
