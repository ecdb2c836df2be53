// The page of a mailed link. Nothing is sent before a button is pressed, so that a program that
// follows the link uses nothing up.
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

async function post(form) {
  const body = Object.fromEntries(new FormData(form));
  if ('usesToken' in form.dataset) body.token = token;
  const response = await fetch(form.dataset.post, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    credentials: 'same-origin',
    body: JSON.stringify(body),
  });
  return { isDone: response.ok, answer: await response.json() };
}

function succeed(form) {
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
  show(form.dataset.done, false);
}

function fail(form, { code, detail }) {
  const { otherwise, signIn } = form.dataset;
  if (code === 'unauthenticated' && signIn) {
    show('Sign in first, with the address that the mail was sent to.', true);
    exchange(form, signIn);
  } else {
    show(detail, true);
    if (code === 'invalid_token' && otherwise) exchange(form, otherwise);
  }
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
      const { isDone, answer } = await post(form);
      if (isDone) succeed(form);
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

if (!token) {
  for (const form of forms) {
    if (!('usesToken' in form.dataset)) continue;
    form.hidden = true;
    if (form.dataset.otherwise) exchange(form, form.dataset.otherwise);
  }
  show('The link is not complete. Open it from the mail again, or copy all of it.', true);
}
