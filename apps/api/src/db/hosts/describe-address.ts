import pg from 'pg';

/** Names the server of a URL as the driver reads it: never its user or password. */
export function describeAddress(connectionString: string): string {
  const { host, port } = new pg.Client({ connectionString });
  return host.startsWith('/') ? `the socket in ${host}` : `${host}:${port}`;
}
