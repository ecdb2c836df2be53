/**
 * Thrown for an invalid archive. `entry` is the name of the invalid file. Null if the archive as a
 * whole is invalid.
 */
export class ZipError extends Error {
  override readonly name = 'ZipError';
  readonly entry: string | null;
  /** True if the archive is valid but exceeds a limit. */
  readonly isTooLarge: boolean;

  constructor(message: string, entry: string | null = null, isTooLarge = false) {
    super(message);
    this.entry = entry;
    this.isTooLarge = isTooLarge;
  }
}
