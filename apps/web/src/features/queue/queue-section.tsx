import '../../i18n/parts/queue.ts';
import type { LocaleQueue, ProjectQueue } from '@parlance/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeName } from '../../lib/locale/code-name.ts';
import { rowsOf } from '../../lib/paged-query.ts';
import { queuesQuery, sumIn, WORK } from '../../lib/queue.queries.ts';
import { Button } from '../../ui/button.tsx';
import entries from '../../ui/display/entries.module.css';
import { ScrollTable } from '../../ui/display/scroll-table.tsx';
import table from '../../ui/display/table.module.css';
import { useIsNarrow } from '../../ui/hooks/use-narrow.ts';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Section } from '../../ui/page/page.tsx';
import { WorkLink } from './work-link.tsx';

const MAX_SHOWN = 8;

interface QueueRow {
  readonly queue: ProjectQueue;
  readonly locale: LocaleQueue;
}

/** Lists the locales with work. Decisions about texts of other people come before texts to write. */
const rowsWithWork = (queues: readonly ProjectQueue[]): QueueRow[] =>
  queues
    .flatMap((queue) => queue.locales.map((locale) => ({ queue, locale })))
    .filter(({ locale }) => sumIn(locale) > 0)
    .sort(
      (a, b) =>
        sumIn(b.locale, WAITS_FOR_PERSON) - sumIn(a.locale, WAITS_FOR_PERSON) ||
        sumIn(b.locale) - sumIn(a.locale),
    );

/** Work in which another person waits for the user. */
const WAITS_FOR_PERSON = ['proposals', 'toReview', 'questions'] as const;

/** The work that waits for the user in the projects of an organization, by locale. */
export function QueueSection({
  organizationId,
  org,
}: {
  organizationId: string;
  /** Slug of the organization. */
  org: string;
}) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const list = useInfiniteQuery(queuesQuery(organizationId));
  const isNarrow = useIsNarrow();
  const rows = rowsWithWork(rowsOf(list));
  const shown = rows.slice(0, isWhole ? undefined : MAX_SHOWN);
  const idOf = ({ queue, locale }: QueueRow) => `${queue.projectId} ${locale.localeCode}`;
  const hasMore = list.hasNextPage || (rows.length > MAX_SHOWN && !isWhole);
  return (
    <Section title={t('queue.title')}>
      {list.error && <ProblemNotice error={list.error} />}
      {list.data && rows.length === 0 && <p className={entries.note}>{t('queue.none')}</p>}
      {rows.length > 0 && (
        <>
          {isNarrow ? (
            <ul className={entries.list}>
              {shown.map((row) => (
                <Entry key={idOf(row)} org={org} {...row} />
              ))}
            </ul>
          ) : (
            <ScrollTable label={t('queue.title')}>
              <thead>
                <tr>
                  <th scope="col">{t('queue.language')}</th>
                  <th scope="col" className={table.text}>
                    {t('queue.project')}
                  </th>
                  {WORK.map((kind) => (
                    <th key={kind} scope="col">
                      {t(`queue.work.${kind}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {shown.map((row) => (
                  <Row key={idOf(row)} org={org} {...row} />
                ))}
              </tbody>
            </ScrollTable>
          )}
          <p className={entries.note}>{t('queue.units')}</p>
        </>
      )}
      {hasMore && (
        <div>
          <Button
            kind="secondary"
            isPending={list.isFetchingNextPage}
            onPress={() => {
              if (isWhole || rows.length <= MAX_SHOWN) void list.fetchNextPage();
              setWhole(true);
            }}
          >
            {t('more')}
          </Button>
        </div>
      )}
    </Section>
  );
}

/** The work in a locale on a screen that is too narrow for a column for each kind: only the kinds that wait. */
function Entry({ org, queue, locale }: QueueRow & { org: string }) {
  const { t } = useTranslation();
  const { localeCode: code } = locale;
  return (
    <li className={entries.stack}>
      <p className={entries.head}>
        <strong>{code === null ? t('queue.keys') : codeName(code)}</strong>
        <bdi className={entries.note}>{queue.projectName}</bdi>
      </p>
      <p className={entries.actions}>
        {WORK.filter((kind) => locale[kind] > 0).map((kind) => (
          <WorkLink key={kind} org={org} queue={queue} locale={code} kind={kind}>
            {t(`queue.work.${kind}`)} <strong>{t('queue.number', { value: locale[kind] })}</strong>
          </WorkLink>
        ))}
      </p>
    </li>
  );
}

function Row({ org, queue, locale }: QueueRow & { org: string }) {
  const { t } = useTranslation();
  const { localeCode: code } = locale;
  const language = code === null ? t('queue.keys') : codeName(code);
  const { projectName: project } = queue;
  return (
    <tr>
      <th scope="row">{language}</th>
      <td className={table.text}>
        <bdi>{project}</bdi>
      </td>
      {WORK.map((kind) => {
        const value = locale[kind];
        const number = t('queue.number', { value });
        return (
          <td key={kind}>
            {value === 0 ? (
              <span className={entries.note}>{number}</span>
            ) : (
              <WorkLink
                org={org}
                queue={queue}
                locale={code}
                kind={kind}
                name={t(`queue.named.${kind}`, { number, language, project })}
              >
                {number}
              </WorkLink>
            )}
          </td>
        );
      })}
    </tr>
  );
}
