import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider as TanStackRouterProvider } from '@tanstack/react-router';
import { I18nProvider } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { ToastRegion } from '../ui/toast/toast.tsx';
import { queryClient } from './query-client.ts';
import { router } from './router.ts';

export function App() {
  const { t, i18n } = useTranslation();
  return (
    <I18nProvider locale={i18n.language}>
      <QueryClientProvider client={queryClient}>
        <TanStackRouterProvider router={router} />
        <ToastRegion label={t('toast.region')} close={t('toast.close')} />
      </QueryClientProvider>
    </I18nProvider>
  );
}
