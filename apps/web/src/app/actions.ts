/** One thing that a user can do: the command palette lists them all. */
export interface Action {
  readonly id: string;
  readonly label: string;
  /** Tells things of the same name apart. */
  readonly note?: string;
  /** The keys that do the same, as they are spelled. */
  readonly keys?: string;
  run(): void;
}

/** The commands that the palette knows without asking the server. `here` are those of the page that is open. */
export interface Actions {
  readonly here: readonly Action[];
  readonly pages: readonly Action[];
  readonly others: readonly Action[];
}
