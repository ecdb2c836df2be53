import { useTranslation } from 'react-i18next';

/** Tells where the mails of a service without a mail server are. The page contains a mark for such a service. */
export function MailFiles() {
  const { t } = useTranslation();
  const mail = document.querySelector<HTMLMetaElement>('meta[name="parlance-mail"]');
  return mail?.content === 'files' && <p>{t('auth.mailFiles')}</p>;
}
