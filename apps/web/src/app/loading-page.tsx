import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../ui/page/page.tsx';
import { Wordmark } from '../ui/page/wordmark.tsx';
import { placeOf } from './navigation.ts';
import shell from './shell/shell.module.css';

/** The frame of the page at the address of the browser, while its code or its data are loading. */
export function LoadingPage() {
  const { t } = useTranslation();
  const label = useLocation({ select: ({ pathname }) => placeOf(pathname)?.label });
  return <PageSkeleton title={label === undefined ? t('loading') : t(label)} />;
}

/**
 * The frame of a page of an organization before the session is known. It reserves the space of the header and the
 * navigation, so that the page does not move when they appear. On a phone, the header has two lines.
 */
export const LoadingShell = () => (
  <>
    <header className={shell.header}>
      <span className={shell.home}>
        <Wordmark />
      </span>
      <span className={shell.waiting} />
      <span className={shell.inbox} />
    </header>
    <div className={shell.nav} />
    <LoadingPage />
  </>
);
