/** Returns the path of the server's bundle for the current sources. Returns its source if bundling fails. */
export function serverProgram(root: string, node: string, source: string): Promise<string>;
