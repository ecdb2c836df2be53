import { isParlanceError } from '@parlance/sdk';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { ProblemNotice } from '../ui/notice/problem-notice.tsx';
import { Page } from '../ui/page/page.tsx';

/** Shown in place of a page that failed. Loads the page again when the browser is online again. */
export function ErrorPage({ error, reset }: { error: unknown; reset(): void }) {
  const { t } = useTranslation();
  useEffect(() => {
    window.addEventListener('online', reset);
    return () => window.removeEventListener('online', reset);
  }, [reset]);
  if (isParlanceError(error, 'not_found')) return <NotFoundPage />;
  return (
    <Page title={t('problem.title')}>
      <ProblemNotice error={error} />
      <div>
        <Button kind="secondary" onPress={reset}>
          {t('problem.retry')}
        </Button>
      </div>
    </Page>
  );
}

/** Shown for pages that do not exist and for pages that the user may not see. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('notFound.title')}>
      <p>{t('notFound.text')}</p>
      <p>
        <Link to="/">{t('problem.home')}</Link>
      </p>
    </Page>
  );
}
