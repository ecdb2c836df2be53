import type { ProjectSettings } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import type { OwnerRef, ProjectRef } from '../../kernel/index.ts';
import type { ChangeRecord } from '../change/change.store.ts';
import type { CheckerSource } from '../check/checker.ts';
import type { KeyRef } from '../key/key-ref.ts';
import type { ContentChanges } from './changes.ts';
import type { InFlight } from './in-flight.ts';

/** The columns of a project that are needed to write its keys and values. */
export interface ContentProject {
  readonly id: ProjectRef;
  readonly organization_id: OwnerRef;
  readonly source_locale: string;
  readonly source_locale_id: number;
  readonly source_changed_at: Date | null;
  readonly settings: ProjectSettings;
}

export interface ChangeStamp {
  changeId: string;
  now: Date;
}

export interface WrittenLocale {
  id: number;
  code: string;
}

export interface RewordedKey {
  readonly keyId: string;
  /** Earlier source version of the key with the same text. Null if the key never had this text. */
  readonly earlier: number | null;
  /** True if `earlier` is the current source version, so that the meaning of the text is unchanged. */
  readonly isSame: boolean;
  readonly endedBy: string | null;
}

/** An edit of source texts, which decides whether their translations stay up to date. */
export interface SourceEdit {
  /**
   * True if the new text has the same meaning, so that translations which are up to date stay so.
   * False if the meaning has changed. If undefined, the meaning counts as unchanged only if the key
   * had this text earlier under its current source version.
   */
  readonly keepTranslations?: boolean | undefined;
}

/**
 * The state of a transaction that changes keys and values of a project. `inContent` creates it and
 * stores its effects at the end.
 */
export interface Writing {
  readonly tx: Db;
  readonly project: ContentProject;
  readonly by: ChangeStamp;
  readonly changes: ContentChanges;
  readonly inFlight: InFlight;
  readonly checks: CheckerSource;
  readonly sourceEdit: SourceEdit;
  /**
   * The keys that the caller has read and locked. Functions that write keys update these objects. A
   * caller that reads the keys again must replace the list.
   */
  lockedKeys: readonly KeyRef[];
  /** The change to record at the end of the transaction. Null if the caller records the change. */
  record: ChangeRecord | null;
  /**
   * Keys with a new source text that may be the form `other` of a plural family. Translations of
   * the other forms may become outdated.
   */
  readonly rewordedOthers: RewordedKey[];
}
