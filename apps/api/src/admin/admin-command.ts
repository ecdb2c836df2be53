import type { Readable } from 'node:stream';
import type { DeactivationDeps } from '../domain/people/index.ts';
import type { ConfiguredKeys } from '../secret-key.ts';

export interface AdminContext extends DeactivationDeps {
  readonly connectionString: string;
  /**
   * Process id of the service that runs on the embedded database. Null if the service is stopped or
   * its process id is unknown.
   */
  readonly servicePid: number | null;
  /** Returns the keys for secrets that the service uses with this configuration. */
  readKeys(): ConfiguredKeys;
  /** True if BUNDLE_STORE names a store of bundles. */
  readonly hasBundleStore: boolean;
  /** True if the configuration has SECRET_KEY. Otherwise, the key is in a file of DATA_DIR. */
  readonly hasSecretKey: boolean;
  readonly stdin: Readable;
  print(line: string): void;
}

export interface AdminInput {
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

export interface AdminOption {
  /** An option of the type `string` takes a value. */
  readonly type: 'string' | 'boolean';
  readonly required?: boolean;
  /** Word for the value in the usage. By default, the name of the option. */
  readonly value?: string;
}

export interface AdminCommand {
  readonly name: string;
  readonly operands: readonly string[];
  /** Options of the command, by name. */
  readonly options: Readonly<Record<string, AdminOption>>;
  readonly summary: string;
  /** True to create the embedded database if it does not exist. */
  readonly makesDatabase?: boolean;
  /** True to skip migrations with which processes of the previous version cannot work. */
  readonly onlyExpands?: boolean;
  run(context: AdminContext, input: AdminInput): Promise<void>;
}
