// Builds the stages of the Dockerfile without Docker, and starts the result as the image would: as an unprivileged
// user, with a separate PostgreSQL. Needs Linux and root, as in .ci/run.
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BuildOptions, buildStages } from '../image/build-stages.ts';
import { parseDockerfile } from '../image/dockerfile.ts';
import { listContext } from '../image/list-context.ts';
import { requireForeignBinary } from '../image/require-foreign-binary.ts';
import { tryImage } from '../image/try-image.ts';
import { npmCommand } from '../run/npm.mjs';
import { boundRun } from '../tests/bound-run.ts';
import { keepFilesInMemory } from '../tests/files-in-memory.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Processor architectures of the image, by Docker's name, with Node's name. */
const ARCHITECTURES = { amd64: 'x64', arm64: 'arm64' } as const;

keepFilesInMemory();
if (process.platform !== 'linux' || process.getuid?.() !== 0) {
  throw new Error(
    'This needs Linux and root: the files belong to root, and the service runs as another user.',
  );
}
const folder = mkdtempSync(join(tmpdir(), 'parlance-image-'));
boundRun(20, () => rmSync(folder, { recursive: true, force: true }));
try {
  await checkImage();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function checkImage(): Promise<void> {
  // The unprivileged user of the image must be able to enter the folder and run its Node.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'bin'));
  copyFileSync(process.execPath, join(folder, 'bin/node'));
  const stages = parseDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
  const options: Omit<BuildOptions, 'args' | 'folder'> = {
    context: { root: ROOT, files: listContext(ROOT) },
    baseEnv: baseEnvironment(),
    say,
  };
  for (const [architecture, cpu] of Object.entries(ARCHITECTURES)) {
    const isOwn = cpu === process.arch;
    // An image for another architecture cannot run here. Only its architecture-specific dependencies are built.
    const chosen = isOwn ? stages : stages.filter((stage) => stage.name === 'dependencies');
    say(`Stages for ${architecture}: ${chosen.map(({ name }) => name).join(', ')}`);
    const args = { TARGETARCH: architecture };
    const built = await buildStages(chosen, {
      ...options,
      args,
      folder: join(folder, architecture),
    });
    if (isOwn) await tryImage(built.at(-1)!, say);
    else requireForeignBinary(built.at(-1)!, architecture);
  }
  say('The image builds, and its service runs.');
}

/**
 * Returns the environment of a base image with its node and npm. npm uses the registry only for packages that are not
 * cached.
 */
function baseEnvironment(): Record<string, string> {
  const { PATH = '' } = npmCommand(ROOT).env;
  return {
    PATH: `${join(folder, 'bin')}:${PATH}`,
    HOME: process.env.HOME ?? '/root',
    // The registry may have a certificate that is trusted only on this machine.
    ...(process.env.NODE_EXTRA_CA_CERTS && {
      NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
    }),
    npm_config_prefer_offline: 'true',
    npm_config_update_notifier: 'false',
  };
}

function say(line: string): void {
  console.log(line);
}
