import { type ReactNode, useContext, useEffect } from 'react';
import { WaitingWords } from '../waiting-words.ts';
import css from './page.module.css';
import { PlaceName } from './place-name.ts';

/** The frame of a page: its heading, actions, and tab title, which names the open project or organization. */
export function Page({
  title,
  actions,
  isBusy = false,
  children,
}: {
  title: string;
  actions?: ReactNode;
  /** True while the content is loading. */
  isBusy?: boolean;
  children: ReactNode;
}) {
  const place = useContext(PlaceName);
  useEffect(() => {
    const names = new Set([title, place, 'Parlance']);
    document.title = [...names].filter((name) => name !== null).join(' · ');
  }, [title, place]);
  return (
    <main className={css.page} id="main" tabIndex={-1} aria-busy={isBusy || undefined}>
      <header className={css.head}>
        <h1 dir="auto">{title}</h1>
        {actions}
      </header>
      {children}
    </main>
  );
}

/** The frame of a page whose content is loading: its heading, and blocks in place of its sections. */
export function PageSkeleton({ title }: { title: string }) {
  const { loading } = useContext(WaitingWords);
  return (
    <Page title={title} isBusy>
      <p role="status" className={css.section}>
        {loading}
      </p>
      <div className={css.section} />
      <div className={css.section} />
    </Page>
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
