// Shows what the invitation offers and the form for whoever opened it.
const byId = (id) => document.getElementById(id);

function fillIn(facts) {
  for (const element of document.querySelectorAll('[data-fact]')) {
    const fact = facts[element.dataset.fact] ?? '';
    if (element.localName === 'input') element.value = fact;
    else element.textContent = fact;
  }
}

async function openInvitation() {
  const [{ isDone, answer }, session] = await Promise.all([
    post('v1/organizations/invitations/preview', { token }),
    fetch('v1/auth/session', { credentials: 'same-origin' }).then((response) => response.json()),
  ]);
  if (!isDone) {
    showProblem(answer);
    byId('ask-again').hidden = answer.code !== 'invalid_token';
    return;
  }
  const invitation = answer.data;
  const sessionEmail = session.data?.user?.email;
  const role = JSON.parse(byId('offer').dataset.roles)[invitation.role];
  fillIn({ ...invitation, role, sessionEmail });
  byId('offer').hidden = false;
  const isInvited = sessionEmail?.toLowerCase() === invitation.email.toLowerCase();
  if (isInvited) {
    byId('accept').hidden = false;
    return;
  }
  if (!invitation.hasAccount && !invitation.canCreateAccount) {
    byId('closed').hidden = false;
    return;
  }
  byId('other-session').hidden = sessionEmail === undefined;
  // The cookie of somebody else would accept in their name.
  if (sessionEmail !== undefined) byId('create').dataset.signsOut = '';
  byId(invitation.hasAccount ? 'sign-in' : 'create').hidden = false;
}

if (token) {
  openInvitation()
    .catch(() => show(texts.unreachableReload, true))
    .finally(() => byId('loading').remove());
} else byId('loading').remove();
