import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../ui/page/page.tsx';
import { placeOf } from './navigation.ts';

/** The frame of the page at the address of the browser, while its code or its data are loading. */
export function LoadingPage() {
  const { t } = useTranslation();
  const label = useLocation({ select: ({ pathname }) => placeOf(pathname)?.label });
  return <PageSkeleton title={label === undefined ? t('loading') : t(label)} />;
}
