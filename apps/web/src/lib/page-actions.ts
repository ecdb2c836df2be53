/** One thing that a user can do on the page that is open: the command palette lists them. */
export interface PageAction {
  readonly id: string;
  readonly label: string;
  /** The keys that do the same, as they are spelled. */
  readonly keys?: string;
  run(): void;
}

const listeners = new Set<() => void>();
let actions: readonly PageAction[] = [];

export const pageActions = {
  get: (): readonly PageAction[] => actions,
  subscribe(changed: () => void): () => void {
    listeners.add(changed);
    return () => listeners.delete(changed);
  },
  /** Replaces the actions of the page. Returns the function that takes them away. */
  set(next: readonly PageAction[]): () => void {
    const put = (list: readonly PageAction[]) => {
      actions = list;
      for (const changed of [...listeners]) changed();
    };
    put(next);
    return () => {
      if (actions === next) put([]);
    };
  },
};
