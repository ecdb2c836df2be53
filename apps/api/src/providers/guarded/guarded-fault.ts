/**
 * - `refused_address`: the address is not one that the service may send requests to.
 * - `timeout`: no response arrived in time.
 * - `tls`: the certificate of the host is not valid, or the host does not speak TLS.
 * - `connection`: the host has no address, or the connection failed.
 */
export type GuardedFaultKind = 'refused_address' | 'timeout' | 'tls' | 'connection';

/** Why a request to an address that a user has entered got no response. */
export class GuardedFault extends Error {
  override readonly name = 'GuardedFault';
  readonly kind: GuardedFaultKind;

  /** @param detail - For `refused_address`, completes a sentence that begins with the address */
  constructor(kind: GuardedFaultKind, detail: string, cause?: unknown) {
    super(detail, { cause });
    this.kind = kind;
  }
}
