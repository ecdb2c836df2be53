/** Packs the published packages if their sources have changed. Returns false if this fails. */
export function ensurePacked(root: string, node: string): Promise<boolean>;
