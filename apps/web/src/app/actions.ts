/** An action that the user can perform. The command palette lists all actions. */
export interface Action {
  readonly id: string;
  readonly label: string;
  /** Text that distinguishes actions with the same name. */
  readonly note?: string;
  /** Keyboard shortcut of the action as it is shown to the user. */
  readonly keys?: string;
  run(): void;
}

/** The actions that the palette lists without asking the server. `here` contains the actions of the open page. */
export interface Actions {
  readonly here: readonly Action[];
  readonly pages: readonly Action[];
  readonly others: readonly Action[];
}
