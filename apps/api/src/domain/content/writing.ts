import type { ProjectSettings } from '@parlance/contracts';
import type { Db } from '../../db/client.ts';
import type { ChangeRecord } from '../change/change.store.ts';
import type { CheckerSource } from '../check/checker.ts';
import type { KeyRef } from '../key/key-ref.ts';
import type { OwnerRef, ProjectRef } from '../tenant.ts';
import type { ContentChanges } from './changes.ts';
import type { InFlight } from './in-flight.ts';

/** The columns of a project that the writers of its content need. */
export interface ContentProject {
  readonly id: ProjectRef;
  readonly organization_id: OwnerRef;
  readonly source_locale: string;
  readonly source_locale_id: number;
  readonly settings: ProjectSettings;
}

/** The change that writes keys and values, with its time. */
export interface WrittenBy {
  changeId: string;
  now: Date;
}

/** A locale whose values are written. */
export interface WrittenLocale {
  id: number;
  code: string;
}

/** A key whose source text changes. */
export interface RewordedKey {
  readonly keyId: string;
  /** The source version in which the key had this text before. Null for a new text. */
  readonly earlier: number | null;
  /** The change that ended that version, if it is known. */
  readonly endedBy: string | null;
}

/** A change of a project's content that is in progress. `inContent` opens and ends it. */
export interface Writing {
  readonly tx: Db;
  readonly project: ContentProject;
  readonly by: WrittenBy;
  readonly changes: ContentChanges;
  /** The insert that is running, of keys or values that no other transaction can see. */
  readonly inFlight: InFlight;
  /** Checks texts before they are written. */
  readonly checks: CheckerSource;
  /**
   * Keys that the caller works with. The writers update their families and source versions. The caller replaces them
   * before it passes other objects of the same keys.
   */
  keysAtHand: readonly KeyRef[];
  /** The record of the change, if the caller does not write it. */
  record: ChangeRecord | null;
  /** Keys with a new source text that may be the `other` of a plural family. Their forms are handled at the end. */
  readonly rewordedOthers: RewordedKey[];
}
