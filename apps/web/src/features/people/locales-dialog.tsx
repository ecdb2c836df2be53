import type { Member } from '@parlance/contracts';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { CallForm } from '../../ui/form/call-form.tsx';
import { LocalesField } from './locales-field.tsx';
import { useMemberLocales } from './use-member-locales.ts';

/** Changes the locales whose values a member may change. */
export function LocalesDialog({
  organizationId,
  member,
  save,
  onClose,
}: {
  organizationId: string;
  member: Member;
  save(localeCodes: string[] | null): Promise<void>;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const locales = useMemberLocales(organizationId, member.localeCodes);
  const title = t('members.localesOf', { name: member.name });
  return (
    <Dialog close={t('close')} title={title} isOpen onClose={onClose}>
      <CallForm
        button={t('members.saveLocales')}
        cancel={t('cancel')}
        onCancel={onClose}
        call={async () => {
          const codes = locales.read();
          if (codes === undefined) return;
          await save(codes);
          onClose();
        }}
      >
        <LocalesField locales={locales} />
      </CallForm>
    </Dialog>
  );
}
