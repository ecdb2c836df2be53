/**
 * The HEALTHCHECK of the image: exits with 0 if the server of this container answers. A worker serves no requests;
 * its container is healthy as long as it runs. It runs every few seconds, so it loads nothing of the service.
 */
const { PORT = '', HOST = '', ROLE = '' } = process.env;
process.exitCode = ROLE.trim() === 'worker' || (await isUp()) ? 0 : 1;

async function isUp(): Promise<boolean> {
  const host = HOST.trim();
  // An address that stands for all others is none to connect to.
  const isAny = host === '' || host === '0.0.0.0' || host === '::';
  const authority = isAny ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  try {
    return (await fetch(`http://${authority}:${PORT.trim()}/health`)).ok;
  } catch {
    return false;
  }
}
