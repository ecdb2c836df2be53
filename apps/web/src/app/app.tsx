import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider as TanStackRouterProvider } from '@tanstack/react-router';
import { useMemo } from 'react';
import { I18nProvider } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { ToastRegion } from '../ui/toast/toast.tsx';
import { WaitingWords } from '../ui/waiting-words.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.ts';

export function App() {
  const { t, i18n } = useTranslation();
  const words = useMemo(() => ({ loading: t('loading'), working: t('working') }), [t]);
  return (
    <I18nProvider locale={i18n.language}>
      <QueryClientProvider client={queryClient}>
        <WaitingWords value={words}>
          <TanStackRouterProvider router={router} />
        </WaitingWords>
        <ToastRegion label={t('toast.region')} close={t('toast.close')} />
      </QueryClientProvider>
    </I18nProvider>
  );
}
