import '../../i18n/parts/list.ts';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { CallForm } from '../../ui/form/call-form.tsx';
import { Field } from '../../ui/form/field.tsx';
import { createOrganization } from './organizations.queries.ts';

export function NewOrganization({
  onClose,
  onCreated,
}: {
  onClose(): void;
  onCreated(slug: string): Promise<void>;
}) {
  const { t } = useTranslation();
  return (
    <Dialog close={t('close')} title={t('organizations.new')} isOpen onClose={onClose}>
      <CallForm
        button={t('organizations.create')}
        call={async ({ name = '' }) => {
          const { slug } = await createOrganization(name);
          onClose();
          await onCreated(slug);
        }}
      >
        <Field label={t('organizations.name')} name="name" isRequired autoFocus />
      </CallForm>
    </Dialog>
  );
}
