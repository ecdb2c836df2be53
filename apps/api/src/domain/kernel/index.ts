export { insertActivity } from './activity/activity.store.ts';
export { isListed } from './archived.store.ts';
export {
  type AuditEntry,
  type AuditFilter,
  type AuditRow,
  audit,
  listAudit,
} from './audit/audit.store.ts';
export { BULK_ROWS, rangesOf } from './batches.ts';
export { DryRun } from './dry-run.ts';
export { faultOfPath } from './fault-of-path.ts';
export { FORMAT_LIMITS } from './format-limits.ts';
export {
  dropUnconfirmed,
  IDEMPOTENCY_KEPT_MS,
  type IdempotencyKey,
  RENEW_MS,
  releaseKey,
  renewKey,
  storeAnswer,
  takeKey,
} from './idempotency/idempotency.store.ts';
export { inCatalogWords } from './in-catalog-words.ts';
export { pageById, pageByTime } from './keyset-page.store.ts';
export { type RateRule, takeUses } from './limits/rate.store.ts';
export { type CountedUse, UseLeases } from './limits/use-leases.ts';
export {
  addressOf,
  addressTakenLetter,
  emailChangeLetter,
  emailChangingLetter,
  INVITATION_DAYS,
  invitationLetter,
  linkTo,
  onOneLine,
  passwordResetLetter,
  type Recipient,
  type Stationery,
  verificationLetter,
  webhookLetter,
  write,
} from './mail/letters.ts';
export { mailLanguage, preferredLanguage } from './mail/mail-language.ts';
export {
  ALL_PURPOSES,
  findMailToken,
  findRequestedEmail,
  insertMailToken,
  type PresentedMailToken,
  requestEmailToken,
  storeTokenOfRequest,
  useMailToken,
  voidMailTokens,
} from './mail/mail-token.store.ts';
export { noteChangedValues, takeChangedValues } from './outbox/changed-values.store.ts';
export {
  announceEvent,
  announceNumbered,
  type EventFacts,
  findOrganizationToDispatch,
  isAnyEvent,
  lockSequence,
  type NumberedRange,
  type OutboxRow,
  saveLastNumber,
  takeRows,
} from './outbox/outbox.store.ts';
export {
  type ArchivedFilter,
  archivablePageQueryOf,
  type Page,
  type PageQuery,
  pageOf,
  pageQueryOf,
} from './paging.ts';
export {
  type Actor,
  type ApiKeyPrincipal,
  actorOf,
  type Grant,
  isSameMembership,
  type Membership,
  type Owner,
  ownerOf,
  type Principal,
  type UserPrincipal,
} from './principal.ts';
export {
  CONTENT_CLASS,
  type LockMode,
  lockComments,
  lockContent,
  lockProject,
  lockRechecks,
  lockRules,
  RULES_CLASS,
} from './project-lock.store.ts';
export { membersOf, type RowOf, recordOf, selectedColumns } from './record.ts';
export {
  hasCellRights,
  hasRight,
  isOwnLocale,
  membershipOf,
  requireCellRights,
  requireLocalesRights,
  requireProposalRights,
  requireRight,
} from './rights.ts';
export {
  inJoinedScan,
  inScan,
  SCAN_MS,
  SCAN_ROWS,
  type Scan,
  type ScanOptions,
  type ScanResult,
  scanPage,
} from './scan.store.ts';
export {
  fingerprintOf,
  isSealedWith,
  KEY_BYTES,
  openSecret,
  sealSecret,
} from './secret/secret-box.ts';
export { findFingerprint, replaceFingerprint } from './secret/secret-key.store.ts';
export { type SecretKeys, Secrets } from './secret/secrets.ts';
export { slugOf, withSuffix } from './slug.ts';
export { type OwnerRef, type ProjectRef, trustedOwner, trustedProject } from './tenant.ts';
export { type TimePageQuery, timePageQueryOf } from './time-paging.ts';
export { momentOf, type TimeRange, timeAt, timeRangeOf } from './time-range.ts';
export { hashToken, isApiKeyShaped, mintApiKey, mintToken } from './token.ts';
