import type { ReactNode } from 'react';
import css from './notice.module.css';

/** A message in the page. Errors are announced at once. */
export function Notice({ kind, children }: { kind: 'success' | 'problem'; children: ReactNode }) {
  return (
    <div role={kind === 'problem' ? 'alert' : 'status'} className={`${css.notice} ${css[kind]}`}>
      {children}
    </div>
  );
}
