import type { ReactNode } from 'react';
import table from './table.module.css';

/** A table that scrolls sideways if it is too wide, including by keyboard. */
export function ScrollTable({
  label,
  className = '',
  children,
}: {
  /** Accessible name of the scrollable region. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, the keyboard could not scroll the table.
    <section className={table.scroll} aria-label={label} tabIndex={0}>
      <table className={`${table.table} ${className}`}>{children}</table>
    </section>
  );
}
