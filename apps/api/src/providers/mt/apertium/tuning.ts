import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The programs that use nine tenths of a pipeline's processor time. Debian's `apertium-tagger -x`
 * is missing on purpose: it reads beyond its memory, and only glibc's allocator tolerates this.
 */
const BUSY_PROGRAMS = [
  'lt-proc',
  'lrx-proc',
  'apertium-transfer',
  'apertium-interchunk',
  'apertium-postchunk',
];

const TCMALLOC = 'libtcmalloc_minimal.so.4';
const DEBIAN_FOLDERS: Partial<Record<NodeJS.Architecture, string>> = {
  x64: '/usr/lib/x86_64-linux-gnu',
  arm64: '/usr/lib/aarch64-linux-gnu',
};

/** Returns the path of tcmalloc on this machine. Returns undefined if tcmalloc is not installed. */
export function findTcmalloc(): string | undefined {
  const folders = [DEBIAN_FOLDERS[process.arch] ?? '/usr/lib', '/usr/lib64', '/usr/lib'];
  return folders.map((folder) => join(folder, TCMALLOC)).find((path) => existsSync(path));
}

/**
 * Returns lines of bash that tune a pipeline. With Linux's batch scheduling policy, a stage that
 * receives input does not interrupt the service. Apertium's programs allocate many small blocks of
 * memory, which is faster with tcmalloc (docs/adr/0010).
 */
export function tuningLines(): string[] {
  const tcmalloc = findTcmalloc();
  return [
    'chrt --batch --pid 0 $$ >/dev/null 2>&1',
    'export GLIBC_TUNABLES=glibc.malloc.tcache_count=1000',
    ...(tcmalloc === undefined ? [] : BUSY_PROGRAMS).map(
      (program) => `${program}() { LD_PRELOAD=${tcmalloc} exec ${program} "$@"; }`,
    ),
  ];
}
