import { type Client, createClient } from '@parlance/sdk';
import i18next from 'i18next';
import { SITE_URL } from './address/site.ts';
import { loadProblemTexts } from './words/problem-texts.ts';

const clients = new Map<string, Client>();

/**
 * Adds the language of the app to each request, because the service writes mails in it. Loads the texts of errors when
 * a request fails.
 */
const call: typeof fetch = async (url, init) => {
  const headers = new Headers(init?.headers);
  headers.set('Accept-Language', i18next.language);
  const response = await fetch(url, { ...init, headers });
  if (response.status >= 400) await loadProblemTexts();
  return response;
};

/**
 * Returns the client for requests of the signed-in user. They apply to the given organization, or to the user's
 * personal organization.
 */
export function api(organizationId = ''): Client {
  const cachedClient = clients.get(organizationId);
  if (cachedClient) return cachedClient;
  const client = createClient({
    baseUrl: SITE_URL,
    credentials: 'same-origin',
    fetch: call,
    ...(organizationId === '' ? {} : { organizationId }),
  });
  clients.set(organizationId, client);
  return client;
}
