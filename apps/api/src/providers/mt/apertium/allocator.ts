import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The programs that need nine tenths of a pipeline's processor time. Debian's `apertium-tagger -x`
 * may never be one of them: it reads past its memory, which only glibc's own allocator bears.
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

/** The library that a setting stands for: `auto` for tcmalloc where it is installed, `off`, or a path. */
export function chooseAllocator(setting: string): string | undefined {
  if (setting === 'auto') return findTcmalloc();
  return setting === 'off' ? undefined : setting;
}

/** Fault of a setting, or null. */
export function checkAllocator(setting: string): string | null {
  if (setting === 'auto' || setting === 'off') return null;
  if (!/^\/[\w.+/-]+$/.test(setting)) return 'must be auto, off or the absolute path of a library';
  return existsSync(setting) ? null : 'must name an existing file';
}

/**
 * Apertium's programs take and give back small pieces of memory all the time. glibc keeps 7 of a size
 * at hand by itself; with more they need 4 % less processor time, and 5 MB more a pipeline.
 */
export const ALLOCATOR_ENVIRONMENT = { GLIBC_TUNABLES: 'glibc.malloc.tcache_count=1000' };

/**
 * Lines of bash after which the busy programs take their memory from `library`, a path without
 * blanks, wherever they stand in a pipeline; without one they change nothing.
 */
export const useAllocator = (library: string | undefined): string[] =>
  library === undefined
    ? []
    : BUSY_PROGRAMS.map(
        (program) => `${program}() { LD_PRELOAD=${library} exec ${program} "$@"; }`,
      );
