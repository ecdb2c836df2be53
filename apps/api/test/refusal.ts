import { isParlanceError } from '@parlance/sdk';
import type { TestApp } from './app.ts';
import type { Tenant } from './build.ts';

/** The parts of a refusal that tests compare. */
export interface Refusal {
  status: number;
  code: string;
  detail: string;
  errors: { path: string; message: string; line?: number; column?: number }[];
}

/** Returns the refusal of a call. @throws if the call is answered */
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

/** Sends a tenant's request without the SDK, which would refuse or change it. */
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

/** Reads the refusal from a response. */
export async function refusalIn(response: Response): Promise<Refusal> {
  const { code, detail, errors } = (await response.json()) as Omit<Refusal, 'status'>;
  return { status: response.status, code, detail, errors };
}
