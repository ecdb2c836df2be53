/**
 * The types of the contract. In the repository, they are derived from the endpoint values. The published
 * package has a generated file instead, so that it depends neither on the contract nor on TypeBox.
 */
import {
  type BodyOf,
  type DataOf,
  ENDPOINTS,
  type Endpoint,
  type MetaOf,
  type ParamsOf,
  type QueryOf,
} from '@parlance/contracts';
import { describeOperation } from './describe-operation.ts';
import type { OperationRow } from './operation.ts';

export const OPERATIONS: readonly OperationRow[] = ENDPOINTS.map(describeOperation);

/** The parts of every operation by its id. A part that does not exist is `unknown`. */
export type Operations = {
  [E in Endpoint as E['id']]: {
    params: ParamsOf<E>;
    query: QueryOf<E>;
    body: BodyOf<E>;
    data: DataOf<E>;
    meta: MetaOf<E>;
  };
};

export type {
  Actor,
  ApiKey,
  AuditEntry,
  Billing,
  BulkTranslation,
  Bundle,
  Capture,
  Cell,
  CellForm,
  Change,
  ChangedKey,
  ChangedText,
  ChangeItem,
  ChangeKind,
  CheckFinding,
  CheckoutOrder,
  CreatedApiKey,
  CreditPack,
  Credits,
  DashboardActivity,
  DashboardProject,
  DashboardSummary,
  DashboardUsage,
  DeactivatedUser,
  EndedSession,
  Environment,
  ErrorCode,
  Estimate,
  ExportedFile,
  ExportedFiles,
  Fault,
  FileFormatName,
  Formality,
  GlossaryTerm,
  Health,
  IdentifiedString,
  IgnoredCheckEvent,
  ImportChange,
  ImportOverride,
  ImportResult,
  Invitation,
  InvitationPreview,
  JobResult,
  KeyTreeNode,
  LedgerRow,
  ListMeta,
  Locale,
  LocaleCounts,
  Member,
  MemoryMatch,
  MessageFormat,
  MessageList,
  MessageTree,
  MissingWork,
  Money,
  MultilingualTranslation,
  Organization,
  PendingRelease,
  Plan,
  Project,
  ProjectSettings,
  Readiness,
  Release,
  ReleaseChange,
  ReleaseChecks,
  Role,
  Row,
  RowIndex,
  Scope,
  Session,
  StagedImport,
  StringsWork,
  TranslatedText,
  TranslationEngine,
  TranslationError,
  TranslationItem,
  TranslationJob,
  TranslationKey,
  TranslationUsage,
  TranslationValue,
  TranslationValueRow,
  TranslationWarning,
  Usage,
  UsageRow,
  User,
  UserProfile,
  ValueFinding,
  ValueFindings,
  ValueOrigin,
  ValueState,
  ValueVersion,
  Warning,
} from '@parlance/contracts';
