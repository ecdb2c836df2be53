import type { ComponentProps } from 'react';
import { AccountPage } from '../features/account/account.page.tsx';
import { ShortcutSettings } from '../features/editor/shortcuts/shortcut-settings.tsx';

/** The page of the account with the keys of the editor, which are another feature. */
export function AccountAndKeys(props: Omit<ComponentProps<typeof AccountPage>, 'shortcuts'>) {
  return <AccountPage {...props} shortcuts={<ShortcutSettings />} />;
}
