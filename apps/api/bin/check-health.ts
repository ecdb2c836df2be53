/**
 * The HEALTHCHECK of the image. Exits with 0 if the server of this container answers. A worker serves no requests, so
 * its container is always healthy while it runs. The script imports no module of the service, because it runs every
 * few seconds.
 */
const { PORT = '', HOST = '', ROLE = '' } = process.env;
process.exitCode = ROLE.trim() === 'worker' || (await isUp()) ? 0 : 1;

async function isUp(): Promise<boolean> {
  const host = HOST.trim();
  // A wildcard address cannot be connected to.
  const isAny = host === '' || host === '0.0.0.0' || host === '::';
  const authority = isAny ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  try {
    return (await fetch(`http://${authority}:${PORT.trim()}/health`)).ok;
  } catch {
    return false;
  }
}
