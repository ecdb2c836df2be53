import { type Client, createClient } from '@parlance/sdk';

const clients = new Map<string, Client>();

/** The client of the session, for calls in an organization if one is named. */
export function api(organizationId = ''): Client {
  const known = clients.get(organizationId);
  if (known) return known;
  const client = createClient({
    baseUrl: location.origin,
    credentials: 'same-origin',
    ...(organizationId === '' ? {} : { organizationId }),
  });
  clients.set(organizationId, client);
  return client;
}
