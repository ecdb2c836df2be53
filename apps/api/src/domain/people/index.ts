export {
  API_KEY,
  type ApiKeyRow,
  findApiKeyByToken,
  getOwnApiKey,
  listApiKeys,
  touchApiKey,
} from './api-key/api-key.store.ts';
export { createApiKey } from './api-key/create-api-key.ts';
export { revokeApiKey } from './api-key/revoke-api-key.ts';
export { type AuditView, viewAudit } from './audit/view-audit.ts';
export { acceptAsNewUser } from './invitation/accept-as-new-user.ts';
export { acceptInvitation } from './invitation/accept-invitation.ts';
export { composeInvitationMail } from './invitation/compose-invitation-mail.ts';
export { INVITATION, type InvitationRow, listInvitations } from './invitation/invitation.store.ts';
export { inviteMember } from './invitation/invite-member.ts';
export { previewInvitation } from './invitation/preview-invitation.ts';
export { revokeInvitation } from './invitation/revoke-invitation.ts';
export { authorityOf, requireManaging } from './organization/authority.ts';
export { changeMember } from './organization/change-member.ts';
export { createOrganization } from './organization/create-organization.ts';
export { listMembers, listOwnerIds, type MemberRow } from './organization/member.store.ts';
export { membershipIn } from './organization/membership-in.ts';
export {
  findOrganization,
  getOrganization,
  listOrganizations,
  lockOrganization,
  type OrganizationRow,
} from './organization/organization.store.ts';
export { putGrant } from './organization/put-grant.ts';
export { removeGrant } from './organization/remove-grant.ts';
export { removeMember } from './organization/remove-member.ts';
export { updateOrganization } from './organization/update-organization.ts';
export {
  findPerson,
  type PersonalRows,
  readPersonalRows,
} from './personal-data/personal-data.store.ts';
export {
  deleteSession,
  endSession,
  type FoundSession,
  findSession,
  listSessions,
  renewSession,
  SESSION,
  type SessionRow,
} from './session/session.store.ts';
export { type AccountRow, listAccounts } from './user/account-list.store.ts';
export { composeAccountMail } from './user/compose-account-mail.ts';
export { composeEmailChangeMail } from './user/compose-email-change-mail.ts';
export { createVerifiedUser } from './user/create-verified-user.ts';
export { type DeactivationDeps, deactivateUser } from './user/deactivate-user.ts';
export { endAccount } from './user/end-account.ts';
export { eraseNames } from './user/erase-names.ts';
export { isAnyErasureDue } from './user/erasure.store.ts';
export { makeOwner } from './user/make-owner.ts';
export { mergePatch } from './user/merge-patch.ts';
export { changePassword } from './user/password/change-password.ts';
export { hashPassword } from './user/password/password.ts';
export { replacePassword } from './user/password/replace-password.ts';
export { resetPassword } from './user/password/reset-password.ts';
export { findProfile, type ProfileRow } from './user/profile.store.ts';
export { reactivateUser } from './user/reactivate-user.ts';
export { requestEmailChange } from './user/request-email-change.ts';
export { requestMail } from './user/request-mail.ts';
export { restoreOrganization } from './user/restore-organization.ts';
export { signInUser } from './user/sign-in-user.ts';
export { signUpUser } from './user/sign-up-user.ts';
export { updateProfile } from './user/update-profile.ts';
export {
  findUserByEmail,
  findUserById,
  foldEmail,
  hasAnyUser,
  hasDeactivatedUser,
  USER,
  type UserRow,
} from './user/user.store.ts';
export { verifyEmail } from './user/verify-email.ts';
