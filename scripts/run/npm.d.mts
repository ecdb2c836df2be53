export interface NpmCommand {
  readonly program: string;
  /** Arguments that precede npm's arguments. */
  readonly first: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly shell: boolean;
}

export function npmCommand(root: string): NpmCommand;
