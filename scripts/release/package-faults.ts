/** The members of a package manifest that a release uses. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly license?: string;
  readonly homepage?: string;
  readonly bugs?: string;
  readonly repository?: { readonly url?: string };
  readonly bin?: Readonly<Record<string, string>>;
  readonly types?: string;
  readonly exports?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A package that npm has published or would publish. */
export interface Published {
  readonly id: string;
  readonly files: readonly { readonly path: string }[];
}

/**
 * Returns the faults of a package that npm has published or would publish. npm skips a private package with exit code
 * 0.
 */
export function packageFaults(manifest: Manifest, published: Published | undefined): string[] {
  const { name, version } = manifest;
  const id = `${name}@${version}`;
  const faults: string[] = [];
  if (manifest.private === true) faults.push('it is private');
  if (published?.id !== id) faults.push(`npm published ${published?.id ?? 'nothing'} in its place`);
  if (!manifest.repository?.url) faults.push('its manifest names no repository');
  if (!manifest.homepage || !manifest.bugs) faults.push('its manifest names no homepage or bugs');
  if (!manifest.license) faults.push('its manifest names no license');
  const files = new Set(published?.files.map(({ path }) => path));
  const missing = filesNamedIn(manifest).filter((path) => !files.has(path));
  faults.push(...missing.map((path) => `it has no file ${path}`));
  return faults.map((fault) => `${id}: ${fault}.`);
}

/** Returns the files that every package must have, and the files that the manifest names. */
function filesNamedIn({ bin = {}, types, exports = {} }: Manifest): string[] {
  const named = [
    ...Object.values(bin),
    ...(types === undefined ? [] : [types]),
    ...Object.values(exports).flatMap((conditions) => Object.values(conditions)),
  ];
  return [
    'LICENSE',
    'README.md',
    'package.json',
    ...named.map((path) => path.replace(/^\.\//, '')),
  ];
}
