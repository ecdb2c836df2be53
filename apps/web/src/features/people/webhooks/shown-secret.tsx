import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { CopyBlock } from '../../../ui/display/copy-block.tsx';
import entries from '../../../ui/display/entries.module.css';
import { Notice } from '../../../ui/notice/notice.tsx';

/** Shows the secret of a new webhook, or the new secret of an existing webhook. It is shown only once. */
export function ShownSecret({
  secret,
  isRotated,
  onClose,
}: {
  secret: string;
  /** True if requests are also signed with the previous secret. */
  isRotated: boolean;
  onClose(): void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog close={t('close')} title={t('webhooks.secretTitle')} isOpen onClose={onClose}>
      <Notice kind="success">{t('webhooks.once')}</Notice>
      <CopyBlock
        label={t('webhooks.secret')}
        code={secret}
        copy={t('webhooks.copy')}
        copied={t('webhooks.copied')}
      />
      {isRotated && <p className={entries.note}>{t('webhooks.rotated')}</p>}
      <Button onPress={onClose}>{t('webhooks.done')}</Button>
    </Dialog>
  );
}
