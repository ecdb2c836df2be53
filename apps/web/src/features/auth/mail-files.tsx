import { useTranslation } from 'react-i18next';

/** Tells where a mail is on a service without a mail server. The service says in the page that it is one. */
export function MailFiles() {
  const { t } = useTranslation();
  const mail = document.querySelector<HTMLMetaElement>('meta[name="parlance-mail"]');
  return mail?.content === 'files' && <p>{t('auth.mailFiles')}</p>;
}
