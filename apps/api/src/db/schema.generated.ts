// Generated from the migrated database by `npm run gen`. Do not edit.
import type { Generated } from 'kysely';

export type ActivityType = 'import' | 'release' | 'translation_job';
export type ActorType = 'user' | 'api_key' | 'job';
export type BulkRunStatus = 'running' | 'completed' | 'failed' | 'cancelled';
export type ChangeKind = 'import' | 'edit' | 'job' | 'bulk' | 'revert';
export type CommentAction = 'created' | 'edited' | 'deleted' | 'resolved' | 'reopened';
export type CommentKind = 'comment' | 'question';
export type CreditKind = 'included' | 'purchased';
export type KeyAction = 'created' | 'archived' | 'restored' | 'reworded';
export type LedgerType = 'grant' | 'purchase' | 'usage' | 'refund' | 'expiry';
export type MailTokenPurpose = 'verify_email' | 'reset_password' | 'change_email';
export type MemberRole = 'owner' | 'admin' | 'developer' | 'reviewer' | 'translator' | 'contributor' | 'viewer' | 'guest';
export type NotificationKind = 'mention' | 'thread' | 'question' | 'value' | 'sent_back' | 'resolved' | 'proposal';
export type PaymentOrderStatus = 'created' | 'approved' | 'pending' | 'completed' | 'failed';
export type ProposalState = 'open' | 'accepted' | 'declined' | 'withdrawn';
export type ReleaseStatus = 'publishing' | 'published' | 'failed';
export type TranslationJobKind = 'strings' | 'missing';
export type TranslationJobStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
export type ValueOrigin = 'import' | 'manual' | 'machine' | 'memory';
export type ValueState = 'translated' | 'needs_review' | 'reviewed';
export type WebhookDeliveryStatus = 'pending' | 'delivered' | 'failed';
export type WebhookDisabledReason = 'user' | 'failing' | 'gone';
export type WebhookKind = 'standard' | 'slack' | 'teams' | 'discord';

export interface ActivityTable {
  organization_id: string;
  id: string;
  type: ActivityType;
  project_id: Generated<string | null>;
  at: Date;
}

export interface ApiKeyTable {
  organization_id: string;
  id: string;
  name: string;
  prefix: string;
  scopes: string[];
  project_ids: Generated<string[] | null>;
  user_id: Generated<string | null>;
  created_by_type: ActorType;
  created_by_id: string;
  created_by_name: Generated<string | null>;
  created_at: Date;
  last_used_at: Generated<Date | null>;
  expires_at: Generated<Date | null>;
  revoked_at: Generated<Date | null>;
}

export interface ApiKeyTokenTable {
  token_hash: Buffer;
  organization_id: string;
  api_key_id: string;
}

export interface AppUserTable {
  id: string;
  email: string;
  email_folded: string;
  name: string;
  password_hash: string;
  email_verified_at: Generated<Date | null>;
  preferences: Generated<unknown>;
  created_at: Date;
  deactivated_at: Generated<Date | null>;
  erase_at: Generated<Date | null>;
  erase_after: Generated<string | null>;
}

export interface AuditLogTable {
  organization_id: string;
  id: string;
  at: Date;
  actor_type: ActorType;
  actor_id: string;
  actor_name: Generated<string | null>;
  action: string;
  target_type: string;
  target_id: string;
  target_name: Generated<string | null>;
  address: Generated<string | null>;
  details: Generated<unknown>;
}

export interface BulkPartTable {
  project_id: string;
  run_id: string;
  part: number;
  row_ids: string[];
}

export interface BulkRunTable {
  project_id: string;
  id: string;
  status: Generated<BulkRunStatus>;
  request: unknown;
  actor_type: ActorType;
  actor_id: string;
  actor_name: Generated<string | null>;
  rows_count: number;
  rows_done: Generated<number>;
  changed: Generated<number>;
  skipped: Generated<number>;
  conflicts: Generated<number>;
  failure: Generated<unknown | null>;
  created_at: Date;
  ended_at: Generated<Date | null>;
}

export interface BundleBlobTable {
  project_id: string;
  sha256: Buffer;
  content: Buffer;
  key_count: number;
  created_at: Date;
  unnamed_since: Generated<Date | null>;
}

export interface BundleReadTable {
  project_id: string;
  environment_id: string;
  hour: Date;
  requests: number;
}

export interface ChangeTable {
  project_id: string;
  id: string;
  kind: ChangeKind;
  parent_id: Generated<string | null>;
  number: Generated<number | null>;
  actor_type: ActorType;
  actor_id: string;
  actor_name: Generated<string | null>;
  details: Generated<unknown>;
  is_recorded: Generated<boolean>;
  at: Date;
}

export interface ChangeKeysTable {
  project_id: string;
  change_id: string;
  action: KeyAction;
  first_key_id: string;
  key_ids: string[];
  archived_by: Generated<string[] | null>;
  versions_before: Generated<number[] | null>;
  versions_after: Generated<number[] | null>;
  keys_count: number;
}

export interface ChangeSequenceTable {
  project_id: string;
  last_number: Generated<number>;
  last_change_id: Generated<string | null>;
  kept_from: Generated<number>;
  swept_to: Generated<number>;
}

export interface ChangeValuesTable {
  project_id: string;
  change_id: string;
  locale_id: number;
  first_key_id: string;
  key_ids: string[];
  versions: number[];
  values_count: number;
}

export interface ClearedValueTable {
  project_id: string;
  locale_id: number;
  key_id: string;
  version: number;
  restored_version: Generated<number | null>;
  change_id: string;
  at: Date;
}

export interface CommentTable {
  project_id: string;
  id: string;
  thread_id: string;
  key_id: string;
  locale_id: Generated<number | null>;
  kind: CommentKind;
  text: Generated<string | null>;
  mentioned_ids: Generated<string[]>;
  author_id: string;
  author_name: Generated<string | null>;
  created_at: Date;
  edited_at: Generated<Date | null>;
  answers_count: Generated<number>;
  is_open: boolean;
  resolved_by_id: Generated<string | null>;
  resolved_by_name: Generated<string | null>;
  resolved_at: Generated<Date | null>;
  event_id: string;
  last_action: Generated<CommentAction>;
  last_actor_id: string;
  last_actor_name: Generated<string | null>;
}

export interface CommentMuteTable {
  project_id: string;
  thread_id: string;
  user_id: string;
  muted_at: Date;
}

export interface ContentRevisionTable {
  project_id: string;
  locale_id: number;
  marks_count: number;
  marks_xor: number;
}

export interface CreditBalanceTable {
  organization_id: string;
  balance: Generated<number>;
  reserved: Generated<number>;
  ledger_sequence: Generated<number>;
  period: Generated<string | null>;
  due_at: Generated<Date | null>;
}

export interface CreditBucketTable {
  organization_id: string;
  id: string;
  kind: CreditKind;
  credits_granted: number;
  credits_left: number;
  period: Generated<string | null>;
  order_id: Generated<string | null>;
  created_at: Date;
  expires_at: Generated<Date | null>;
}

export interface CreditReservationTable {
  organization_id: string;
  reference_type: string;
  reference_id: string;
  credits: number;
  billed_units: Generated<number>;
  created_at: Date;
  expires_at: Date;
}

export interface DailyProgressTable {
  project_id: string;
  locale_id: number;
  day: string;
  translated: number;
  needs_review: number;
  missing: number;
}

export interface EngineAnswerTable {
  organization_id: string;
  request_hash: Buffer;
  body: string;
  unknown_words: Generated<string | null>;
  created_at: Date;
}

export interface EnvironmentTable {
  project_id: string;
  id: string;
  name: string;
  slug: string;
  fallback: string;
  prefixes: Generated<string[]>;
  created_at: Date;
  updated_at: Date;
  archived_at: Generated<Date | null>;
  delivery_stopped_at: Generated<Date | null>;
}

export interface FormerMembershipTable {
  user_id: string;
  organization_id: string;
  left_at: Date;
}

export interface GlossaryTermTable {
  project_id: string;
  id: string;
  term: string;
  translations: Generated<unknown>;
  do_not_translate: Generated<boolean>;
  case_sensitive: Generated<boolean>;
  note: Generated<string>;
  created_at: Date;
  updated_at: Date;
  archived_at: Generated<Date | null>;
}

export interface IdempotencyRecordTable {
  organization_id: string;
  principal_id: string;
  operation: string;
  key_hash: Buffer;
  body_hash: Generated<Buffer | null>;
  status: Generated<number | null>;
  answer: Generated<unknown | null>;
  created_at: Date;
  locked_until: Date;
}

export interface IgnoredCheckHistoryTable {
  project_id: string;
  locale_id: number;
  key_id: string;
  id: string;
  code: string;
  ignored: boolean;
  version: number;
  actor_type: ActorType;
  actor_id: string;
  actor_name: Generated<string | null>;
  at: Date;
}

export interface InboxTable {
  user_id: string;
  event_id: string;
  digest_due_at: Generated<Date | null>;
  digest_at: Generated<Date | null>;
  reminded_at: Generated<Date | null>;
  unsubscribe_secret: Generated<Buffer>;
}

export interface InvitationTable {
  organization_id: string;
  id: string;
  email: string;
  email_folded: string;
  role: MemberRole;
  invited_by_type: ActorType;
  invited_by_id: string;
  invited_by_name: Generated<string | null>;
  created_at: Date;
  expires_at: Date;
  accepted_at: Generated<Date | null>;
  revoked_at: Generated<Date | null>;
  locale_tags: Generated<string[] | null>;
  project_ids: Generated<string[] | null>;
}

export interface InvitationTokenTable {
  token_hash: Buffer;
  organization_id: string;
  invitation_id: string;
}

export interface KeyAliasTable {
  project_id: string;
  name_hash: string;
  name: string;
  key_id: string;
  created_at: Date;
}

export interface KeyCountTable {
  project_id: string;
  plain_keys: Generated<number>;
  cardinal_families: Generated<number>;
  integer_families: Generated<number>;
  ordinal_families: Generated<number>;
  family_members: Generated<number>;
  zero_forms: Generated<number>;
  untranslatable_keys: Generated<number>;
}

export interface KeyHistoryTable {
  project_id: string;
  change_id: string;
  key_id: string;
  before: unknown;
  after: unknown;
  at: Date;
}

export interface LedgerTable {
  organization_id: string;
  sequence: number;
  id: string;
  at: Date;
  type: LedgerType;
  credits: number;
  units: number;
  balance_after: number;
  reference_type: string;
  reference_id: string;
  description: string;
}

export interface LocaleTable {
  project_id: string;
  id: number;
  code: string;
  name: string;
  enabled: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
}

export interface MailTokenTable {
  id: string;
  user_id: string;
  purpose: MailTokenPurpose;
  token_hash: Generated<Buffer | null>;
  email: Generated<string | null>;
  created_at: Date;
  expires_at: Generated<Date | null>;
  used_at: Generated<Date | null>;
  voided_at: Generated<Date | null>;
}

export interface MembershipTable {
  organization_id: string;
  user_id: string;
  role: MemberRole;
  joined_at: Date;
  locale_tags: Generated<string[] | null>;
}

export interface MemoryChangeTable {
  project_id: string;
  id: string;
  hashes_all: Generated<boolean>;
  after_key_id: Generated<string>;
}

export interface MemoryTextTable {
  organization_id: string;
  source_hash: Buffer;
  bands: number[];
}

export interface MemoryUnitTable {
  project_id: string;
  id: string;
  organization_id: string;
  source_locale: string;
  target_locale: string;
  source: string;
  target: string;
  source_hash: Buffer;
  masked_hash: Buffer;
  memory_bands: number[];
  target_hash: Buffer;
  created_at: Date;
}

export interface NotificationTable {
  user_id: string;
  id: string;
  kind: NotificationKind;
  organization_id: string;
  project_id: string;
  thread_id: string;
  comment_id: string;
  created_at: Date;
  read_at: Generated<Date | null>;
  awaits_mail: boolean;
  digest_id: Generated<string | null>;
}

export interface OrganizationTable {
  id: string;
  name: string;
  slug: string;
  personal_user_id: Generated<string | null>;
  created_at: Date;
  archived_at: Generated<Date | null>;
}

export interface OutboxTable {
  organization_id: string;
  position: number;
  id: Generated<string>;
  event: string;
  project_id: Generated<string | null>;
  at: Date;
  body: unknown;
}

export interface OutboxSequenceTable {
  organization_id: string;
  last_number: Generated<number>;
}

export interface OutboxValuesTable {
  organization_id: string;
  project_id: string;
  first_number: Generated<number | null>;
  last_number: number;
  due_at: Generated<Date | null>;
  sent_at: Generated<Date | null>;
}

export interface OutdatedValueCountTable {
  project_id: string;
  locale_id: number;
  values_count: number;
}

export interface OutdatedValueDeltaTable {
  project_id: string;
  locale_id: number;
  values_count: number;
}

export interface PaymentOrderTable {
  organization_id: string;
  id: string;
  provider_order_id: string;
  pack_id: string;
  pack_name: string;
  credits: number;
  amount_value: string;
  amount_currency: string;
  status: Generated<PaymentOrderStatus>;
  approve_url: string;
  capture_attempt: Generated<number>;
  capturing_until: Generated<Date | null>;
  capture_id: Generated<string | null>;
  failure: Generated<string | null>;
  actor_type: ActorType;
  actor_id: string;
  actor_name: Generated<string | null>;
  created_at: Date;
  updated_at: Date;
  completed_at: Generated<Date | null>;
}

export interface ProjectTable {
  id: string;
  organization_id: string;
  parent_id: Generated<string | null>;
  name: string;
  slug: string;
  source_locale_id: number;
  last_locale_id: Generated<number>;
  source_changed_at: Generated<Date | null>;
  settings: unknown;
  created_at: Date;
  updated_at: Date;
  archived_at: Generated<Date | null>;
  translation_settings: Generated<unknown | null>;
  delivery_stopped_at: Generated<Date | null>;
}

export interface ProjectGrantTable {
  organization_id: string;
  user_id: string;
  granted_project_id: string;
  role: MemberRole;
  locale_tags: Generated<string[] | null>;
  granted_at: Date;
}

export interface ProjectSlugTable {
  organization_id: string;
  slug: string;
  project_id: string;
}

export interface ProposalTable {
  project_id: string;
  id: string;
  key_id: string;
  locale_id: number;
  text: string;
  base_version: number;
  source_version: number;
  checks: Generated<number>;
  author_type: ActorType;
  author_id: string;
  author_name: Generated<string | null>;
  person_id: string;
  state: Generated<ProposalState>;
  votes_count: Generated<number>;
  created_at: Date;
  event_id: string;
  decided_by_type: Generated<ActorType | null>;
  decided_by_id: Generated<string | null>;
  decided_by_name: Generated<string | null>;
  decided_at: Generated<Date | null>;
}

export interface ProposalVoteTable {
  project_id: string;
  proposal_id: string;
  user_id: string;
  voted_at: Date;
}

export interface RateWindowTable {
  subject: Buffer;
  used: number;
  ends_at: Date;
  granted: Generated<number>;
}

export interface RecheckTable {
  project_id: string;
  id: string;
  key_ids: Generated<string[] | null>;
  after_key_id: Generated<string>;
  reason: string;
}

export interface ReleaseTable {
  project_id: string;
  id: string;
  environment_id: string;
  version: number;
  status: ReleaseStatus;
  note: Generated<string>;
  from_release_id: Generated<string | null>;
  partial: Generated<boolean>;
  key_separator: Generated<string | null>;
  check_findings: Generated<unknown | null>;
  check_levels: Generated<unknown>;
  failure: Generated<unknown | null>;
  withdrawable: Generated<boolean>;
  actor_type: ActorType;
  actor_id: string;
  actor_name: Generated<string | null>;
  created_at: Date;
  pending_at: Generated<Date | null>;
  published_at: Generated<Date | null>;
  message_format: Generated<string | null>;
}

export interface ReleaseKeptLocaleTable {
  project_id: string;
  release_id: string;
  locale: string;
  from_release_id: string;
}

export interface ReleaseLocaleTable {
  project_id: string;
  release_id: string;
  locale: string;
  sha256: Buffer;
  nested_sha256: Generated<Buffer | null>;
  key_count: number;
  size_bytes: number;
  fingerprint: string;
  checks: Generated<unknown | null>;
  stand_ins: Generated<unknown | null>;
}

export interface RevisionMarkTable {
  project_id: string;
  locale_id: number;
  id: number;
}

export interface SecretKeyTable {
  only_row: Generated<boolean>;
  fingerprint: Buffer;
}

export interface SessionTable {
  token_hash: Buffer;
  id: string;
  user_id: string;
  user_agent: Generated<string | null>;
  created_at: Date;
  renewed_at: Date;
  expires_at: Date;
}

export interface StagedImportTable {
  project_id: string;
  id: string;
  organization_id: string;
  format: string;
  locale: string;
  target_locales: string[];
  mode: string;
  prune: boolean;
  result: Generated<unknown>;
  warnings: Generated<unknown>;
  file_warnings: Generated<unknown>;
  size_bytes: Generated<number>;
  actor_type: ActorType;
  actor_id: string;
  actor_name: Generated<string | null>;
  created_at: Date;
  expires_at: Date;
  applied_at: Generated<Date | null>;
  folder: Generated<unknown | null>;
}

export interface StagedImportChunkTable {
  project_id: string;
  import_id: string;
  chunk: number;
  kinds: number;
  locale: Generated<string | null>;
  content: Buffer;
  file: Generated<number>;
}

export interface TranslationChunkTable {
  organization_id: string;
  job_id: string;
  locale: string;
  chunk: number;
  source_id: number;
  strings_count: number;
  is_done: Generated<boolean>;
  attempt: Generated<number>;
  results: Generated<unknown | null>;
}

export interface TranslationJobTable {
  organization_id: string;
  id: string;
  kind: TranslationJobKind;
  project_id: Generated<string | null>;
  source_locale: string;
  options: unknown;
  status: Generated<TranslationJobStatus>;
  slice: Generated<number>;
  strings_total: number;
  strings_done: Generated<number>;
  strings_failed: Generated<number>;
  units: Generated<number>;
  billed_units: Generated<number>;
  memory_hits: Generated<number>;
  engines: Generated<unknown>;
  error_code: Generated<string | null>;
  error_message: Generated<string | null>;
  error_params: Generated<unknown | null>;
  locale_errors: Generated<unknown>;
  created_by_type: ActorType;
  created_by_id: string;
  created_by_name: Generated<string | null>;
  created_at: Date;
  started_at: Generated<Date | null>;
  finished_at: Generated<Date | null>;
  results_dropped_at: Generated<Date | null>;
  engine_calls: Generated<number>;
}

export interface TranslationJobLocaleTable {
  organization_id: string;
  job_id: string;
  locale: string;
  engine: Generated<string | null>;
}

export interface TranslationKeyTable {
  project_id: string;
  id: string;
  organization_id: string;
  name: string;
  name_hash: string;
  unit_id: Generated<string | null>;
  description: Generated<string>;
  description_origin: Generated<string>;
  tags: Generated<string[]>;
  max_length: Generated<number | null>;
  plural_family: Generated<string | null>;
  plural_style: Generated<string | null>;
  plural_category: Generated<string | null>;
  plural_ordinal: Generated<boolean>;
  plural_everywhere: Generated<boolean>;
  plural_said: Generated<string | null>;
  translatable: Generated<boolean>;
  source_version: Generated<number>;
  last_source_version: Generated<number>;
  source_hash: Generated<Buffer | null>;
  masked_hash: Generated<Buffer | null>;
  created_at: Date;
  created_change_id: Generated<string | null>;
  updated_at: Date;
  archived_at: Generated<Date | null>;
  archived_change_id: Generated<string | null>;
  first_archived_change_id: Generated<string | null>;
}

export interface TranslationSourceTable {
  organization_id: string;
  job_id: string;
  id: number;
  strings: unknown;
}

export interface TranslationValueTable {
  project_id: string;
  locale_id: number;
  key_id: string;
  text: string;
  state: ValueState;
  origin: ValueOrigin;
  version: Generated<number>;
  source_version: number;
  change_id: string;
  checks: Generated<number>;
  unknown_words: Generated<string | null>;
  updated_at: Date;
  ignored_checks: Generated<number>;
  restored_version: Generated<number | null>;
  fold_kinds: Generated<number | null>;
  fold_version: Generated<number | null>;
}

export interface UnnamedBlobTable {
  sha256: Buffer;
  since: Date;
}

export interface UsageDailyTable {
  organization_id: string;
  day: string;
  project_id: Generated<string | null>;
  engine: Generated<string | null>;
  source_locale: string;
  target_locale: string;
  strings: number;
  units: number;
  billed_units: number;
}

export interface ValueCountTable {
  project_id: string;
  locale_id: number;
  state: ValueState;
  origin: ValueOrigin;
  values_count: number;
}

export interface ValueCountDeltaTable {
  project_id: string;
  locale_id: number;
  state: ValueState;
  origin: ValueOrigin;
  values_count: number;
}

export interface ValueHistoryTable {
  project_id: string;
  locale_id: number;
  key_id: string;
  version: number;
  text: Generated<string | null>;
  state: Generated<ValueState | null>;
  origin: Generated<ValueOrigin | null>;
  source_version: Generated<number | null>;
  unknown_words: Generated<string | null>;
  restored_version: Generated<number | null>;
  change_id: string;
  at: Date;
}

export interface WebhookTable {
  organization_id: string;
  id: string;
  kind: WebhookKind;
  address: string;
  description: string;
  events: string[];
  project_ids: Generated<string[] | null>;
  secret_enc: Buffer;
  previous_secret_enc: Generated<Buffer | null>;
  previous_until: Generated<Date | null>;
  created_at: Date;
  disabled_at: Generated<Date | null>;
  disabled_reason: Generated<WebhookDisabledReason | null>;
  failing_since: Generated<Date | null>;
  warned_at: Generated<Date | null>;
  next_at: Generated<Date | null>;
  lease: Generated<string | null>;
  locale_tags: Generated<string[] | null>;
  include_texts: Generated<boolean>;
  sent_messages: Generated<unknown>;
  digest_at: Generated<string | null>;
  next_digest_at: Generated<Date | null>;
  succeeded_at: Generated<Date | null>;
  failures: Generated<number>;
  earlier_secrets: Generated<unknown>;
}

export interface WebhookDeliveryTable {
  organization_id: string;
  webhook_id: string;
  id: string;
  number: Generated<number | null>;
  event: string;
  body: string;
  created_at: Date;
  status: Generated<WebhookDeliveryStatus>;
  attempts: Generated<number>;
  next_at: Generated<Date | null>;
  attempted_at: Generated<Date | null>;
  answer_status: Generated<number | null>;
  answer_head: Generated<string | null>;
  fault: Generated<string | null>;
}

export interface Database {
  activity: ActivityTable;
  api_key: ApiKeyTable;
  api_key_token: ApiKeyTokenTable;
  app_user: AppUserTable;
  audit_log: AuditLogTable;
  bulk_part: BulkPartTable;
  bulk_run: BulkRunTable;
  bundle_blob: BundleBlobTable;
  bundle_read: BundleReadTable;
  change: ChangeTable;
  change_keys: ChangeKeysTable;
  change_sequence: ChangeSequenceTable;
  change_values: ChangeValuesTable;
  cleared_value: ClearedValueTable;
  comment: CommentTable;
  comment_mute: CommentMuteTable;
  content_revision: ContentRevisionTable;
  credit_balance: CreditBalanceTable;
  credit_bucket: CreditBucketTable;
  credit_reservation: CreditReservationTable;
  daily_progress: DailyProgressTable;
  engine_answer: EngineAnswerTable;
  environment: EnvironmentTable;
  former_membership: FormerMembershipTable;
  glossary_term: GlossaryTermTable;
  idempotency_record: IdempotencyRecordTable;
  ignored_check_history: IgnoredCheckHistoryTable;
  inbox: InboxTable;
  invitation: InvitationTable;
  invitation_token: InvitationTokenTable;
  key_alias: KeyAliasTable;
  key_count: KeyCountTable;
  key_history: KeyHistoryTable;
  ledger: LedgerTable;
  locale: LocaleTable;
  mail_token: MailTokenTable;
  membership: MembershipTable;
  memory_change: MemoryChangeTable;
  memory_text: MemoryTextTable;
  memory_unit: MemoryUnitTable;
  notification: NotificationTable;
  organization: OrganizationTable;
  outbox: OutboxTable;
  outbox_sequence: OutboxSequenceTable;
  outbox_values: OutboxValuesTable;
  outdated_value_count: OutdatedValueCountTable;
  outdated_value_delta: OutdatedValueDeltaTable;
  payment_order: PaymentOrderTable;
  project: ProjectTable;
  project_grant: ProjectGrantTable;
  project_slug: ProjectSlugTable;
  proposal: ProposalTable;
  proposal_vote: ProposalVoteTable;
  rate_window: RateWindowTable;
  recheck: RecheckTable;
  release: ReleaseTable;
  release_kept_locale: ReleaseKeptLocaleTable;
  release_locale: ReleaseLocaleTable;
  revision_mark: RevisionMarkTable;
  secret_key: SecretKeyTable;
  session: SessionTable;
  staged_import: StagedImportTable;
  staged_import_chunk: StagedImportChunkTable;
  translation_chunk: TranslationChunkTable;
  translation_job: TranslationJobTable;
  translation_job_locale: TranslationJobLocaleTable;
  translation_key: TranslationKeyTable;
  translation_source: TranslationSourceTable;
  translation_value: TranslationValueTable;
  unnamed_blob: UnnamedBlobTable;
  usage_daily: UsageDailyTable;
  value_count: ValueCountTable;
  value_count_delta: ValueCountDeltaTable;
  value_history: ValueHistoryTable;
  webhook: WebhookTable;
  webhook_delivery: WebhookDeliveryTable;
}
