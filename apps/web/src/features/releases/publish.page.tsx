import type { Environment, Locale, PendingRelease } from '@parlance/contracts';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallForm } from '../../ui/call-form.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Empty, Page, Section } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import { WordDiff } from '../../ui/word-diff.tsx';
import css from './releases.module.css';
import { pendingQuery, publish } from './releases.queries.ts';

const FAIL_ON = ['error', 'warning', 'never'] as const;
type FailOn = (typeof FAIL_ON)[number];

interface PublishPageProps {
  organizationId: string;
  projectId: string;
  environment: Environment;
  locales: readonly Pick<Locale, 'code' | 'direction'>[];
  onPublished(): Promise<void>;
}

/** Shows what a release would change, then publishes it. */
export function PublishPage({
  organizationId,
  projectId,
  environment,
  locales,
  onPublished,
}: PublishPageProps) {
  const { t } = useTranslation();
  const [failOn, setFailOn] = useState<FailOn>('error');
  const queries = useQueryClient();
  const { data: pending } = useSuspenseQuery(
    pendingQuery(organizationId, projectId, environment.id),
  );
  const changed = pending.locales.filter(
    ({ added, changed, removed }) => added + changed + removed > 0,
  );
  return (
    <Page title={t('releases.publishTo', { name: environment.name })}>
      <Section title={t('releases.changes')}>
        {changed.length === 0 ? (
          <Empty text={t(pending.liveRelease ? 'releases.unchanged' : 'releases.nothing')} />
        ) : (
          <>
            <ChangeTable locales={changed} />
            <Changes
              {...{ organizationId, projectId, environmentId: environment.id }}
              codes={changed.map(({ code }) => code)}
              directions={new Map(locales.map(({ code, direction }) => [code, direction]))}
            />
          </>
        )}
      </Section>
      <Findings checks={pending.checks} />
      <Section title={t('releases.publish')}>
        <CallForm
          button={t('releases.publish')}
          call={async ({ note = '' }) => {
            const { version } = await publish(organizationId, {
              projectId,
              environment: environment.slug,
              ...(note === '' ? {} : { note }),
              ...(failOn === 'never' ? {} : { failOn }),
            });
            toast(t('releases.published', { version, name: environment.name }));
            await Promise.all([
              queries.invalidateQueries({ queryKey: ['releases', organizationId, projectId] }),
              queries.invalidateQueries({ queryKey: ['environments', organizationId, projectId] }),
            ]);
            await onPublished();
          }}
        >
          <Field label={t('releases.note')} name="note" hint={t('releases.noteHint')} />
          <Choice<FailOn>
            label={t('releases.failOn.label')}
            value={failOn}
            onChange={setFailOn}
            options={FAIL_ON.map((value) => ({ value, label: t(`releases.failOn.${value}`) }))}
          />
        </CallForm>
      </Section>
    </Page>
  );
}

function ChangeTable({ locales }: { locales: PendingRelease['locales'] }) {
  const { t } = useTranslation();
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{t('releases.locale')}</th>
          <th scope="col">{t('releases.added')}</th>
          <th scope="col">{t('releases.changed')}</th>
          <th scope="col">{t('releases.removed')}</th>
        </tr>
      </thead>
      <tbody>
        {locales.map(({ code, added, changed, removed }) => (
          <tr key={code}>
            <th scope="row">
              <code>{code}</code>
            </th>
            <td>{added}</td>
            <td>{changed}</td>
            <td>{removed}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The first changes of one locale, text by text. */
function Changes({
  organizationId,
  projectId,
  environmentId,
  codes,
  directions,
}: {
  organizationId: string;
  projectId: string;
  environmentId: string;
  codes: readonly string[];
  directions: ReadonlyMap<string, 'ltr' | 'rtl'>;
}) {
  const { t } = useTranslation();
  const [locale, setLocale] = useState(codes[0]!);
  const { data } = useQuery(pendingQuery(organizationId, projectId, environmentId, locale));
  const dir = directions.get(locale) ?? 'ltr';
  return (
    <>
      <div className={css.narrow}>
        <Choice
          label={t('releases.showLocale')}
          value={locale}
          onChange={setLocale}
          options={codes.map((code) => ({ value: code, label: code }))}
        />
      </div>
      <ul className={css.list} aria-busy={data === undefined}>
        {(data?.changes ?? []).map(({ key, before, after }) => (
          <li key={key} className={css.change}>
            <code>{key}</code>
            <p dir={dir}>
              <WordDiff {...{ before: before ?? '', after: after ?? '', locale, dir }} />
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Findings({ checks }: { checks: PendingRelease['checks'] }) {
  const { t } = useTranslation();
  if (checks.errors + checks.warnings === 0) return null;
  return (
    <Section title={t('releases.findings')}>
      <p>{t('releases.findingsText', { errors: checks.errors, warnings: checks.warnings })}</p>
      <ul className={css.list}>
        {checks.findings.map(({ locale, key, code, severity, message }) => (
          <li key={`${locale} ${key} ${code}`} className={css.change}>
            <span>
              <code>{key}</code> <span className={css.soft}>{locale}</span>{' '}
              {severity === 'error' && <span className={css.error}>{t('releases.error')}</span>}
            </span>
            <p className={css.soft}>{message}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
