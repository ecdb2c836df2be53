import { buildPackage as buildCli } from '../packages/cli/scripts/build.ts';
import { buildPackage as buildReader } from '../packages/reader/scripts/build.ts';
import { buildPackage as buildSdk } from '../packages/sdk/scripts/build.ts';

/**
 * The packages that are published: the folder of each in `packages`, and what writes it ready to be packed. The service
 * serves them, too.
 */
export const PUBLISHED_PACKAGES = [
  { name: 'reader', buildPackage: buildReader },
  { name: 'sdk', buildPackage: buildSdk },
  { name: 'cli', buildPackage: buildCli },
] as const;
