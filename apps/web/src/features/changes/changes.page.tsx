import '../../i18n/parts/changes.ts';
import type { Change, ChangeKind } from '@parlance/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { actorName } from '../../lib/words/actor-name.ts';
import { groupByHour } from '../../lib/words/group-by-hour.ts';
import entries from '../../ui/display/entries.module.css';
import { HourGroups } from '../../ui/display/hour-groups.tsx';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { Field } from '../../ui/form/field.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Empty, Page, Section } from '../../ui/page/page.tsx';
import { ChangeItems } from './change-items.tsx';
import { type ChangeFilter, changesQuery } from './changes.queries.ts';
import { countsText, sumOfCounts } from './counts-text.ts';
import { groupEdits, sizeOf } from './group-families.ts';

const KINDS = ['import', 'edit', 'bulk', 'job', 'revert'] as const satisfies readonly ChangeKind[];

/** All changes of a project, newest first. */
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
  const [by, setBy] = useState({ typed: filter.by ?? '', of: filter.by });
  // The address may change to another person, for example with the back button. The field then shows this person.
  if (by.of !== filter.by) setBy({ typed: filter.by ?? '', of: filter.by });
  const changes = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const all = { value: '', label: t('changes.all') } as const;
  return (
    <Page title={t('changes.title')}>
      <Section title={t('changes.list')}>
        <Form
          className={entries.filters}
          onSubmit={(event) => {
            event.preventDefault();
            onFilter({ ...filter, by: by.typed.trim() || undefined });
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
            label={t('changes.person')}
            hint={t('changes.personHint')}
            type="search"
            value={by.typed}
            onChange={(typed) => setBy({ ...by, typed })}
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
        <HourGroups
          groups={groupByHour(changes).map((group) => ({
            ...group,
            things: groupEdits(group.things),
          }))}
          nameOf={actorName}
          hourOf={(at) => t('hour', { time: new Date(at) })}
        >
          {({ changes: [first, ...others] }) =>
            others.length === 0 ? (
              <ListedChange change={first} />
            ) : (
              <ListedFamily changes={[first, ...others]} />
            )
          }
        </HourGroups>
        <MoreButton list={list} text={t('more')} />
        {list.data?.pages.at(-1)?.meta.olderDeleted && (
          <p className={entries.note}>{t('changes.older')}</p>
        )}
      </Section>
    </Page>
  );
}

/** A change with its first items and a link to the others. */
function ListedChange({ change }: { change: Change }) {
  const { t } = useTranslation();
  const { id, kind, state, counts, at, items } = change;
  const more = sizeOf(change) - items.length;
  const link = {
    from: '/o/$org/p/$project',
    to: '/o/$org/p/$project/changes/$changeId',
    params: { changeId: id },
  } as const;
  return (
    <>
      <p className={entries.head}>
        <Link {...link}>{t(`changes.kinds.${kind}`)}</Link>
        {state === 'running' && <strong>{t('changes.running')}</strong>}
        <span className={entries.note}>
          <bdi>{countsText(counts, t)}</bdi> · {t('changes.time', { time: new Date(at) })}
        </span>
      </p>
      <ChangeItems items={items} isNested />
      {items.length > 0 && more > 0 && (
        <Link {...link} className={entries.note}>
          {t('changes.more', { count: more })}
        </Link>
      )}
    </>
  );
}

/** The edits of the forms of a plural family as one entry. Each form links to its change. */
function ListedFamily({ changes }: { changes: readonly [Change, ...Change[]] }) {
  const { t } = useTranslation();
  const [{ at }] = changes;
  // The keys that were created for forms come after the texts.
  const items = changes
    .flatMap((change) => change.items)
    .sort((a, b) => Number(a.locale === null) - Number(b.locale === null));
  return (
    <>
      <p className={entries.head}>
        <span>{t('changes.kinds.edit')}</span>
        <span className={entries.note}>
          <bdi>{countsText(sumOfCounts(changes), t)}</bdi> ·{' '}
          {t('changes.time', { time: new Date(at) })}
        </span>
      </p>
      <ChangeItems
        items={items}
        isNested
        changeIdOf={(item) => changes.find((change) => change.items.includes(item))!.id}
      />
    </>
  );
}
