import type { Locale } from '@parlance/sdk';
import type { EditorSettings } from './cell/open-cell.ts';
import type { ChangeAddress, EditorAddress } from './editor-address.ts';

export interface EditorProps {
  organizationId: string;
  userId: string;
  /** False if the user's role may only read texts. */
  mayWrite: boolean;
  /** True if the user may propose texts. A user who may also write saves them instead. */
  mayPropose: boolean;
  /** True if the user's role may change keys and source texts. */
  mayEditKeys: boolean;
  /** True if the user may delete the comments of others. */
  mayModerate: boolean;
  /** Locales whose values the user may change. Null for all locales. */
  ownLocales: readonly string[] | null;
  project: {
    readonly id: string;
    readonly name: string;
    readonly settings: EditorSettings;
  };
  locales: readonly Locale[];
  address: EditorAddress;
  /** Returns the query of the newest address, which the page shows only after the router has loaded it. */
  latestQuery(): string;
  /**
   * Changes the address of the page. `change` is called with the current address, because another change may have
   * happened in the meantime.
   */
  onAddress: ChangeAddress;
  /** Opens the editor of another project in the organization. */
  onProject(projectId: string, address: EditorAddress): void;
  /** Returns a link to a row that the user can send to other people. */
  linkOf(keyId: string): string;
}
