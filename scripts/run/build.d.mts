/** Builds the web app if its inputs have changed. Returns false if this fails. */
export function ensureBuilt(root: string, node: string): Promise<boolean>;

/** Packs the published packages if their sources have changed. Returns false if this fails. */
export function ensurePacked(root: string, node: string): Promise<boolean>;
