import { buildPackage as buildCli } from '../packages/cli/scripts/build.ts';
import { buildPackage as buildSdk } from '../packages/sdk/scripts/build.ts';

/** The packages that are published: the folder of each in `packages`, and what writes it ready to be packed. */
export const PUBLISHED_PACKAGES = [
  { name: 'sdk', buildPackage: buildSdk },
  { name: 'cli', buildPackage: buildCli },
] as const;
