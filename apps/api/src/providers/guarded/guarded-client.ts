/**
 * - `refused_address`: the address is not one that the service may send requests to.
 * - `timeout`: no response arrived in time.
 * - `tls`: the certificate of the host is not valid, or the host does not speak TLS.
 * - `connection`: the host has no address, or the connection failed.
 */
export type GuardedFaultKind = 'refused_address' | 'timeout' | 'tls' | 'connection';

/** Reason why a request to an address that a user has entered got no response. */
export class GuardedFault extends Error {
  override readonly name = 'GuardedFault';
  readonly kind: GuardedFaultKind;
  /** True for an address that an exception of the operator would allow. */
  readonly isAllowable: boolean;

  /** @param detail - For `refused_address`, completes a sentence that begins with the address */
  constructor(
    kind: GuardedFaultKind,
    detail: string,
    { cause, isAllowable = false }: { cause?: unknown; isAllowable?: boolean } = {},
  ) {
    super(detail, { cause });
    this.kind = kind;
    this.isAllowable = isAllowable;
  }
}

export interface GuardedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Aborts the request. The reason of the signal is thrown. */
  readonly signal?: AbortSignal;
}

export interface GuardedAnswer {
  readonly status: number;
  /** First 4 KiB of the body. */
  readonly head: Buffer;
  /** Delay that the header `Retry-After` asks for. */
  readonly retryAfterMs: number | undefined;
}

/** Sends requests to URLs that users have entered. Such a URL may lead to any host, so addresses are checked. */
export interface GuardedClient {
  /**
   * Checks a URL as far as possible without looking up its host.
   *
   * @throws GuardedFault of the kind `refused_address`
   */
  check(url: string): void;
  /**
   * Sends a POST request. Does not follow redirects.
   *
   * @throws GuardedFault
   */
  post(request: GuardedRequest): Promise<GuardedAnswer>;
}
