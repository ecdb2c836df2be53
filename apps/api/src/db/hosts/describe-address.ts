import pg from 'pg';

/** Returns the server that a URL names, for messages. User and password are left out. */
export function describeAddress(connectionString: string): string {
  const { host, port } = new pg.Client({ connectionString });
  return host.startsWith('/') ? `the socket in ${host}` : `${host}:${port}`;
}
