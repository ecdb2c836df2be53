/** True if a message of PostgreSQL, of one of its programs or of Node.js says that a disk is full. */
export const saysFullDisk = (message: string): boolean =>
  /No space left on device|ENOSPC/.test(message);
