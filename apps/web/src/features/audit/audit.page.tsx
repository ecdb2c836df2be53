import '../../i18n/parts/audit.ts';
import '../../i18n/parts/bulk.ts';
import '../../i18n/parts/list.ts';
import '../../i18n/parts/people.ts';
import type { AuditEntry } from '@parlance/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textAt } from '../../lib/address/text-at.ts';
import { rowsOf } from '../../lib/paged-query.ts';
import { actorName } from '../../lib/words/actor-name.ts';
import { Button } from '../../ui/button.tsx';
import entries from '../../ui/display/entries.module.css';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Picker, usePicking } from '../../ui/form/picker.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Empty, Page, Section } from '../../ui/page/page.tsx';
import css from './audit.module.css';
import { type AuditFilter, actorChoiceQuery, auditQuery } from './audit.queries.ts';
import { factsOf } from './facts.ts';

/** Nouns of actions: the first part of `api_key.create`. */
const NOUNS = [
  'api_key',
  'member',
  'invitation',
  'organization',
  'project',
  'change',
  'release',
  'translation_key',
  'locale',
  'environment',
  'glossary_term',
  'payment_order',
  'webhook',
] as const;

const NO_FILTER: AuditFilter = { noun: '', actor: null, from: '' };

/** Shows the actions in an organization with their actors, newest first. */
export function AuditPage({ organizationId }: { organizationId: string }) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState(NO_FILTER);
  const list = useInfiniteQuery(auditQuery(organizationId, filter));
  const rows = rowsOf(list);
  const all = { value: '', label: t('audit.all') };
  return (
    <Page title={t('audit.title')}>
      <Section title={t('audit.entries')}>
        <div className={entries.filters}>
          <Choice
            label={t('audit.noun')}
            value={filter.noun}
            options={[all, ...NOUNS.map((value) => ({ value, label: t(`audit.nouns.${value}`) }))]}
            onChange={(noun) => setFilter({ ...filter, noun })}
          />
          <ActorFilter
            organizationId={organizationId}
            actor={filter.actor}
            onChange={(actor) => setFilter({ ...filter, actor })}
          />
          <Field
            label={t('audit.from')}
            type="date"
            value={filter.from}
            onChange={(from) => setFilter({ ...filter, from })}
          />
        </div>
        {list.error && <ProblemNotice error={list.error} />}
        {list.isPending && <p role="status">{t('audit.loading')}</p>}
        {list.data && rows.length === 0 && <Empty text={t('audit.none')} />}
        <ol className={entries.list}>
          {rows.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
        <MoreButton list={list} text={t('more')} />
      </Section>
    </Page>
  );
}

/** Selects a member, or shows the selected one with a button that clears it. */
function ActorFilter({
  organizationId,
  actor,
  onChange,
}: {
  organizationId: string;
  actor: AuditFilter['actor'];
  onChange(actor: AuditFilter['actor']): void;
}) {
  const { t } = useTranslation();
  const picking = usePicking();
  const list = useInfiniteQuery({
    ...actorChoiceQuery(organizationId, picking.search.q),
    enabled: picking.isOpen,
  });
  if (actor === null) {
    return (
      <Picker
        label={t('audit.actor')}
        hint={t('audit.everyone')}
        noMatch={t('list.noMatch')}
        picking={picking}
        list={list}
        onPick={onChange}
      />
    );
  }
  return (
    <div className={css.actor}>
      <span>{t('audit.actor')}</span>
      <Button
        kind="secondary"
        autoFocus
        aria-label={t('list.removeNamed', { name: actor.name })}
        onPress={() => onChange(null)}
      >
        <bdi>{actor.name}</bdi>
        <span aria-hidden="true">✕</span>
      </Button>
    </div>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const { at, actor, action, target, address, details } = entry;
  const facts = factsOf(entry);
  const did = textAt(`audit.actions.${action}`) ?? <code dir="ltr">{action}</code>;
  return (
    <li className={entries.stack}>
      <p className={entries.head}>
        <bdi className={entries.name}>{actorName(actor)}</bdi>
        {target.type === 'change' && details.projectId !== undefined ? (
          <Link
            from="/o/$org/audit"
            to="/o/$org/p/$project/changes/$changeId"
            params={{ project: details.projectId, changeId: target.id }}
          >
            {did}
          </Link>
        ) : (
          <span>{did}</span>
        )}
        {target.name !== null && <bdi>{target.name}</bdi>}
      </p>
      <p className={entries.note}>
        {t('audit.at', { time: new Date(at) })}
        {address !== null && <> · {t('audit.address', { address })}</>}
      </p>
      {facts.length > 0 && (
        <dl className={`${entries.note} ${css.facts}`}>
          {facts.map(({ id, label, text, isData }) => (
            <div key={id}>
              <dt>{label ?? <code dir="ltr">{id}</code>}</dt>
              <dd>{isData ? <bdi>{text}</bdi> : text}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
