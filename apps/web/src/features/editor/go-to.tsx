import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { CallForm } from '../../ui/form/call-form.tsx';
import { Field } from '../../ui/form/field.tsx';

/** Asks for a row number or the name of a key. */
export function GoTo({ onClose, onGo }: { onClose(): void; onGo(place: string): Promise<void> }) {
  const { t } = useTranslation();
  return (
    <Dialog close={t('close')} title={t('editor.goTo.title')} isOpen onClose={onClose}>
      <CallForm button={t('editor.goTo.go')} call={({ place = '' }) => onGo(place.trim())}>
        <Field label={t('editor.goTo.label')} name="place" isRequired autoFocus />
      </CallForm>
    </Dialog>
  );
}
