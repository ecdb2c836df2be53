interface Named {
  /** The name under which connections prepare the statement. */
  readonly name: string;
  /** True if the statement returns no rows, so that the transaction need not wait for its result. */
  readonly isSentAhead: boolean;
}

const statements = new Map<string, Named>();

/** Returns the declaration of the statement with this text. Undefined for other statements. */
export const namedByText = (text: string): Named | undefined => statements.get(text);

export function nameStatement(text: string, named: Named): void {
  statements.set(text, named);
}
