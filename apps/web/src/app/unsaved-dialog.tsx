import '../i18n/parts/drafts.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import css from './unsaved-dialog.module.css';

/** Asks for confirmation before a sign-out deletes unsaved texts. Open while there are unsaved texts. */
export function UnsavedDialog({
  count,
  onStay,
  onSignOut,
}: {
  count: number;
  onStay(): void;
  onSignOut(): void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog
      close={t('close')}
      title={t('auth.unsaved', { count })}
      isOpen={count > 0}
      onClose={onStay}
    >
      <p>{t('auth.unsavedText')}</p>
      <div className={css.actions}>
        <Button kind="danger" onPress={onSignOut}>
          {t('auth.signOutAnyway')}
        </Button>
        <Button autoFocus onPress={onStay}>
          {t('auth.stay')}
        </Button>
      </div>
    </Dialog>
  );
}
