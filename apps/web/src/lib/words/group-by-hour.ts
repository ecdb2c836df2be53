interface Act {
  readonly by: { readonly id: string; readonly name: string | null };
  /** ISO 8601, in UTC. */
  readonly at: string;
}

/** Things that one person did within an hour, without a thing of another person between them. */
export interface HourGroup<Thing> {
  readonly by: Act['by'];
  /** Time of the first of them in the list. */
  readonly at: string;
  readonly things: readonly Thing[];
}

const HOUR_MS = 3_600_000;

/** Hour of the time zone of the person who looks at it: zones differ by minutes as well. */
function hourOf(at: string): number {
  const time = new Date(at);
  return Math.floor((time.getTime() - time.getTimezoneOffset() * 60_000) / HOUR_MS);
}

/** Groups things of a list by person and hour, in their order. */
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
