/** Packs the SDK and the command line if their sources have changed; false if they could not be packed. */
export function ensurePacked(root: string, node: string): Promise<boolean>;
