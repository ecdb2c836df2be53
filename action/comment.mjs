import { readFileSync } from 'node:fs';

/** The first line of `diff --format markdown`. It identifies the comment of the action. */
const MARK = '<!-- parlance:diff -->';
/** Below GitHub's limit of 65,536 characters for a comment. */
const MAX_CHARACTERS = 60_000;
const PAGE = 100;
/** Maximum number of pages of comments to search for the comment of the action. */
const MAX_PAGES = 30;

/** Creates or updates the action's comment on the pull request of the event. Removes the comment if `text` is null. */
export async function showComment(env, token, text) {
  const number = readPullRequest(env);
  if (number === null) {
    console.error('There is no pull request to comment on: the event is none of one.');
    return;
  }
  const call = createCaller(env, token);
  const comments = `/repos/${env.GITHUB_REPOSITORY}/issues/${number}/comments`;
  const known = await findComment(call, comments);
  const body = text === null ? null : bodyOf(text);
  const own = known && `/repos/${env.GITHUB_REPOSITORY}/issues/comments/${known.id}`;
  if (body === null) {
    if (own) await call('DELETE', own);
  } else if (!own) {
    await call('POST', comments, { body });
  } else if (known.body !== body) {
    await call('PATCH', own, { body });
  }
}

function readPullRequest({ GITHUB_EVENT_PATH }) {
  if (!GITHUB_EVENT_PATH) return null;
  const event = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8'));
  return event.pull_request?.number ?? null;
}

function bodyOf(text) {
  const marked = text.startsWith(MARK) ? text : `${MARK}\n${text}`;
  if (marked.length <= MAX_CHARACTERS) return marked;
  const end = marked.lastIndexOf('\n', MAX_CHARACTERS);
  return `${marked.slice(0, end)}\n\nThe list goes on in the log of the step.`;
}

async function findComment(call, comments) {
  for (let page = 1; page <= MAX_PAGES; page++) {
    const listed = await call('GET', `${comments}?per_page=${PAGE}&page=${page}`);
    const known = listed.find(({ body }) => body?.startsWith(MARK));
    if (known) return known;
    if (listed.length < PAGE) return null;
  }
  return null;
}

function createCaller({ GITHUB_API_URL = 'https://api.github.com' }, token) {
  return async (method, path, body) => {
    const response = await fetch(GITHUB_API_URL + path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: 'application/vnd.github+json',
        'X-GitHub-Api-Version': '2022-11-28',
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    if (!response.ok) {
      const reason =
        response.status === 403 ? ' The token needs the permission pull-requests: write.' : '';
      throw new Error(`GitHub answered ${response.status} to ${method} ${path}.${reason}`);
    }
    return response.status === 204 ? null : response.json();
  };
}
