import type { Route } from '../http/route.ts';
import { apiKeysCreateRoute } from './api-keys/create.ts';
import { apiKeysDeleteRoute } from './api-keys/delete.ts';
import { apiKeysListRoute } from './api-keys/list.ts';
import { apiKeysRevokeSelfRoute } from './api-keys/revoke-self.ts';
import { apiKeysSelfRoute } from './api-keys/self.ts';
import { auditLogListRoute } from './audit-log/list.ts';
import { authForgotPasswordRoute } from './auth/forgot-password.ts';
import { authResendVerificationRoute } from './auth/resend-verification.ts';
import { authResetPasswordRoute } from './auth/reset-password.ts';
import { authSessionRoute } from './auth/session.ts';
import { authSignInRoute } from './auth/sign-in.ts';
import { authSignOutRoute } from './auth/sign-out.ts';
import { authSignUpRoute } from './auth/sign-up.ts';
import { authVerifyEmailRoute } from './auth/verify-email.ts';
import { billingCheckoutSessionsCaptureRoute } from './billing/checkout-sessions.capture.ts';
import { billingCheckoutSessionsCreateRoute } from './billing/checkout-sessions.create.ts';
import { billingCreditsRoute } from './billing/credits.ts';
import { billingGetRoute } from './billing/get.ts';
import { billingLedgerRoute } from './billing/ledger.ts';
import { billingPlanRoute } from './billing/plan.ts';
import { billingWebhooksPaypalRoute } from './billing/webhooks.paypal.ts';
import { dashboardActivityRoute } from './dashboard/activity.ts';
import { dashboardProgressRoute } from './dashboard/progress.ts';
import { dashboardProjectsRoute } from './dashboard/projects.ts';
import { dashboardSummaryRoute } from './dashboard/summary.ts';
import { dashboardUsageRoute } from './dashboard/usage.ts';
import { docsErrorsRoute } from './docs/errors.ts';
import { docsGetRoute } from './docs/get.ts';
import { docsPackagesRoute } from './docs/packages.ts';
import { docsScriptRoute } from './docs/script.ts';
import { doorsChangePasswordRoute } from './doors/change-password.ts';
import { doorsRobotsRoute } from './doors/robots.ts';
import { doorsSecurityRoute } from './doors/security.ts';
import { eventsStreamRoute } from './events/stream.ts';
import { healthGetRoute } from './health/get.ts';
import { healthReadyRoute } from './health/ready.ts';
import { i18nBulkRunsCancelRoute } from './i18n/bulk-runs.cancel.ts';
import { i18nBulkRunsGetRoute } from './i18n/bulk-runs.get.ts';
import { i18nBundlesGetRoute } from './i18n/bundles.get.ts';
import { i18nChangesGetRoute } from './i18n/changes.get.ts';
import { i18nChangesListRoute } from './i18n/changes.list.ts';
import { i18nChangesRevertRoute } from './i18n/changes.revert.ts';
import { i18nChangesSinceRoute } from './i18n/changes.since.ts';
import { i18nChangesValuesRoute } from './i18n/changes.values.ts';
import { i18nChildrenCreateRoute } from './i18n/children.create.ts';
import { i18nChildrenListRoute } from './i18n/children.list.ts';
import { i18nCommentsDeleteRoute } from './i18n/comments.delete.ts';
import { i18nCommentsListRoute } from './i18n/comments.list.ts';
import { i18nCommentsMuteRoute } from './i18n/comments.mute.ts';
import { i18nCommentsReopenRoute } from './i18n/comments.reopen.ts';
import { i18nCommentsResolveRoute } from './i18n/comments.resolve.ts';
import { i18nCommentsUpdateRoute } from './i18n/comments.update.ts';
import { i18nCountsGetRoute } from './i18n/counts.get.ts';
import { i18nEnvironmentsCreateRoute } from './i18n/environments.create.ts';
import { i18nEnvironmentsDeleteRoute } from './i18n/environments.delete.ts';
import { i18nEnvironmentsDeliveryRoute } from './i18n/environments.delivery.ts';
import { i18nEnvironmentsListRoute } from './i18n/environments.list.ts';
import { i18nEnvironmentsPendingRoute } from './i18n/environments.pending.ts';
import { i18nEnvironmentsResumeDeliveryRoute } from './i18n/environments.resume-delivery.ts';
import { i18nEnvironmentsStopDeliveryRoute } from './i18n/environments.stop-delivery.ts';
import { i18nEnvironmentsUpdateRoute } from './i18n/environments.update.ts';
import { i18nFilesImportRoute } from './i18n/files.import.ts';
import { i18nFilesJsonImportRoute } from './i18n/files.json-import.ts';
import { i18nFindingsGetRoute } from './i18n/findings.get.ts';
import { i18nFindingsPreviewRoute } from './i18n/findings.preview.ts';
import { i18nFormsCreateRoute } from './i18n/forms.create.ts';
import { i18nGlossaryCreateRoute } from './i18n/glossary.create.ts';
import { i18nGlossaryDeleteRoute } from './i18n/glossary.delete.ts';
import { i18nGlossaryExportRoute } from './i18n/glossary.export.ts';
import { i18nGlossaryImportRoute } from './i18n/glossary.import.ts';
import { i18nGlossaryListRoute } from './i18n/glossary.list.ts';
import { i18nGlossaryUpdateRoute } from './i18n/glossary.update.ts';
import { i18nHistoryListRoute } from './i18n/history.list.ts';
import { i18nIgnoredChecksDeleteRoute } from './i18n/ignored-checks.delete.ts';
import { i18nIgnoredChecksListRoute } from './i18n/ignored-checks.list.ts';
import { i18nIgnoredChecksPutRoute } from './i18n/ignored-checks.put.ts';
import { i18nImportsApplyRoute } from './i18n/imports.apply.ts';
import { i18nImportsChangesRoute } from './i18n/imports.changes.ts';
import { i18nImportsCreateRoute } from './i18n/imports.create.ts';
import { i18nImportsDeleteRoute } from './i18n/imports.delete.ts';
import { i18nImportsGetRoute } from './i18n/imports.get.ts';
import { i18nKeyTreeListRoute } from './i18n/key-tree.list.ts';
import { i18nKeysBulkRoute } from './i18n/keys.bulk.ts';
import { i18nKeysCommentsCreateRoute } from './i18n/keys.comments.create.ts';
import { i18nKeysCommentsListRoute } from './i18n/keys.comments.list.ts';
import { i18nKeysCreateRoute } from './i18n/keys.create.ts';
import { i18nKeysDeleteRoute } from './i18n/keys.delete.ts';
import { i18nKeysListRoute } from './i18n/keys.list.ts';
import { i18nKeysSuggestionsRoute } from './i18n/keys.suggestions.ts';
import { i18nKeysUpdateRoute } from './i18n/keys.update.ts';
import { i18nLocalesCreateRoute } from './i18n/locales.create.ts';
import { i18nLocalesDeleteRoute } from './i18n/locales.delete.ts';
import { i18nLocalesListRoute } from './i18n/locales.list.ts';
import { i18nLocalesUpdateRoute } from './i18n/locales.update.ts';
import { i18nMembersDeleteRoute } from './i18n/members.delete.ts';
import { i18nMembersListRoute } from './i18n/members.list.ts';
import { i18nMembersPutRoute } from './i18n/members.put.ts';
import { i18nMemoryDeleteRoute } from './i18n/memory.delete.ts';
import { i18nMemoryExportRoute } from './i18n/memory.export.ts';
import { i18nMemoryImportRoute } from './i18n/memory.import.ts';
import { i18nOpenWorkGetRoute } from './i18n/open-work.get.ts';
import { i18nPeopleListRoute } from './i18n/people.list.ts';
import { i18nProgressGetRoute } from './i18n/progress.get.ts';
import { i18nProjectsCreateRoute } from './i18n/projects.create.ts';
import { i18nProjectsDeleteRoute } from './i18n/projects.delete.ts';
import { i18nProjectsDeliveryRoute } from './i18n/projects.delivery.ts';
import { i18nProjectsExportRoute } from './i18n/projects.export.ts';
import { i18nProjectsGetRoute } from './i18n/projects.get.ts';
import { i18nProjectsImportRoute } from './i18n/projects.import.ts';
import { i18nProjectsListRoute } from './i18n/projects.list.ts';
import { i18nProjectsResumeDeliveryRoute } from './i18n/projects.resume-delivery.ts';
import { i18nProjectsStopDeliveryRoute } from './i18n/projects.stop-delivery.ts';
import { i18nProjectsUpdateRoute } from './i18n/projects.update.ts';
import { i18nProposalsAcceptRoute } from './i18n/proposals.accept.ts';
import { i18nProposalsCreateRoute } from './i18n/proposals.create.ts';
import { i18nProposalsDeclineRoute } from './i18n/proposals.decline.ts';
import { i18nProposalsListRoute } from './i18n/proposals.list.ts';
import { i18nProposalsVoteRoute } from './i18n/proposals.vote.ts';
import { i18nProposalsWithdrawRoute } from './i18n/proposals.withdraw.ts';
import { i18nReleasesCreateRoute } from './i18n/releases.create.ts';
import { i18nReleasesDiffRoute } from './i18n/releases.diff.ts';
import { i18nReleasesGetRoute } from './i18n/releases.get.ts';
import { i18nReleasesListRoute } from './i18n/releases.list.ts';
import { i18nReviewsGetRoute } from './i18n/reviews.get.ts';
import { i18nRowIndexGetRoute } from './i18n/row-index.get.ts';
import { i18nRowsListRoute } from './i18n/rows.list.ts';
import { i18nTranslationGetRoute } from './i18n/translation.get.ts';
import { i18nTranslationUpdateRoute } from './i18n/translation.update.ts';
import { i18nValuesBulkRoute } from './i18n/values.bulk.ts';
import { i18nValuesDeleteRoute } from './i18n/values.delete.ts';
import { i18nValuesListRoute } from './i18n/values.list.ts';
import { i18nValuesPutRoute } from './i18n/values.put.ts';
import { i18nValuesSendBackRoute } from './i18n/values.send-back.ts';
import { i18nValuesUpdateRoute } from './i18n/values.update.ts';
import { notificationsUnsubscribeRoute } from './notifications/unsubscribe.ts';
import { openapiGetRoute } from './openapi/get.ts';
import { organizationsCreateRoute } from './organizations/create.ts';
import { organizationsGetRoute } from './organizations/get.ts';
import { organizationsInvitationsAcceptRoute } from './organizations/invitations.accept.ts';
import { organizationsInvitationsCreateRoute } from './organizations/invitations.create.ts';
import { organizationsInvitationsDeleteRoute } from './organizations/invitations.delete.ts';
import { organizationsInvitationsListRoute } from './organizations/invitations.list.ts';
import { organizationsInvitationsPreviewRoute } from './organizations/invitations.preview.ts';
import { organizationsListRoute } from './organizations/list.ts';
import { organizationsMembersDeleteRoute } from './organizations/members.delete.ts';
import { organizationsMembersListRoute } from './organizations/members.list.ts';
import { organizationsMembersUpdateRoute } from './organizations/members.update.ts';
import { organizationsUpdateRoute } from './organizations/update.ts';
import { packagesCliRoute } from './packages/cli.ts';
import { packagesReaderRoute } from './packages/reader.ts';
import { packagesSdkRoute } from './packages/sdk.ts';
import { pagesAcceptInvitationRoute } from './pages/accept-invitation.ts';
import { pagesResetPasswordRoute } from './pages/reset-password.ts';
import { pagesVerifyEmailRoute } from './pages/verify-email.ts';
import { translateBulkRoute } from './translate/bulk.ts';
import { translateEnginesRoute } from './translate/engines.ts';
import { translateEstimateRoute } from './translate/estimate.ts';
import { translateJobsCancelRoute } from './translate/jobs.cancel.ts';
import { translateJobsCreateRoute } from './translate/jobs.create.ts';
import { translateJobsGetRoute } from './translate/jobs.get.ts';
import { translateJobsListRoute } from './translate/jobs.list.ts';
import { translateJobsResultRoute } from './translate/jobs.result.ts';
import { translateMemorySearchRoute } from './translate/memory.search.ts';
import { translateMultilingualRoute } from './translate/multilingual.ts';
import { translatePreviewRoute } from './translate/preview.ts';
import { translateTextRoute } from './translate/text.ts';
import { usageGetRoute } from './usage/get.ts';
import { usersApiKeysCreateRoute } from './users/api-keys.create.ts';
import { usersApiKeysDeleteRoute } from './users/api-keys.delete.ts';
import { usersApiKeysListRoute } from './users/api-keys.list.ts';
import { usersMeAccessRoute } from './users/me.access.ts';
import { usersMeDeleteRoute } from './users/me.delete.ts';
import { usersMeEmailRoute } from './users/me.email.ts';
import { usersMeExportRoute } from './users/me.export.ts';
import { usersMeGetRoute } from './users/me.get.ts';
import { usersMePasswordRoute } from './users/me.password.ts';
import { usersMeUpdateRoute } from './users/me.update.ts';
import { usersNotificationsCountRoute } from './users/notifications.count.ts';
import { usersNotificationsListRoute } from './users/notifications.list.ts';
import { usersNotificationsReadRoute } from './users/notifications.read.ts';
import { usersSessionsDeleteRoute } from './users/sessions.delete.ts';
import { usersSessionsListRoute } from './users/sessions.list.ts';
import { webhooksCreateRoute } from './webhooks/create.ts';
import { webhooksDeleteRoute } from './webhooks/delete.ts';
import { webhooksDeliveriesListRoute } from './webhooks/deliveries.list.ts';
import { webhooksDeliveriesRedeliverRoute } from './webhooks/deliveries.redeliver.ts';
import { webhooksGetRoute } from './webhooks/get.ts';
import { webhooksListRoute } from './webhooks/list.ts';
import { webhooksRotateRoute } from './webhooks/rotate.ts';
import { webhooksTestRoute } from './webhooks/test.ts';
import { webhooksUpdateRoute } from './webhooks/update.ts';

export const ROUTES: readonly Route[] = [
  healthGetRoute,
  healthReadyRoute,
  openapiGetRoute,
  docsGetRoute,
  docsScriptRoute,
  docsErrorsRoute,
  docsPackagesRoute,
  packagesCliRoute,
  packagesSdkRoute,
  packagesReaderRoute,
  doorsRobotsRoute,
  doorsSecurityRoute,
  doorsChangePasswordRoute,
  pagesVerifyEmailRoute,
  pagesResetPasswordRoute,
  pagesAcceptInvitationRoute,
  authSignUpRoute,
  authVerifyEmailRoute,
  authResendVerificationRoute,
  authSignInRoute,
  authSignOutRoute,
  authForgotPasswordRoute,
  authResetPasswordRoute,
  authSessionRoute,
  usersMeGetRoute,
  usersMeAccessRoute,
  usersMeUpdateRoute,
  usersMeDeleteRoute,
  usersMePasswordRoute,
  usersMeEmailRoute,
  usersMeExportRoute,
  usersSessionsListRoute,
  usersSessionsDeleteRoute,
  usersApiKeysListRoute,
  usersApiKeysCreateRoute,
  usersApiKeysDeleteRoute,
  usersNotificationsListRoute,
  usersNotificationsCountRoute,
  usersNotificationsReadRoute,
  notificationsUnsubscribeRoute,
  apiKeysListRoute,
  apiKeysSelfRoute,
  apiKeysRevokeSelfRoute,
  apiKeysCreateRoute,
  apiKeysDeleteRoute,
  organizationsListRoute,
  organizationsCreateRoute,
  organizationsGetRoute,
  organizationsUpdateRoute,
  organizationsMembersListRoute,
  organizationsMembersUpdateRoute,
  organizationsMembersDeleteRoute,
  organizationsInvitationsListRoute,
  organizationsInvitationsCreateRoute,
  organizationsInvitationsDeleteRoute,
  organizationsInvitationsPreviewRoute,
  organizationsInvitationsAcceptRoute,
  auditLogListRoute,
  webhooksListRoute,
  webhooksCreateRoute,
  webhooksGetRoute,
  webhooksUpdateRoute,
  webhooksDeleteRoute,
  webhooksRotateRoute,
  webhooksTestRoute,
  webhooksDeliveriesListRoute,
  webhooksDeliveriesRedeliverRoute,
  i18nProjectsListRoute,
  i18nProjectsCreateRoute,
  i18nProjectsGetRoute,
  i18nProjectsUpdateRoute,
  i18nProjectsDeleteRoute,
  i18nProjectsDeliveryRoute,
  i18nProjectsStopDeliveryRoute,
  i18nProjectsResumeDeliveryRoute,
  i18nTranslationGetRoute,
  i18nTranslationUpdateRoute,
  i18nChildrenListRoute,
  i18nChildrenCreateRoute,
  i18nMembersListRoute,
  i18nMembersPutRoute,
  i18nMembersDeleteRoute,
  i18nLocalesListRoute,
  i18nLocalesCreateRoute,
  i18nLocalesUpdateRoute,
  i18nLocalesDeleteRoute,
  i18nEnvironmentsListRoute,
  i18nEnvironmentsCreateRoute,
  i18nEnvironmentsUpdateRoute,
  i18nEnvironmentsDeleteRoute,
  i18nEnvironmentsPendingRoute,
  i18nEnvironmentsDeliveryRoute,
  i18nEnvironmentsStopDeliveryRoute,
  i18nEnvironmentsResumeDeliveryRoute,
  i18nKeysListRoute,
  i18nKeysCreateRoute,
  i18nKeysUpdateRoute,
  i18nKeysDeleteRoute,
  i18nFormsCreateRoute,
  i18nRowsListRoute,
  i18nRowIndexGetRoute,
  i18nProgressGetRoute,
  i18nCountsGetRoute,
  i18nReviewsGetRoute,
  i18nKeyTreeListRoute,
  i18nValuesListRoute,
  i18nValuesUpdateRoute,
  i18nValuesPutRoute,
  i18nValuesDeleteRoute,
  i18nValuesSendBackRoute,
  i18nHistoryListRoute,
  i18nFindingsGetRoute,
  i18nFindingsPreviewRoute,
  i18nIgnoredChecksListRoute,
  i18nIgnoredChecksPutRoute,
  i18nIgnoredChecksDeleteRoute,
  i18nProposalsListRoute,
  i18nProposalsCreateRoute,
  i18nProposalsAcceptRoute,
  i18nProposalsDeclineRoute,
  i18nProposalsWithdrawRoute,
  i18nProposalsVoteRoute,
  i18nCommentsListRoute,
  i18nKeysCommentsListRoute,
  i18nKeysCommentsCreateRoute,
  i18nCommentsUpdateRoute,
  i18nCommentsDeleteRoute,
  i18nCommentsResolveRoute,
  i18nCommentsReopenRoute,
  i18nCommentsMuteRoute,
  i18nPeopleListRoute,
  i18nOpenWorkGetRoute,
  i18nGlossaryListRoute,
  i18nGlossaryCreateRoute,
  i18nGlossaryUpdateRoute,
  i18nGlossaryDeleteRoute,
  i18nGlossaryExportRoute,
  i18nGlossaryImportRoute,
  i18nMemoryImportRoute,
  i18nMemoryExportRoute,
  i18nMemoryDeleteRoute,
  i18nProjectsExportRoute,
  i18nProjectsImportRoute,
  i18nFilesJsonImportRoute,
  i18nFilesImportRoute,
  i18nImportsCreateRoute,
  i18nImportsGetRoute,
  i18nImportsChangesRoute,
  i18nImportsApplyRoute,
  i18nImportsDeleteRoute,
  i18nValuesBulkRoute,
  i18nKeysBulkRoute,
  i18nBulkRunsCancelRoute,
  i18nBulkRunsGetRoute,
  i18nKeysSuggestionsRoute,
  i18nChangesListRoute,
  i18nChangesRevertRoute,
  i18nChangesSinceRoute,
  i18nChangesGetRoute,
  i18nChangesValuesRoute,
  i18nReleasesListRoute,
  i18nReleasesCreateRoute,
  i18nReleasesGetRoute,
  i18nReleasesDiffRoute,
  i18nBundlesGetRoute,
  eventsStreamRoute,
  translateTextRoute,
  translateBulkRoute,
  translateMultilingualRoute,
  translatePreviewRoute,
  translateEstimateRoute,
  translateEnginesRoute,
  translateJobsListRoute,
  translateJobsCreateRoute,
  translateJobsGetRoute,
  translateJobsResultRoute,
  translateJobsCancelRoute,
  translateMemorySearchRoute,
  usageGetRoute,
  billingGetRoute,
  billingPlanRoute,
  billingCreditsRoute,
  billingLedgerRoute,
  billingCheckoutSessionsCreateRoute,
  billingCheckoutSessionsCaptureRoute,
  billingWebhooksPaypalRoute,
  dashboardSummaryRoute,
  dashboardProjectsRoute,
  dashboardProgressRoute,
  dashboardActivityRoute,
  dashboardUsageRoute,
];
