export interface NamedLocale {
  readonly code: string;
  readonly name: string;
}
