/** An action of the user. The command palette lists all actions. */
export interface Action {
  readonly id: string;
  readonly label: string;
  /** Distinguishes actions with the same name. */
  readonly note?: string;
  /** Keyboard shortcut of the action, as it is displayed. */
  readonly keys?: string;
  run(): void;
}

/** The commands that the palette knows without asking the server. `here` contains those of the open page. */
export interface Actions {
  readonly here: readonly Action[];
  readonly pages: readonly Action[];
  readonly others: readonly Action[];
}
