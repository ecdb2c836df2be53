/** One thing that a user can do: the command palette lists them all. */
export interface Action {
  readonly id: string;
  readonly label: string;
  run(): void;
}
