import '../../i18n/list.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog.tsx';
import { Picker, usePicking } from '../../ui/picker.tsx';
import { organizationChoiceQuery } from './organization-choice.queries.ts';

/** Finds an organization by a part of its name. */
export function FindOrganization({
  onClose,
  onFound,
}: {
  onClose(): void;
  onFound(slug: string): void;
}) {
  const { t } = useTranslation();
  const picking = usePicking();
  const list = useInfiniteQuery(organizationChoiceQuery(picking.search.q));
  return (
    <Dialog close={t('close')} title={t('list.findOrganization')} isOpen onClose={onClose}>
      <Picker
        label={t('organizations.name')}
        hint={t('list.typeName')}
        noMatch={t('list.noMatch')}
        picking={picking}
        list={list}
        onPick={({ note = '' }) => {
          onClose();
          onFound(note);
        }}
      />
    </Dialog>
  );
}
