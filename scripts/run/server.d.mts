/** Returns the program of the server, bundled from the sources as they are, or its source if it cannot be bundled. */
export function serverProgram(root: string, node: string, source: string): Promise<string>;
