import type { ReactNode } from 'react';
import css from './sections.module.css';

/** A page of many sections, with links to them beside it. */
export function Sections({
  name,
  sections,
  children,
}: {
  /** Accessible name of the links. */
  name: string;
  /** Sections of the page. Without sections, there are no links. */
  sections: readonly { readonly id: string; readonly title: string }[];
  children: ReactNode;
}) {
  if (sections.length === 0) return <div className={css.body}>{children}</div>;
  return (
    <div className={css.layout}>
      <nav aria-label={name} className={css.links}>
        <ul>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={css.body}>{children}</div>
    </div>
  );
}
