import type { Readable } from 'node:stream';
import type { DeactivationDeps } from '../domain/user/deactivate-user.ts';

/** Dependencies of an operator's command. */
export interface AdminContext extends DeactivationDeps {
  /** URL of the service's database. */
  readonly connectionString: string;
  /** Process id of the service that runs on the embedded database. Null if it is stopped or unknown. */
  readonly servicePid: number | null;
  readonly stdin: Readable;
  print(line: string): void;
}

export interface AdminInput {
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

export interface AdminCommand {
  readonly name: string;
  /** Names of the required arguments, in order. */
  readonly operands: readonly string[];
  /**
   * Options of the command by name. On the command line, a value follows an option of the type
   * `string`.
   */
  readonly options: Readonly<Record<string, { type: 'string' | 'boolean'; required?: boolean }>>;
  readonly summary: string;
  /** True to create the embedded database if it does not exist. */
  readonly makesDatabase?: boolean;
  run(context: AdminContext, input: AdminInput): Promise<void>;
}
