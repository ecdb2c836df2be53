import type { ReactNode } from 'react';
import type { HourGroup } from '../../lib/words/group-by-hour.ts';
import entries from './entries.module.css';
import css from './hour-groups.module.css';

/** A list in groups of one person's entries within an hour, each with the name and the hour as its heading. */
export function HourGroups<Thing extends { readonly id: string }>({
  groups,
  nameOf,
  hourOf,
  children,
}: {
  groups: readonly HourGroup<Thing>[];
  /** Returns the name of a person. */
  nameOf(by: HourGroup<Thing>['by']): string;
  /** Returns the text for an hour. */
  hourOf(at: string): string;
  /** Renders the content of an entry. */
  children(thing: Thing): ReactNode;
}) {
  return groups.map(({ by, at, things }) => (
    // Keyed by the oldest entry, because newer ones may be added while the list is displayed.
    <section key={things.at(-1)!.id} className={css.group}>
      <h3>
        <bdi>{nameOf(by)}</bdi> <time dateTime={at}>{hourOf(at)}</time>
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
