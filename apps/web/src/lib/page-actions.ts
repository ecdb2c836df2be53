/** An action that the user can perform on the open page. The command palette lists it. */
export interface PageAction {
  readonly id: string;
  readonly label: string;
  /** Keyboard shortcut of the action as it is shown to the user. */
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
  /** Replaces the actions of the page. Returns a function that removes them. */
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
