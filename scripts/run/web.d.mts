/** Builds the web app if its inputs have changed; false if it could not be built. */
export function ensureBuilt(root: string, node: string): Promise<boolean>;
