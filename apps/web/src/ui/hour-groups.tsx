import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { actorName } from '../lib/actor-name.ts';
import type { HourGroup } from '../lib/group-by-hour.ts';
import entries from './entries.module.css';
import css from './hour-groups.module.css';

/** A list in groups of what one person did within an hour, each under the name and the hour. */
export function HourGroups<Thing extends { readonly id: string }>({
  groups,
  children,
}: {
  groups: readonly HourGroup<Thing>[];
  /** Draws the content of an entry. */
  children(thing: Thing): ReactNode;
}) {
  const { t } = useTranslation();
  return groups.map(({ by, at, things }) => (
    <section key={things[0]!.id} className={css.group}>
      <h3>
        <bdi>{actorName(by)}</bdi> <time dateTime={at}>{t('hour', { time: new Date(at) })}</time>
      </h3>
      <ol className={entries.list}>
        {things.map((thing) => (
          <li key={thing.id} className={entries.stack}>
            {children(thing)}
          </li>
        ))}
      </ol>
    </section>
  ));
}
