import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The programs that need nine tenths of a pipeline's processor time. Debian's `apertium-tagger -x` must not be among
 * them: it reads beyond its memory, which works only with glibc's own allocator.
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

/** Path of tcmalloc on this machine; undefined if it is not installed. */
export function findTcmalloc(): string | undefined {
  const folders = [DEBIAN_FOLDERS[process.arch] ?? '/usr/lib', '/usr/lib64', '/usr/lib'];
  return folders.map((folder) => join(folder, TCMALLOC)).find((path) => existsSync(path));
}

/**
 * Lines of bash that tune the pipeline that follows them. Under Linux's policy for batches, a stage that gets input
 * interrupts neither the running stage nor the service. Without `chrt` (util-linux), or the right to use it, nothing
 * changes. Apertium's programs allocate and free small pieces of memory all the time, for which tcmalloc or a larger
 * cache of glibc is faster (docs/adr/0010).
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
