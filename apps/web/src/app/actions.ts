/** One thing that a user can do: the command palette lists them all. */
export interface Action {
  readonly id: string;
  readonly label: string;
  /** The keys that do the same, as they are spelled. */
  readonly keys?: string;
  run(): void;
}

/** The commands of the palette that need no look at the server: those of the page that is open, and others. */
export interface Actions {
  readonly here: readonly Action[];
  readonly pages: readonly Action[];
  readonly others: readonly Action[];
}
