interface Act {
  readonly by: { readonly id: string; readonly name: string | null };
  /** Time in ISO 8601, in UTC. */
  readonly at: string;
}

/** Consecutive entries of one person within an hour. */
export interface HourGroup<Thing> {
  readonly by: Act['by'];
  /** Time of the group's first entry in the list. */
  readonly at: string;
  readonly things: readonly Thing[];
}

const HOUR_MS = 3_600_000;

/** Returns the hour in the user's time zone, because zones may also differ by minutes. */
function hourOf(at: string): number {
  const time = new Date(at);
  return Math.floor((time.getTime() - time.getTimezoneOffset() * 60_000) / HOUR_MS);
}

/** Groups the entries of a list by person and hour, in order. */
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
