import '../i18n/setup.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider as TanStackRouterProvider } from '@tanstack/react-router';
import i18next from 'i18next';
import { I18nProvider } from 'react-aria-components';
import { ToastRegion } from '../ui/toast.tsx';
import { queryClient } from './query-client.ts';
import { router } from './router.ts';

export function App() {
  return (
    <I18nProvider locale={i18next.language}>
      <QueryClientProvider client={queryClient}>
        <TanStackRouterProvider router={router} />
        <ToastRegion label={i18next.t('toast.region')} close={i18next.t('toast.close')} />
      </QueryClientProvider>
    </I18nProvider>
  );
}
