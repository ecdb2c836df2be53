import { type ReactNode, useEffect } from 'react';
import { BASE_PATH } from '../../lib/address/site.ts';
import { Wordmark } from '../../ui/page/wordmark.tsx';
import css from './auth-frame.module.css';
import { LanguageSwitch } from './language-switch.tsx';

/** The card on the pages for people who are not signed in. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Parlance`;
  }, [title]);
  return (
    <main className={css.frame} id="main" tabIndex={-1}>
      <a href={`${BASE_PATH}/`} className={css.home}>
        <Wordmark />
      </a>
      <div className={css.card}>
        <h1>{title}</h1>
        {children}
      </div>
      <LanguageSwitch />
    </main>
  );
}
