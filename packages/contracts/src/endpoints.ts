import {
  apiKeysCreate,
  apiKeysDelete,
  apiKeysList,
  apiKeysRevokeSelf,
  apiKeysSelf,
} from './api-keys.ts';
import { auditLogList } from './audit-log.ts';
import {
  authForgotPassword,
  authResendVerification,
  authResetPassword,
  authSession,
  authSignIn,
  authSignOut,
  authSignUp,
  authVerifyEmail,
} from './auth.ts';
import {
  billingCheckoutSessionsCapture,
  billingCheckoutSessionsCreate,
  billingCredits,
  billingGet,
  billingLedger,
  billingPlan,
  billingWebhooksPaypal,
} from './billing.ts';
import {
  dashboardActivity,
  dashboardProgress,
  dashboardProjects,
  dashboardSummary,
  dashboardUsage,
} from './dashboard.ts';
import { eventsStream } from './events.ts';
import { healthGet, healthReady } from './health.ts';
import { i18nBulkRunsCancel, i18nBulkRunsGet, i18nKeysBulk, i18nValuesBulk } from './i18n/bulk.ts';
import { i18nBundlesGet } from './i18n/bundles.ts';
import {
  i18nChangesGet,
  i18nChangesList,
  i18nChangesRevert,
  i18nChangesSince,
  i18nChangesValues,
} from './i18n/changes.ts';
import { i18nChildrenCreate, i18nChildrenList } from './i18n/children.ts';
import {
  i18nCommentsDelete,
  i18nCommentsList,
  i18nCommentsMute,
  i18nCommentsReopen,
  i18nCommentsResolve,
  i18nCommentsUpdate,
  i18nKeysCommentsCreate,
  i18nKeysCommentsList,
  i18nOpenWorkGet,
  i18nPeopleList,
  i18nValuesSendBack,
} from './i18n/comments.ts';
import {
  i18nEnvironmentsDelivery,
  i18nEnvironmentsResumeDelivery,
  i18nEnvironmentsStopDelivery,
  i18nProjectsDelivery,
  i18nProjectsResumeDelivery,
  i18nProjectsStopDelivery,
} from './i18n/delivery.ts';
import {
  i18nEnvironmentsCreate,
  i18nEnvironmentsDelete,
  i18nEnvironmentsList,
  i18nEnvironmentsPending,
  i18nEnvironmentsUpdate,
} from './i18n/environments.ts';
import { i18nProjectsExport } from './i18n/export.ts';
import { i18nFilesJsonImport } from './i18n/files.ts';
import { i18nFindingsGet, i18nFindingsPreview } from './i18n/findings.ts';
import { i18nFilesImport } from './i18n/folder.ts';
import {
  i18nGlossaryCreate,
  i18nGlossaryDelete,
  i18nGlossaryExport,
  i18nGlossaryImport,
  i18nGlossaryList,
  i18nGlossaryUpdate,
} from './i18n/glossary.ts';
import {
  i18nIgnoredChecksDelete,
  i18nIgnoredChecksList,
  i18nIgnoredChecksPut,
} from './i18n/ignored-checks.ts';
import { i18nProjectsImport } from './i18n/import.ts';
import {
  i18nImportsApply,
  i18nImportsChanges,
  i18nImportsCreate,
  i18nImportsDelete,
  i18nImportsGet,
} from './i18n/imports.ts';
import {
  i18nFormsCreate,
  i18nKeysCreate,
  i18nKeysDelete,
  i18nKeysList,
  i18nKeysUpdate,
} from './i18n/keys.ts';
import {
  i18nLocalesCreate,
  i18nLocalesDelete,
  i18nLocalesList,
  i18nLocalesUpdate,
} from './i18n/locales.ts';
import { i18nMembersDelete, i18nMembersList, i18nMembersPut } from './i18n/members.ts';
import { i18nMemoryDelete, i18nMemoryExport, i18nMemoryImport } from './i18n/memory.ts';
import { i18nProgressGet } from './i18n/progress.ts';
import {
  i18nProjectsCreate,
  i18nProjectsDelete,
  i18nProjectsGet,
  i18nProjectsList,
  i18nProjectsUpdate,
} from './i18n/projects.ts';
import {
  i18nProposalsAccept,
  i18nProposalsCreate,
  i18nProposalsDecline,
  i18nProposalsList,
  i18nProposalsVote,
  i18nProposalsWithdraw,
} from './i18n/proposals.ts';
import {
  i18nReleasesCreate,
  i18nReleasesDiff,
  i18nReleasesGet,
  i18nReleasesList,
} from './i18n/releases.ts';
import {
  i18nCountsGet,
  i18nKeyTreeList,
  i18nReviewsGet,
  i18nRowIndexGet,
  i18nRowsList,
} from './i18n/rows.ts';
import { i18nKeysSuggestions } from './i18n/suggestions.ts';
import { i18nTranslationGet, i18nTranslationUpdate } from './i18n/translation.ts';
import {
  i18nHistoryList,
  i18nValuesDelete,
  i18nValuesList,
  i18nValuesPut,
  i18nValuesUpdate,
} from './i18n/values.ts';
import {
  notificationsUnsubscribe,
  usersNotificationsCount,
  usersNotificationsList,
  usersNotificationsRead,
} from './notifications.ts';
import {
  organizationsInvitationsAccept,
  organizationsInvitationsCreate,
  organizationsInvitationsDelete,
  organizationsInvitationsList,
  organizationsInvitationsPreview,
} from './organizations/invitations.ts';
import {
  organizationsMembersDelete,
  organizationsMembersList,
  organizationsMembersUpdate,
} from './organizations/members.ts';
import {
  organizationsCreate,
  organizationsGet,
  organizationsList,
  organizationsUpdate,
} from './organizations/organizations.ts';
import { usersMeExport } from './personal-data.ts';
import { translateBulk } from './translate/bulk.ts';
import { translateEngines } from './translate/engines.ts';
import { translateEstimate } from './translate/estimate.ts';
import {
  translateJobsCancel,
  translateJobsCreate,
  translateJobsGet,
  translateJobsList,
  translateJobsResult,
} from './translate/jobs.ts';
import { translateMemorySearch } from './translate/memory.ts';
import { translateMultilingual } from './translate/multilingual.ts';
import { translatePreview } from './translate/preview.ts';
import { translateText } from './translate/text.ts';
import { usageGet } from './usage.ts';
import {
  usersApiKeysCreate,
  usersApiKeysDelete,
  usersApiKeysList,
  usersMeAccess,
  usersMeDelete,
  usersMeEmail,
  usersMeGet,
  usersMePassword,
  usersMeUpdate,
  usersSessionsDelete,
  usersSessionsList,
} from './users.ts';
import {
  webhooksCreate,
  webhooksDelete,
  webhooksDeliveriesList,
  webhooksDeliveriesRedeliver,
  webhooksGet,
  webhooksList,
  webhooksRotate,
  webhooksTest,
  webhooksUpdate,
} from './webhooks.ts';

/** All endpoints of the API, in the order of the API reference. */
export const ENDPOINTS = [
  healthGet,
  healthReady,
  authSignUp,
  authVerifyEmail,
  authResendVerification,
  authSignIn,
  authSignOut,
  authForgotPassword,
  authResetPassword,
  authSession,
  usersMeGet,
  usersMeAccess,
  usersMeUpdate,
  usersMeDelete,
  usersMePassword,
  usersMeEmail,
  usersMeExport,
  usersSessionsList,
  usersSessionsDelete,
  usersApiKeysList,
  usersApiKeysCreate,
  usersApiKeysDelete,
  usersNotificationsList,
  usersNotificationsCount,
  usersNotificationsRead,
  notificationsUnsubscribe,
  apiKeysList,
  apiKeysSelf,
  apiKeysRevokeSelf,
  apiKeysCreate,
  apiKeysDelete,
  organizationsList,
  organizationsCreate,
  organizationsGet,
  organizationsUpdate,
  organizationsMembersList,
  organizationsMembersUpdate,
  organizationsMembersDelete,
  organizationsInvitationsList,
  organizationsInvitationsCreate,
  organizationsInvitationsDelete,
  organizationsInvitationsPreview,
  organizationsInvitationsAccept,
  i18nProjectsList,
  i18nProjectsCreate,
  i18nProjectsGet,
  i18nProjectsUpdate,
  i18nProjectsDelete,
  i18nProjectsDelivery,
  i18nProjectsStopDelivery,
  i18nProjectsResumeDelivery,
  i18nTranslationGet,
  i18nTranslationUpdate,
  i18nChildrenList,
  i18nChildrenCreate,
  i18nMembersList,
  i18nMembersPut,
  i18nMembersDelete,
  i18nLocalesList,
  i18nLocalesCreate,
  i18nLocalesUpdate,
  i18nLocalesDelete,
  i18nEnvironmentsList,
  i18nEnvironmentsCreate,
  i18nEnvironmentsUpdate,
  i18nEnvironmentsDelete,
  i18nEnvironmentsPending,
  i18nEnvironmentsDelivery,
  i18nEnvironmentsStopDelivery,
  i18nEnvironmentsResumeDelivery,
  i18nKeysList,
  i18nKeysCreate,
  i18nKeysUpdate,
  i18nKeysDelete,
  i18nFormsCreate,
  i18nGlossaryList,
  i18nGlossaryCreate,
  i18nGlossaryUpdate,
  i18nGlossaryDelete,
  i18nGlossaryExport,
  i18nGlossaryImport,
  i18nMemoryImport,
  i18nMemoryExport,
  i18nMemoryDelete,
  i18nRowsList,
  i18nRowIndexGet,
  i18nProgressGet,
  i18nCountsGet,
  i18nReviewsGet,
  i18nKeyTreeList,
  i18nValuesList,
  i18nValuesUpdate,
  i18nValuesPut,
  i18nValuesDelete,
  i18nValuesSendBack,
  i18nHistoryList,
  i18nFindingsGet,
  i18nFindingsPreview,
  i18nIgnoredChecksList,
  i18nIgnoredChecksPut,
  i18nIgnoredChecksDelete,
  i18nProposalsList,
  i18nProposalsCreate,
  i18nProposalsAccept,
  i18nProposalsDecline,
  i18nProposalsWithdraw,
  i18nProposalsVote,
  i18nCommentsList,
  i18nKeysCommentsList,
  i18nKeysCommentsCreate,
  i18nCommentsUpdate,
  i18nCommentsDelete,
  i18nCommentsResolve,
  i18nCommentsReopen,
  i18nCommentsMute,
  i18nPeopleList,
  i18nOpenWorkGet,
  i18nProjectsImport,
  i18nProjectsExport,
  i18nFilesJsonImport,
  i18nFilesImport,
  i18nImportsCreate,
  i18nImportsGet,
  i18nImportsChanges,
  i18nImportsApply,
  i18nImportsDelete,
  i18nValuesBulk,
  i18nKeysBulk,
  i18nBulkRunsCancel,
  i18nBulkRunsGet,
  i18nKeysSuggestions,
  i18nChangesList,
  i18nChangesRevert,
  i18nChangesSince,
  i18nChangesGet,
  i18nChangesValues,
  i18nReleasesList,
  i18nReleasesCreate,
  i18nReleasesGet,
  i18nReleasesDiff,
  i18nBundlesGet,
  eventsStream,
  translateText,
  translateBulk,
  translateMultilingual,
  translatePreview,
  translateEstimate,
  translateEngines,
  translateJobsList,
  translateJobsCreate,
  translateJobsGet,
  translateJobsResult,
  translateJobsCancel,
  translateMemorySearch,
  usageGet,
  billingGet,
  billingPlan,
  billingCredits,
  billingLedger,
  billingCheckoutSessionsCreate,
  billingCheckoutSessionsCapture,
  billingWebhooksPaypal,
  dashboardSummary,
  dashboardProjects,
  dashboardProgress,
  dashboardActivity,
  dashboardUsage,
  auditLogList,
  webhooksList,
  webhooksCreate,
  webhooksGet,
  webhooksUpdate,
  webhooksDelete,
  webhooksRotate,
  webhooksTest,
  webhooksDeliveriesList,
  webhooksDeliveriesRedeliver,
] as const;

export type Endpoint = (typeof ENDPOINTS)[number];
