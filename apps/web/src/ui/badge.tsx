import type { ReactNode } from 'react';
import css from './badge.module.css';

/** A word about the state of the element beside it. */
export function Badge({
  kind,
  children,
}: {
  kind: 'neutral' | 'active' | 'problem';
  children: ReactNode;
}) {
  return <span className={`${css.badge} ${css[kind]}`}>{children}</span>;
}
