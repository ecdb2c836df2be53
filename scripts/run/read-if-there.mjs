import { readFileSync } from 'node:fs';

/** Returns the text of a file, or null if it does not exist. */
export function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}
