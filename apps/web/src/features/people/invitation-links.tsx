import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { CopyBlock } from '../../ui/display/copy-block.tsx';

/** The link that accepts an invitation, on a service without a mail server. */
export interface InvitationLink {
  readonly email: string;
  readonly link: string;
}

/** The links of invitations, which the user has to forward, because the service does not store them. */
export function InvitationLinks({
  links,
  onClose,
}: {
  links: readonly InvitationLink[];
  onClose(): void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog close={t('close')} title={t('members.linksTitle')} isOpen onClose={onClose}>
      <p>{t('members.linksText')}</p>
      {links.map(({ email, link }) => (
        <CopyBlock
          key={email}
          label={email}
          code={link}
          copy={t('members.copyLink')}
          copied={t('members.linkCopied')}
        />
      ))}
    </Dialog>
  );
}
