// Runs the commands of the documents in order, on a fresh service with another port. Fails if a command fails, the
// service rejects a request, or an untracked file remains in the repository. Needs apertium-eng-spa, bash, git and
// util-linux, which .ci/run provides. Shows the Rails app if ruby-i18n is installed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { listNotRun } from '../documents/blocks-not-run.ts';
import { startTestedService, type TestedService } from '../documents/tested-service.ts';
import { Walk } from '../documents/walk.ts';
import { ensurePacked } from '../run/build.mjs';
import { boundRun } from '../tests/bound-run.ts';
import { keepFilesInMemory } from '../tests/files-in-memory.ts';

const ROOT = resolve(import.meta.dirname, '../..');

keepFilesInMemory();
const folder = mkdtempSync(join(tmpdir(), 'parlance-documents-'));
let service: TestedService | null = null;
let walk: Walk | null = null;
boundRun(15, () => {
  walk?.kill();
  service?.kill();
  rmSync(folder, { recursive: true, force: true });
});
try {
  await readDocuments();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
// Child processes that are still running would keep this process alive.
process.exit();

async function readDocuments(): Promise<void> {
  const before = newFiles();
  // Otherwise, the service would build the packages while it runs, and the walk would have to wait for them.
  if (!(await ensurePacked(ROOT, process.execPath))) throw new Error('The packages are not built.');
  service = await startTestedService(ROOT, folder);
  walk = new Walk(ROOT, folder, service);
  await walk.readGuide();
  await walk.readCommandLine();
  await walk.readPipelines();
  await walk.readSdk();
  await walk.readOthers();
  await walk.readStacks();
  await service.stop();
  const left = newFiles().filter((file) => !before.includes(file));
  if (left.length > 0) throw new Error(`Commands left files here:\n${left.join('\n')}`);
  for (const line of listNotRun(ROOT, walk.ran)) console.log(`not run: ${line}`);
  console.log(`${walk.ran.size} blocks of the documents work as they stand.`);
}

/** Returns the untracked files of the repository, without ignored files. */
function newFiles(): string[] {
  const args = ['ls-files', '--others', '--exclude-standard'];
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n');
}
