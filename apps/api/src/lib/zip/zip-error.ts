/** An archive that is refused. `entry` is the name of the faulty file, or null for a fault of the whole archive. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
  readonly entry: string | null;
  /** True if the archive exceeds a limit, and is otherwise in order. */
  readonly isTooLarge: boolean;

  constructor(message: string, entry: string | null = null, isTooLarge = false) {
    super(message);
    this.entry = entry;
    this.isTooLarge = isTooLarge;
  }
}
