// The page of a mailed link. The token is used up only when a button is pressed, so that a program that
// follows the link does no harm.
const token = new URLSearchParams(location.hash.slice(1)).get('token');
const result = document.getElementById('result');
const forms = [...document.forms];
const texts = JSON.parse(document.querySelector('main').dataset.texts);

const element = (name, properties) => Object.assign(document.createElement(name), properties);

function show(text, isProblem) {
  result.replaceChildren(element('p', { textContent: text }));
  result.className = isProblem ? 'problem' : 'success';
  result.setAttribute('role', isProblem ? 'alert' : 'status');
  result.hidden = false;
  result.focus();
}

/** Says what went wrong by the code, and folds below it what the server says, in English. */
function showProblem({ code, detail, errors, requestId }, problems = {}) {
  const text = problems[code] ?? texts.problems[code];
  show(text ?? detail, true);
  const faults = errors.map(({ path, message }) => `${path.replace('/', '')} ${message}.`);
  const folded = element('details', { open: faults.length > 0 });
  folded.append(element('summary', { textContent: texts.details }));
  for (const line of [...(text ? [detail] : []), ...faults]) {
    folded.append(element('p', { lang: 'en', dir: 'ltr', textContent: line }));
  }
  folded.append(element('p', { textContent: texts.requestId.replace('{{id}}', requestId) }));
  result.append(folded);
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
  const { doneTitle } = form.dataset;
  if (doneTitle) {
    document.querySelector('h1').textContent = doneTitle;
    document.title = `${doneTitle} – Parlance`;
  }
  show(form.dataset.done, false);
  const afterwards = document.getElementById(`${form.id}-afterwards`);
  if (!afterwards) return;
  const organization = afterwards.querySelector('[data-opens=organization]');
  if (organization) organization.href = `o/${encodeURIComponent(data.slug)}`;
  afterwards.hidden = false;
}

function fail(form, problem) {
  const otherId = JSON.parse(form.dataset.instead ?? '{}')[problem.code];
  showProblem(problem, JSON.parse(form.dataset.problems ?? '{}'));
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
    const words = element('span', { textContent: ` ${texts.working}` });
    button.append(words);
    button.disabled = true;
    form.setAttribute('aria-busy', 'true');
    try {
      const { isDone, answer } = await send(form);
      if (isDone) succeed(form, answer);
      else fail(form, answer);
    } catch {
      show(texts.unreachable, true);
    } finally {
      words.remove();
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

// If another mailed link is opened in this tab, only the fragment of the address changes, and the browser loads nothing.
addEventListener('hashchange', () => location.reload());

if (!token) {
  for (const form of forms) {
    if (!('usesToken' in form.dataset)) continue;
    form.hidden = true;
    const otherId = JSON.parse(form.dataset.instead ?? '{}').invalid_token;
    if (otherId) exchange(form, otherId);
  }
  show(texts.incomplete, true);
}
