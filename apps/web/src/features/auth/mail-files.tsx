import { useTranslation } from 'react-i18next';

/** If the service has no mail server, tells where to find the mails. A `meta` element of the page marks this case. */
export function MailFiles() {
  const { t } = useTranslation();
  const mail = document.querySelector<HTMLMetaElement>('meta[name="parlance-mail"]');
  return mail?.content === 'files' && <p>{t('auth.mailFiles')}</p>;
}
