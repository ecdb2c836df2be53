export interface NpmCommand {
  readonly program: string;
  /** Arguments before those of npm. */
  readonly first: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly shell: boolean;
}

export function npmCommand(root: string): NpmCommand;
