import { type ReactNode, useContext, useEffect } from 'react';
import css from './page.module.css';
import { PlaceName } from './place-name.ts';

/** The frame of a page: its heading, actions, and tab title, which names the open project or organization. */
export function Page({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const place = useContext(PlaceName);
  useEffect(() => {
    const names = new Set([title, place, 'Parlance']);
    document.title = [...names].filter((name) => name !== null).join(' · ');
  }, [title, place]);
  return (
    <main className={css.page} id="main" tabIndex={-1}>
      <header className={css.head}>
        <h1 dir="auto">{title}</h1>
        {actions}
      </header>
      {children}
    </main>
  );
}

/** A titled block of a page. Links can lead to its `id`. */
export function Section({
  title,
  id,
  isSticky = false,
  children,
}: {
  title: string;
  id?: string;
  /** True to keep the block visible during scrolling, if there is room. */
  isSticky?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={css.section} id={id} data-sticky={isSticky || undefined}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Replaces an empty list: a hint and one action. */
export function Empty({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div className={css.empty}>
      <p>{text}</p>
      {action}
    </div>
  );
}
