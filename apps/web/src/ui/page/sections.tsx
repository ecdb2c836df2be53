import { type ReactNode, useEffect, useState } from 'react';
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
  const ids = sections.map(({ id }) => id).join(' ');
  const current = useCurrentSection(ids);
  if (sections.length === 0) return <div className={css.body}>{children}</div>;
  return (
    <div className={css.layout}>
      <nav aria-label={name} className={css.links}>
        <ul>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={css.body}>{children}</div>
    </div>
  );
}

/** Share of the window, from its top, in which a section counts as the one that is being read. */
const READ = '0px 0px -65% 0px';

/** Returns the id of the section at the top of the window. `ids` are separated by spaces. */
function useCurrentSection(ids: string): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const inSight = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inSight.add(target.id);
          else inSight.delete(target.id);
        }
        const first = ids.split(' ').find((id) => inSight.has(id));
        if (first !== undefined) setCurrent(first);
      },
      { rootMargin: READ },
    );
    for (const id of ids.split(' ')) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [ids]);
  return current;
}
