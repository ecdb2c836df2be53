import type { ComponentProps } from 'react';
import { AccountPage } from '../features/account/account.page.tsx';
import { ShortcutSettings } from '../features/editor/shortcuts/shortcut-settings.tsx';

/** The account page with the editor's keyboard shortcuts, which belong to another feature. */
export function AccountAndKeys(props: Omit<ComponentProps<typeof AccountPage>, 'shortcuts'>) {
  return <AccountPage {...props} shortcuts={<ShortcutSettings />} />;
}
