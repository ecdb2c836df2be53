// The page of a mailed link. The token is used up only when a button is pressed, so that a program that
// follows the link does no harm.
const token = new URLSearchParams(location.hash.slice(1)).get('token');
const result = document.getElementById('result');
const forms = [...document.forms];

function show(text, isProblem) {
  result.textContent = text;
  result.className = isProblem ? 'problem' : 'success';
  result.setAttribute('role', isProblem ? 'alert' : 'status');
  result.hidden = false;
  result.focus();
}

async function post(address, body = {}) {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    credentials: 'same-origin',
    body: JSON.stringify(body),
  });
  return { isDone: response.ok, answer: await response.json() };
}

async function send(form) {
  const body = Object.fromEntries(new FormData(form));
  if ('usesToken' in form.dataset) body.token = token;
  if ('signsOut' in form.dataset) await post('v1/auth/sign-out');
  return post(form.dataset.post, body);
}

function succeed(form, { data }) {
  form.hidden = true;
  const next = form.dataset.next && document.getElementById(form.dataset.next);
  if (next) {
    result.hidden = true;
    next.hidden = false;
    next.requestSubmit();
    return;
  }
  for (const other of forms) other.hidden = true;
  // What was used up needs no place in the browser's history.
  if ('usesToken' in form.dataset) history.replaceState(null, '', location.pathname);
  for (const element of document.querySelectorAll('[data-until-done]')) element.hidden = true;
  show(form.dataset.done, false);
  const afterwards = document.getElementById(`${form.id}-afterwards`);
  if (!afterwards) return;
  const organization = afterwards.querySelector('[data-opens=organization]');
  if (organization) organization.href = `o/${encodeURIComponent(data.slug)}`;
  afterwards.hidden = false;
}

function fail(form, { code, detail, errors }) {
  const otherId = JSON.parse(form.dataset.instead ?? '{}')[code];
  const faults = errors.map(({ path, message }) => `${path.replace('/', '')} ${message}.`);
  if (code === 'unauthenticated') {
    show('Sign in first, with the address that the mail was sent to.', true);
  } else show(faults.length > 0 ? faults.join(' ') : detail, true);
  if (otherId) exchange(form, otherId);
}

function exchange(form, otherId) {
  form.hidden = true;
  document.getElementById(otherId).hidden = false;
}

for (const form of forms) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button[type=submit]');
    button.disabled = true;
    form.setAttribute('aria-busy', 'true');
    try {
      const { isDone, answer } = await send(form);
      if (isDone) succeed(form, answer);
      else fail(form, answer);
    } catch {
      show('The server could not be reached. Please try again.', true);
    } finally {
      button.disabled = false;
      form.removeAttribute('aria-busy');
    }
  });
}

for (const box of document.querySelectorAll('[data-reveals]')) {
  box.addEventListener('change', () => {
    document.getElementById(box.dataset.reveals).type = box.checked ? 'text' : 'password';
  });
}

// Another link that is opened in this tab differs in its end only, which loads nothing by itself.
addEventListener('hashchange', () => location.reload());

if (!token) {
  for (const form of forms) {
    if (!('usesToken' in form.dataset)) continue;
    form.hidden = true;
    const otherId = JSON.parse(form.dataset.instead ?? '{}').invalid_token;
    if (otherId) exchange(form, otherId);
  }
  show('The link is not complete. Open it from the mail again, or copy all of it.', true);
}
