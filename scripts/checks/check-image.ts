// Builds the stages of the Dockerfile without Docker, and starts the result as the image would: as an unprivileged
// user, with a separate PostgreSQL. Needs Linux and root, as in .ci/run.
import {
  chmodSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BuiltStage, buildStages } from '../image/build-stages.ts';
import { tryImage } from '../image/try-image.ts';
import { npmCommand } from '../run/npm.mjs';
import { boundRun } from '../tests/bound-run.ts';
import { keepFilesInMemory } from '../tests/files-in-memory.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Processor architectures of the image, by Docker's name, with Node's name and the ELF machine number (`e_machine`). */
const ARCHITECTURES = {
  amd64: { cpu: 'x64', machine: 0x3e },
  arm64: { cpu: 'arm64', machine: 0xb7 },
} as const;
const MACHINE_AT = 18;

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
  for (const [architecture, { cpu, machine }] of Object.entries(ARCHITECTURES)) {
    console.log(`The image for ${architecture}:`);
    const isOwn = cpu === process.arch;
    const built = buildStages({
      context: ROOT,
      folder: join(folder, architecture),
      args: { TARGETARCH: architecture },
      baseEnv: baseEnvironment(),
      // An image for another architecture cannot run here. Only its architecture-specific dependencies are built.
      ...(!isOwn && { count: 1 }),
    });
    if (isOwn) await tryImage(built.at(-1)!);
    else requireNativeCode(built.at(-1)!, machine);
  }
  console.log('The image builds, and its service runs.');
}

/** Throws unless the stage has native code for the given machine and for no other. */
function requireNativeCode({ root }: BuiltStage, machine: number): void {
  const paths = globSync(`${root}/**/*.node`);
  if (paths.length === 0) throw new Error(`${root} has no native code.`);
  for (const path of paths) {
    const found = readFileSync(path).readUInt16LE(MACHINE_AT);
    if (found !== machine) throw new Error(`${path} is for another machine (${found}).`);
  }
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
