import { useTranslation } from 'react-i18next';

/** Explains where to find mails if the service has no mail server. A `meta` element of the page marks this case. */
export function MailFiles() {
  const { t } = useTranslation();
  const mail = document.querySelector<HTMLMetaElement>('meta[name="parlance-mail"]');
  return mail?.content === 'files' && <p>{t('auth.mailFiles')}</p>;
}
