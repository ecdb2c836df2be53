interface Act {
  readonly by: { readonly id: string; readonly name: string | null };
  /** Time in UTC in the format of ISO 8601. */
  readonly at: string;
}

/** Successive entries of a list that are from the same person and from the same hour. */
export interface HourGroup<Thing> {
  readonly by: Act['by'];
  /** Time of the group's first entry. */
  readonly at: string;
  readonly things: readonly Thing[];
}

const HOUR_MS = 3_600_000;

/**
 * Returns the number of the hour in the user's time zone. It cannot be computed in UTC, because time zones may differ
 * by parts of an hour.
 */
function hourOf(at: string): number {
  const time = new Date(at);
  return Math.floor((time.getTime() - time.getTimezoneOffset() * 60_000) / HOUR_MS);
}

/** Groups successive entries by person and hour. The order of the entries does not change. */
export function groupByHour<Thing extends Act>(things: readonly Thing[]): HourGroup<Thing>[] {
  const groups: (HourGroup<Thing> & { things: Thing[] })[] = [];
  for (const thing of things) {
    const last = groups.at(-1);
    if (last?.by.id === thing.by.id && hourOf(last.at) === hourOf(thing.at))
      last.things.push(thing);
    else groups.push({ by: thing.by, at: thing.at, things: [thing] });
  }
  return groups;
}
