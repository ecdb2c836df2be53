/**
 * Returns a request body as people read it: with line breaks, also those of its strings, and with the JSON inside of its
 * strings taken apart, such as that of a prompt.
 */
export function readableRequest(body: string): string {
  try {
    const indented = JSON.stringify(JSON.parse(body, takeApart), null, 2);
    return indented.replace(/(?<!\\)\\n/g, '\n');
  } catch {
    return body;
  }
}

function takeApart(_: string, value: unknown): unknown {
  if (typeof value !== 'string' || !/^\{.*\}$/s.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
