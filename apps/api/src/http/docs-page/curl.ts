import type { OpenApiDocument, Operation } from '../openapi/document.ts';

/** A call of the operation as a shell command that can be pasted. */
export function curlOf(
  document: OpenApiDocument,
  method: string,
  path: string,
  operation: Operation,
): string {
  const base = document.servers[0]!.url;
  const address = `${base}${path}`.replace(/\{(\w+)\}/g, (_, name) => shellNameOf(name));
  const lines = [
    method === 'get' ? `curl "${address}"` : `curl -X ${method.toUpperCase()} "${address}"`,
    ...credentialsOf(operation, base, method),
    ...bodyOf(operation),
  ];
  return lines.join(' \\\n  ');
}

/** `projectId` is `$PROJECT_ID`. */
const shellNameOf = (name: string): string =>
  `$${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

function credentialsOf({ security, tags }: Operation, base: string, method: string): string[] {
  if (security.some((requirement) => 'ApiKey' in requirement)) {
    return ['-H "Authorization: ApiKey $PARLANCE_API_KEY"'];
  }
  const isSession = security.some((requirement) => 'Session' in requirement);
  if (!isSession && !tags.includes('auth')) return [];
  const { origin } = new URL(base);
  return ['-c cookies.txt -b cookies.txt', ...(method === 'get' ? [] : [`-H "Origin: ${origin}"`])];
}

function bodyOf({ requestBody }: Operation): string[] {
  const content = requestBody?.content ?? {};
  const json = content['application/json'];
  if (json) {
    const sample = JSON.stringify(json.example);
    return ['-H "Content-Type: application/json"', `-d '${sample.replaceAll("'", "'\\''")}'`];
  }
  return content['multipart/form-data'] ? ['-F file=@en.json'] : [];
}
