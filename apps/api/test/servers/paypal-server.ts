import { generateKeyPairSync, randomBytes, randomUUID, sign, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';

/** A fault of a request to a path. `lose` performs the request and sends no response. */
export type PaypalFault =
  | { kind: 'status'; status: number; body?: unknown; headers?: Record<string, string> }
  | { kind: 'hang' }
  | { kind: 'reset' }
  | { kind: 'lose' }
  | { kind: 'not-json' };

/** Outcome of the next capture of an order. */
export type CapturePlan =
  | { kind: 'status'; status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'FAILED' }
  | { kind: 'issue'; issue: string }
  /** Captures the order with an amount or a custom id that differs from the order. */
  | { kind: 'other'; amount?: { currency_code: string; value: string }; customId?: string };

interface Amount {
  currency_code: string;
  value: string;
}

interface Capture {
  id: string;
  status: string;
  amount: Amount;
  custom_id?: string;
}

export interface FakeOrder {
  readonly id: string;
  status: string;
  readonly amount: Amount;
  customId: string;
  readonly body: Record<string, unknown>;
  captures: Capture[];
  refunds: { id: string; status: string; amount: Amount }[];
}

export interface PaypalRequestRecord {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface SignedDelivery {
  readonly headers: Record<string, string>;
  readonly body: string;
}

export interface PaypalServer {
  readonly url: string;
  /** Environment variables of a service that uses this server. */
  readonly env: Record<string, string>;
  readonly requests: readonly PaypalRequestRecord[];
  readonly orders: ReadonlyMap<string, FakeOrder>;
  /** Counts the requests whose path ends with `end`. */
  countRequests(end: string): number;
  /** Approves the order as the buyer. */
  approve(orderId: string): void;
  /** Expires the order, so that it is unknown from then on. */
  expire(orderId: string): void;
  planCapture(plan: CapturePlan): void;
  /** Ends a pending capture. */
  endPending(orderId: string, status: 'COMPLETED' | 'DECLINED'): void;
  refund(orderId: string, value?: string): void;
  /** Invalidates every issued token. */
  revokeTokens(): void;
  fail(fault: PaypalFault, options: { path: RegExp; times?: number }): void;
  /** Returns a signed event in the form of PayPal. */
  signEvent(type: string, orderId: string): SignedDelivery;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

const CERT_PATH = '/v1/notifications/certs/CERT-1';

/** Simulates PayPal's OAuth, Orders v2 and webhook verification as published (developer.paypal.com), on loopback. */
export async function startPaypalServer(
  options: { tokenSeconds?: number } = {},
): Promise<PaypalServer> {
  const clientId = `client-${randomUUID()}`;
  const clientSecret = randomBytes(20).toString('hex');
  const webhookId = randomBytes(8).toString('hex').toUpperCase();
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const orders = new Map<string, FakeOrder>();
  const requests: PaypalRequestRecord[] = [];
  const faults: { fault: PaypalFault; path: RegExp; times: number }[] = [];
  const plans: CapturePlan[] = [];
  const tokens = new Set<string>();
  /** Responses by `PayPal-Request-Id`. */
  const remembered = new Map<string, Answer>();
  let url = '';

  const newPaypalId = (): string => randomBytes(9).toString('hex').toUpperCase().slice(0, 17);

  const issue = (status: number, name: string, issueCode: string): Answer => ({
    status,
    body: { name, message: 'refused', debug_id: newPaypalId(), details: [{ issue: issueCode }] },
  });

  function present(order: FakeOrder, isWhole: boolean): Record<string, unknown> {
    const self = `${url}/v2/checkout/orders/${order.id}`;
    const links = [{ href: self, rel: 'self', method: 'GET' }];
    if (order.status === 'PAYER_ACTION_REQUIRED') {
      const href = `${url}/checkoutnow?token=${order.id}`;
      links.push({ href, rel: 'payer-action', method: 'GET' });
    }
    const short = { id: order.id, status: order.status, links };
    const payments = { captures: order.captures, refunds: order.refunds };
    const hasPayments = order.captures.length > 0;
    if (!isWhole && !hasPayments) return short;
    const unit = {
      reference_id: 'default',
      ...(isWhole ? { amount: order.amount, custom_id: order.customId } : {}),
      ...(hasPayments ? { payments } : {}),
    };
    return { ...short, intent: 'CAPTURE', purchase_units: [unit] };
  }

  function createOrder(body: Record<string, unknown>): Answer & { order: FakeOrder } {
    const [unit] = body.purchase_units as [Record<string, unknown>];
    const order: FakeOrder = {
      id: newPaypalId(),
      status: body.payment_source === undefined ? 'CREATED' : 'PAYER_ACTION_REQUIRED',
      amount: unit.amount as Amount,
      customId: String(unit.custom_id),
      body,
      captures: [],
      refunds: [],
    };
    orders.set(order.id, order);
    return { status: 201, order };
  }

  function captureOrder(order: FakeOrder): Answer | null {
    if (order.status === 'COMPLETED') {
      return issue(422, 'UNPROCESSABLE_ENTITY', 'ORDER_ALREADY_CAPTURED');
    }
    if (order.status === 'VOIDED') {
      return issue(422, 'UNPROCESSABLE_ENTITY', 'ORDER_COMPLETED_OR_VOIDED');
    }
    if (order.status !== 'APPROVED')
      return issue(422, 'UNPROCESSABLE_ENTITY', 'ORDER_NOT_APPROVED');
    const plan = plans.shift() ?? { kind: 'status', status: 'COMPLETED' };
    if (plan.kind === 'issue') {
      // The buyer has to choose another means of payment and approve it.
      if (plan.issue === 'INSTRUMENT_DECLINED') order.status = 'PAYER_ACTION_REQUIRED';
      return issue(422, 'UNPROCESSABLE_ENTITY', plan.issue);
    }
    if (plan.kind === 'other' && plan.customId !== undefined) order.customId = plan.customId;
    const amount = (plan.kind === 'other' ? plan.amount : undefined) ?? order.amount;
    const status = plan.kind === 'status' ? plan.status : 'COMPLETED';
    order.status = 'COMPLETED';
    order.captures = [{ id: newPaypalId(), status, amount, custom_id: order.customId }];
    return null;
  }

  /** Returns the text that PayPal signs: the transmission, the webhook and the CRC-32 of the body. */
  const signedText = (id: string, time: string, webhook: string, body: string): Buffer =>
    Buffer.from(`${id}|${time}|${webhook}|${crc32(body)}`);

  function verifySignature(text: string): Answer {
    const request = JSON.parse(text) as Record<string, string>;
    // The signature covers the bytes of the event as they were sent.
    const event = text.slice(text.indexOf('"webhook_event":') + 16, text.lastIndexOf('}'));
    const isOurs =
      request.cert_url === `${url}${CERT_PATH}` &&
      request.auth_algo === 'SHA256withRSA' &&
      verify(
        'sha256',
        signedText(
          request.transmission_id!,
          request.transmission_time!,
          request.webhook_id!,
          event,
        ),
        keys.publicKey,
        Buffer.from(request.transmission_sig!, 'base64'),
      );
    return { status: 200, body: { verification_status: isOurs ? 'SUCCESS' : 'FAILURE' } };
  }

  function giveToken(request: PaypalRequestRecord): Answer {
    const wanted = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    if (request.headers.authorization !== `Basic ${wanted}`) {
      return { status: 401, body: { error: 'invalid_client' } };
    }
    if (request.body !== 'grant_type=client_credentials') {
      return { status: 400, body: { error: 'unsupported_grant_type' } };
    }
    const token = randomBytes(24).toString('base64url');
    tokens.add(token);
    return {
      status: 200,
      body: {
        access_token: token,
        token_type: 'Bearer',
        expires_in: options.tokenSeconds ?? 32_400,
      },
    };
  }

  function answer(request: PaypalRequestRecord): Answer {
    const route = `${request.method} ${request.path}`;
    if (route === 'POST /v1/oauth2/token') return giveToken(request);
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined || !tokens.has(token)) {
      return { status: 401, body: { error: 'invalid_token' } };
    }
    if (route === 'POST /v1/notifications/verify-webhook-signature') {
      return verifySignature(request.body);
    }
    const isWhole = request.headers.prefer === 'return=representation';
    const requestId = request.headers['paypal-request-id'];
    const key = `${route} ${String(requestId)}`;
    const known = requestId === undefined ? undefined : remembered.get(key);
    if (known) return { ...known, status: known.status === 201 ? 200 : known.status };
    const made = act(request, route, isWhole);
    if (requestId !== undefined && made.status < 500) remembered.set(key, made);
    return made;
  }

  function act(request: PaypalRequestRecord, route: string, isWhole: boolean): Answer {
    if (route === 'POST /v2/checkout/orders') {
      const { order } = createOrder(JSON.parse(request.body));
      return { status: 201, body: present(order, isWhole) };
    }
    const [, id, operation] =
      /^\/v2\/checkout\/orders\/([^/]+)(\/capture)?$/.exec(request.path) ?? [];
    const order = orders.get(id ?? '');
    if (!order) return issue(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
    if (request.method === 'GET') return { status: 200, body: present(order, true) };
    const refusal =
      operation === undefined ? issue(404, 'NOT_FOUND', 'NOT_FOUND') : captureOrder(order);
    return refusal ?? { status: 201, body: present(order, isWhole) };
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request: PaypalRequestRecord = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: (await buffer(incoming)).toString('utf8'),
    };
    requests.push(request);
    const planned = faults.find(({ path, times }) => times > 0 && path.test(request.path));
    if (planned) planned.times--;
    const fault = planned?.fault;
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'reset') return void incoming.socket.destroy();
    if (fault?.kind === 'status') return send(response, fault);
    if (fault?.kind === 'not-json') {
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Gateway');
    }
    const made = answer(request);
    if (fault?.kind === 'lose') return void incoming.socket.destroy();
    send(response, made);
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((error: unknown) => {
      // Distinguishes a bug of the fake server from an injected fault.
      send(response, { status: 418, body: { name: `fake failed: ${String(error)}` } });
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function resourceOf(type: string, order: FakeOrder): unknown {
    if (type.startsWith('CHECKOUT.ORDER.')) return present(order, true);
    const [capture] = order.captures;
    const href = `${url}/v2/payments/captures/${capture?.id}`;
    // A refund links to its capture and does not contain the id of the order.
    if (/REFUNDED|REVERSED/.test(type)) {
      return { ...order.refunds.at(-1), links: [{ href, rel: 'up', method: 'GET' }] };
    }
    const links = [{ href, rel: 'self', method: 'GET' }];
    return { ...capture, supplementary_data: { related_ids: { order_id: order.id } }, links };
  }

  const orderOf = (orderId: string): FakeOrder => {
    const order = orders.get(orderId);
    if (!order) throw new Error(`no order ${orderId}`);
    return order;
  };

  return {
    url,
    env: {
      PAYPAL_BASE_URL: url,
      PAYPAL_CLIENT_ID: clientId,
      PAYPAL_CLIENT_SECRET: clientSecret,
      PAYPAL_WEBHOOK_ID: webhookId,
    },
    requests,
    orders,
    countRequests: (end) => requests.filter(({ path }) => path.endsWith(end)).length,
    approve(orderId) {
      orderOf(orderId).status = 'APPROVED';
    },
    expire: (orderId) => void orders.delete(orderId),
    planCapture: (plan) => void plans.push(plan),
    endPending(orderId, status) {
      orderOf(orderId).captures[0]!.status = status;
    },
    refund(orderId, value) {
      const order = orderOf(orderId);
      const amount = { ...order.amount, value: value ?? order.amount.value };
      order.refunds.push({ id: newPaypalId(), status: 'COMPLETED', amount });
      order.captures[0]!.status =
        amount.value === order.amount.value ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
    },
    revokeTokens: () => tokens.clear(),
    fail: (fault, { path, times = 1 }) => void faults.push({ fault, path, times }),
    signEvent(type, orderId) {
      const order = orderOf(orderId);
      const resource = resourceOf(type, order);
      // The unusual spacing makes any re-serialization change the bytes.
      const body = JSON.stringify(
        { id: `WH-${newPaypalId()}`, event_version: '1.0', event_type: type, resource },
        null,
        1,
      );
      const id = randomUUID();
      const time = new Date().toISOString();
      const signature = sign('sha256', signedText(id, time, webhookId, body), keys.privateKey);
      return {
        body,
        headers: {
          'content-type': 'application/json',
          'paypal-auth-algo': 'SHA256withRSA',
          'paypal-cert-url': `${url}${CERT_PATH}`,
          'paypal-transmission-id': id,
          'paypal-transmission-time': time,
          'paypal-transmission-sig': signature.toString('base64'),
        },
      };
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? '' : JSON.stringify(body));
}
