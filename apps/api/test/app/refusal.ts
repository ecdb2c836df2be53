import { isParlanceError } from '@parlance/sdk';
import { RawConnection } from '../servers/raw-connection.ts';
import type { TestApp } from './app.ts';
import type { Tenant } from './build.ts';

/** The members of an error response that tests compare. */
export interface Refusal {
  status: number;
  code: string;
  detail: string;
  errors: { path: string; message: string; line?: number; column?: number }[];
}

/**
 * Returns the error response of a call.
 * @throws if the call succeeds
 */
export async function refusalOf(calling: Promise<unknown>): Promise<Refusal> {
  try {
    await calling;
  } catch (error) {
    if (!isParlanceError(error)) throw error;
    const { status, code, message, errors } = error;
    return { status, code, detail: message, errors: [...errors] } as Refusal;
  }
  throw new Error('the call was answered');
}

/** Sends a request of a tenant without the SDK, because the SDK would reject or change the request. */
export function sendRaw(
  app: TestApp,
  tenant: Tenant,
  path: string,
  body: RequestInit['body'],
  headers: Record<string, string> = {},
): Promise<Response> {
  const streamed = body instanceof ReadableStream ? { duplex: 'half' } : {};
  return fetch(app.url + path, {
    method: 'POST',
    headers: { Authorization: `ApiKey ${tenant.apiKey.token}`, ...headers },
    body,
    ...streamed,
  } as RequestInit);
}

/** Reads the error from a response. */
export async function refusalIn(response: Response): Promise<Refusal> {
  return refusalFrom(response.status, await response.text());
}

/** Announces a body of `sizeBytes` bytes, sends none of it, and returns the error from the response. */
export async function refusalOfSize(
  app: TestApp,
  tenant: Tenant,
  path: string,
  { contentType, sizeBytes }: { contentType: string; sizeBytes: number },
): Promise<Refusal> {
  const connection = await RawConnection.open(app.url);
  connection.send(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: ApiKey ${tenant.apiKey.token}\r\n` +
      `Content-Type: ${contentType}\r\nContent-Length: ${sizeBytes}\r\n\r\n`,
  );
  const answer = await connection.answer();
  connection.destroy();
  if (answer === null) throw new Error('the connection was closed without an answer');
  return refusalFrom(answer.status, answer.body);
}

function refusalFrom(status: number, body: string): Refusal {
  const { code, detail, errors } = JSON.parse(body) as Omit<Refusal, 'status'>;
  return { status, code, detail, errors };
}
