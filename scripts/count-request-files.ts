import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { reachableFiles } from './reachable-files.ts';

/**
 * `node scripts/run.mjs scripts/count-request-files.ts <operation id>… [--all] [--list]` counts the source files with a
 * function or class that is reached from the route of the operation (see `reachableFiles`). It leaves out code that
 * only some requests run. With `--all`, it counts every file that a request may run. That is an upper bound, since one
 * request takes one branch of each function. Neither count includes the tasks that a request starts.
 */
const ROOT = join(import.meta.dirname, '..');
const API = 'apps/api/src/';
/** The layers below the route. */
const LAYERS = ['routes', 'domain', 'db', 'providers'].map((name) => API + name);
/** Wraps each route: checks the request before it and sends the response after it. */
const FRAMEWORK = `${API}http/mount-route.ts`;

const { values, positionals: operations } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
const starts = operations.map(routeFileOf);
const [fromFramework, ...fromRoutes] = reachableFiles(
  ROOT,
  [FRAMEWORK, ...starts],
  values.all ? 'all' : 'plain',
);
for (const [at, files] of fromRoutes.entries()) printRoute(operations[at]!, files);
if (operations.length > 0) {
  console.log(`every request: files from ${FRAMEWORK} on: ${fromFramework!.length}`);
  printFolders(fromFramework!);
} else {
  console.error(
    'Usage: node scripts/run.mjs scripts/count-request-files.ts <operation id>… [--all] [--list]',
  );
  process.exitCode = 1;
}

/** Returns the file of an operation's route: `i18n.values.update` is `routes/i18n/values.update.ts`. */
function routeFileOf(operation: string): string {
  const file = `${API}routes/${operation.replace('.', '/')}.ts`;
  if (existsSync(join(ROOT, file))) return file;
  console.error(`${operation} is not the id of an operation: there is no file ${file}.`);
  process.exit(1);
}

function printRoute(operation: string, files: readonly string[]): void {
  const onTheWay = files.filter((file) => LAYERS.includes(folderOf(file)));
  console.log(`${operation}: files in ${API}{routes,domain,db,providers}: ${onTheWay.length}`);
  printFolders(onTheWay);
  console.log('  in other folders');
  printFolders(files.filter((file) => !onTheWay.includes(file)));
}

function printFolders(files: readonly string[]): void {
  const byFolder = Map.groupBy(files, folderOf);
  for (const [folder, inFolder] of byFolder) {
    console.log(`${String(inFolder.length).padStart(5)}  ${folder}`);
    if (values.list) for (const file of inFolder) console.log(`         ${file}`);
  }
}

/**
 * Returns the folder to count a file under: `apps/api/src/domain`, `packages/messages/src`, or `apps/api/src` for a
 * file directly in it.
 */
function folderOf(file: string): string {
  const [root, name, src, layer, ...rest] = file.split('/');
  return [root, name, src, ...(root === 'apps' && rest.length > 0 ? [layer] : [])].join('/');
}
