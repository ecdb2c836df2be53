import { buildPackage as buildCli } from '../packages/cli/scripts/build.ts';
import { buildPackage as buildReader } from '../packages/reader/scripts/build.ts';
import { buildPackage as buildSdk } from '../packages/sdk/scripts/build.ts';

/**
 * The published packages: the folder of each in `packages`, and the script that prepares it for packing. The service
 * also serves them.
 */
export const PUBLISHED_PACKAGES = [
  { name: 'reader', buildPackage: buildReader },
  { name: 'sdk', buildPackage: buildSdk },
  { name: 'cli', buildPackage: buildCli },
] as const;
