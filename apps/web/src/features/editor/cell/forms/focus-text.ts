/** Returns the focus to the open text among several, because the button that had it may be gone. */
export const focusText = (forms: HTMLElement | null): void =>
  forms?.querySelector<HTMLElement>('[role=textbox]')?.focus();
