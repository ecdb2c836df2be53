/** Focuses the open text field. The button that had the focus may have been removed. */
export const focusText = (forms: HTMLElement | null): void =>
  forms?.querySelector<HTMLElement>('[role=textbox]')?.focus();
