// `node scripts/run/parts.mjs` builds the web app, and then the packages that the server offers for download, if their
// sources have changed. It runs beside the server, in a separate process, because the process that starts the server
// becomes its supervisor.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, ensurePacked } from './build.mjs';
import { say } from './setup-error.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
try {
  await ensureBuilt(root, process.execPath);
  await ensurePacked(root, process.execPath);
} catch (error) {
  say(`the web app or a package could not be built: ${error.message}`);
}
