import { organizationsInvitationsPreview } from '@parlance/contracts';
import { previewInvitation } from '../../domain/people/index.ts';
import { route } from '../../http/route.ts';

export const organizationsInvitationsPreviewRoute = route(
  organizationsInvitationsPreview,
  async ({ deps, body }) => {
    const invitation = await previewInvitation(deps, body.token);
    return {
      data: {
        organizationName: invitation.organization_name,
        inviterName: invitation.invited_by_name,
        role: invitation.role,
        email: invitation.email,
        hasAccount: invitation.hasAccount,
        canCreateAccount: invitation.canCreateAccount,
        expiresAt: invitation.expires_at.toISOString(),
      },
    };
  },
);
