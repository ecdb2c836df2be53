import type { Locale } from '@parlance/sdk';
import type { EditorSettings } from './cell/open-cell.ts';
import type { ChangeAddress, EditorAddress } from './editor-address.ts';

export interface EditorProps {
  organizationId: string;
  userId: string;
  /** False for a role that may only read texts. */
  mayWrite: boolean;
  project: {
    readonly id: string;
    readonly name: string;
    readonly settings: EditorSettings;
  };
  locales: readonly Locale[];
  address: EditorAddress;
  /** Changes the address as it is by then: another change may be on its way. */
  onAddress: ChangeAddress;
  /** Goes to the editor of another project of the organization. */
  onProject(projectId: string, address: EditorAddress): void;
  /** Address of a row for other people. */
  linkOf(keyId: string): string;
}
